package device

import "sync"

// faults is the state of the faults that change while the device runs.
type faults struct {
	device *Device
	mu     sync.Mutex
	on     Faults
	bytes  int64 // since the last Plug
	steps  int
}

func newFaults(d *Device, on Faults) *faults { return &faults{device: d, on: on} }

// SetFaults sets the faults of the device and restarts the counters.
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

// Steps returns the number of commands and changes of state since SetFaults.
func (d *Device) Steps() int {
	d.faults.mu.Lock()
	defer d.faults.mu.Unlock()
	return d.faults.steps
}

// Traffic returns the number of bytes transferred since SetFaults.
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

// restoreLink reconnects a link that was cut.
func (f *faults) restoreLink() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.on.CutAfter, f.on.CutAt = 0, 0
}

// step counts a command or change of state. It returns false if the device is unplugged before it.
func (f *faults) step() bool {
	f.mu.Lock()
	f.steps++
	cut, meanwhile := f.steps == f.on.CutAt, f.on.Meanwhile
	f.mu.Unlock()
	if meanwhile != nil {
		meanwhile()
	}
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
		f.device.reconnect()
	}
}

func (f *faults) delay() {
	if d := f.get().Delay; d > 0 {
		pause(f.device.ctx.Done(), d)
	}
}
