package device

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// A Device is one running device. Its methods may be used while adb talks to it.
type Device struct {
	options Options
	release *release
	tree    *tree
	faults  *faults
	boot    string // of this start

	ctx      context.Context
	cancel   context.CancelFunc
	busy     sync.WaitGroup // everything that runs for the device
	listener net.Listener

	homing sync.Mutex // one comeBack at a time

	mu       sync.Mutex
	links    map[net.Conn]bool
	greeted  net.Conn // that of the link which was answered last, while there is one
	servers  map[*AdbServer]bool
	unplug   bool
	root     bool // adbd runs as root
	enforce  bool // SELinux
	props    map[string]string
	settings map[string]*namespace // by user and name
	packages map[string]*app
	jobs     map[int]*job
	lastJob  int
	log      logBuffer
	events   []Event
	user     int // the current one
}

// Start starts a device, which ends with the test.
func Start(t testing.TB, o Options) *Device {
	t.Helper()
	d, err := New(t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// New starts a device whose root is in dir, until Close.
func New(dir string, o Options) (*Device, error) {
	r, err := findRelease(o.Android)
	if err != nil {
		return nil, err
	}
	if o.Build == "" {
		o.Build = BuildUser
	}
	if len(o.ABIs) == 0 {
		o.ABIs = []string{hostABI()}
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	d := &Device{options: o, release: r, links: map[net.Conn]bool{}, servers: map[*AdbServer]bool{}, enforce: true, jobs: map[int]*job{},
		settings: map[string]*namespace{}, packages: map[string]*app{}, lastJob: 4000}
	d.faults = newFaults(d, o.Faults)
	d.ctx, d.cancel = context.WithCancel(context.Background())
	if err := d.install(filepath.Join(dir, "root")); err != nil {
		return nil, err
	}
	if d.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	d.run(d.accept)
	return d, nil
}

// install makes the device as it comes from the factory, and its first start.
func (d *Device) install(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	var err error
	if d.tree, err = openTree(dir); err != nil {
		return err
	}
	d.startUp()
	if err := d.layOut(); err != nil {
		return err
	}
	if !d.options.Bare {
		err = d.installApps()
	}
	d.setRoom(d.options.Full)
	return err
}

// Serial is what adb calls the device.
func (d *Device) Serial() string { return d.listener.Addr().String() }

// Close ends the device and all that runs on it.
func (d *Device) Close() {
	d.cancel()
	d.listener.Close()
	d.dropLinks()
	d.endJobs()
	d.busy.Wait()
	d.tree.root.Close()
}

// run does work for the device, which Close waits for.
func (d *Device) run(work func()) {
	d.busy.Add(1)
	go func() {
		defer d.busy.Done()
		work()
	}()
}

func (d *Device) accept() {
	for {
		conn, err := d.listener.Accept()
		if err != nil {
			return
		}
		d.mu.Lock()
		refuse := d.unplug || d.ctx.Err() != nil
		if !refuse {
			d.links[conn] = true
		}
		d.mu.Unlock()
		if refuse {
			conn.Close()
			continue
		}
		d.run(func() {
			d.serve(conn)
			d.mu.Lock()
			delete(d.links, conn)
			if d.greeted == conn {
				d.greeted = nil
			}
			d.mu.Unlock()
		})
	}
}

// Host is where a path of the device lies on this machine.
func (d *Device) Host(name string) string {
	real, err := d.tree.resolve(name, true)
	if err != nil {
		real = name
	}
	return d.tree.host(real)
}

func (d *Device) isRoot() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.root
}

// shellUser is who a shell of adb runs as.
func (d *Device) shellUser() user {
	if d.isRoot() {
		return user{uid: uidRoot, context: "u:r:su:s0"}
	}
	return user{uid: uidShell, context: "u:r:shell:s0"}
}

func (d *Device) logf(format string, args ...any) {
	if d.options.Log != nil {
		d.options.Log(format, args...)
	}
}

// now is the device's clock.
func now() time.Time { return time.Now() }
