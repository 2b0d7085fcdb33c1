package device

import (
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"time"
)

// faults are the state of those that change as the device runs.
type faults struct {
	device *Device
	mu     sync.Mutex
	on     Faults
	bytes  int64 // since the last Plug
	steps  int
}

func newFaults(d *Device, on Faults) *faults { return &faults{device: d, on: on} }

// SetFaults changes what is wrong with the device from now on, and begins to count anew.
func (d *Device) SetFaults(on Faults) {
	d.faults.mu.Lock()
	d.faults.on, d.faults.bytes, d.faults.steps = on, 0, 0
	d.faults.mu.Unlock()
	d.mu.Lock()
	d.options.Faults = on
	d.mu.Unlock()
	d.setRoom(on.Full)
}

// SetSleep changes how much faster than the clock "sleep" of the shell runs.
func (d *Device) SetSleep(times float64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.options.Sleep = times
}

func (d *Device) setRoom(full int64) {
	d.tree.mu.Lock()
	defer d.tree.mu.Unlock()
	switch {
	case full > 0:
		d.tree.free = full
	case full < 0:
		d.tree.free = 0
	default:
		d.tree.free = -1
	}
}

// Steps is how many commands and changes of state there were since the faults were last set.
func (d *Device) Steps() int {
	d.faults.mu.Lock()
	defer d.faults.mu.Unlock()
	return d.faults.steps
}

// Traffic is how many bytes went over the link since then.
func (d *Device) Traffic() int64 {
	d.faults.mu.Lock()
	defer d.faults.mu.Unlock()
	return d.faults.bytes
}

func (f *faults) get() Faults {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.on
}

func (f *faults) unauthorized() bool { return f.get().Unauthorized }
func (f *faults) offline() bool      { return f.get().Offline }

// mend ends what cut the link.
func (f *faults) mend() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.on.CutAfter, f.on.CutAt = 0, 0
}

// step counts a command or change, before which the cable may be pulled. False: it was.
func (f *faults) step() bool {
	f.mu.Lock()
	f.steps++
	cut := f.steps == f.on.CutAt
	f.mu.Unlock()
	if cut {
		f.cut()
	}
	return !cut
}

func (f *faults) cut() {
	if f.get().Gone {
		f.device.Unplug()
	} else {
		f.device.dropLinks()
		f.device.comeBack()
	}
}

func (f *faults) delay() {
	if d := f.get().Delay; d > 0 {
		pause(f.device.ctx.Done(), d)
	}
}

func pause(done <-chan struct{}, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-done:
	}
}

func (f *faults) wrap(conn net.Conn) net.Conn { return &faultyConn{conn, f} }

// A faultyConn counts bytes, cuts at the one it was told, and takes its time.
type faultyConn struct {
	net.Conn
	faults *faults
}

func (c *faultyConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p[:c.allowed(len(p))])
	if n > 0 && c.count(n) {
		return n, io.ErrUnexpectedEOF
	}
	return n, err
}

func (c *faultyConn) Write(p []byte) (int, error) {
	allowed := c.allowed(len(p))
	n, err := c.Conn.Write(p[:allowed])
	if n > 0 && c.count(n) || allowed < len(p) && err == nil {
		return n, net.ErrClosed
	}
	return n, err
}

// allowed is how many bytes may pass until the cut.
func (c *faultyConn) allowed(n int) int {
	f := c.faults
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.on.CutAfter == 0 {
		return n
	}
	return int(min(int64(n), max(f.on.CutAfter-f.bytes, 1)))
}

// count takes the time the bytes take, and reports whether they were the last.
func (c *faultyConn) count(n int) bool {
	f := c.faults
	f.mu.Lock()
	f.bytes += int64(n)
	last := f.on.CutAfter > 0 && f.bytes >= f.on.CutAfter
	if last {
		f.on.CutAfter = 0
	}
	rate := f.on.Rate
	f.mu.Unlock()
	if rate > 0 {
		pause(f.device.ctx.Done(), time.Duration(int64(n)*int64(time.Second)/rate))
	}
	if last {
		f.cut()
	}
	return last
}

// noise is what some vendors' programs say beside their own words.
func (d *Device) noise(w io.Writer) {
	if d.faults.get().Noise {
		fmt.Fprintln(w, "WARNING: linker: /vendor/lib64/libtestboard.so: unused DT entry: type 0x6ffffef5 arg 0x1d58")
	}
}

// hostilePlaces are the properties that somebody else may choose the words of.
var hostilePlaces = []string{"ro.product.model", "ro.product.manufacturer", "gpu_debug_app", "debug.gles.layers"}

// HostileText is what a device with the fault Hostile puts where it can.
const HostileText = "\x1b[2J\x1b]0;root\x07\r$ rm -rf /\r\u202e"

func (d *Device) hostile(value, place string) string {
	if d.faults.get().Hostile && slices.Contains(hostilePlaces, place) {
		return value + HostileText
	}
	return value
}

// refusals are what vendors' own settings providers say instead of doing it, until a toggle in the developer options
// allows it. The first line is what releases after 10 say before it.
var refusals = map[string]string{
	"xiaomi": "java.lang.SecurityException: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS\n" +
		"\tat com.android.providers.settings.SettingsProvider.enforceWritePermission(SettingsProvider.java:2361)\n",
	"oppo": "java.lang.SecurityException: uid 2000 does not have android.permission.WRITE_SECURE_SETTINGS.\n" +
		"\tat android.app.ContextImpl.enforce(ContextImpl.java:1896)\n",
	"realme": "java.lang.SecurityException: Permission denial: writing to settings requires:android.permission.WRITE_SECURE_SETTINGS\n" +
		"\tat com.android.providers.settings.SettingsProvider.enforceWritePermission(SettingsProvider.java:2219)\n",
}

// maySettings says why settings may not be written, if so.
func (p *process) maySettings(verb string) bool {
	text, refused := refusals[p.device.faults.get().Vendor]
	if p.who.uid == 0 || !refused && p.who.uid == uidShell {
		return true
	}
	if !refused {
		text = refusals["xiaomi"]
	}
	fmt.Fprintln(p.err)
	p.exception(verb, text)
	return false
}
