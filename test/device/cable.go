package device

import "time"

// dropLinks cuts every connection.
func (d *Device) dropLinks() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.greeted = nil
	for conn := range d.links {
		conn.Close()
	}
}

// Unplug pulls the cable: connections end and none is taken until Plug.
func (d *Device) Unplug() {
	d.mu.Lock()
	d.unplug = true
	d.mu.Unlock()
	d.dropLinks()
}

// Plug puts the cable back. Adb has to be told to connect.
func (d *Device) Plug() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unplug = false
	d.faults.restoreLink()
}

// Reboot restarts the device: processes end, properties that do not persist are deleted, settings and files
// stay.
func (d *Device) Reboot() {
	d.note("device", "boot", d.boot, "")
	d.endJobs()
	d.startUp()
	d.dropLinks()
	d.comeBack()
}

// comeBack makes the device known again to the servers that knew it, as a phone on a cable does by itself.
func (d *Device) comeBack() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for s := range d.servers {
		d.run(func() { d.comeBackTo(s) })
	}
}

func (d *Device) comeBackTo(s *AdbServer) {
	d.homing.Lock()
	defer d.homing.Unlock()
	over := func() bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.unplug || d.greeted != nil || d.ctx.Err() != nil
	}
	if !over() {
		s.Disconnect(d)
	}
	for tries := 0; !over() && tries < 100; tries++ { // adb takes a while to forget the link before
		if _, err := s.Ask("host:connect:" + d.Serial()); err != nil {
			pause(d.ctx.Done(), 20*time.Millisecond)
		}
	}
}
