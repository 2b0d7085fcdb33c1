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

// A Device is a running device. It is safe for concurrent use.
type Device struct {
	options Options
	release *release
	tree    *tree
	faults  *faults
	boot    string // since the last boot

	ctx      context.Context
	cancel   context.CancelFunc
	busy     sync.WaitGroup // all goroutines and processes of the device
	listener net.Listener

	homing sync.Mutex // heldOutput by comeBack

	mu         sync.Mutex
	links      map[net.Conn]bool
	authorized net.Conn // the authorized link, or nil
	servers    map[*AdbServer]bool
	unplug     bool
	root       bool // adbd runs as root
	enforce    bool // SELinux
	props      map[string]string
	settings   map[string]*namespace // by user and name
	packages   map[string]*app
	jobs       map[int]*job
	lastJob    int
	log        logBuffer
	events     []Event
	user       int // the current one
}

// Start starts a device that is closed at the end of the test.
func Start(t testing.TB, o Options) *Device {
	t.Helper()
	d, err := New(t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// New starts a device whose root directory is in dir. Close ends it.
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

// install creates the device's initial state and boots it.
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

// Serial returns adb's name of the device.
func (d *Device) Serial() string { return d.listener.Addr().String() }

// Close ends the device and everything that runs on it.
func (d *Device) Close() {
	d.cancel()
	d.listener.Close()
	d.dropLinks()
	d.endJobs()
	d.busy.Wait()
	d.tree.root.Close()
}

// run runs a function in a goroutine that Close waits for.
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
			if d.authorized == conn {
				d.authorized = nil
			}
			d.mu.Unlock()
		})
	}
}

// Host returns the path on this machine of a file of the device.
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

// shellUser returns the user of adb's shell.
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

// now returns the time of the device's clock.
func now() time.Time { return time.Now() }
