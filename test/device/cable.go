package device

import "time"

// dropLinks closes every connection.
func (d *Device) dropLinks() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.authorized = nil
	for conn := range d.links {
		conn.Close()
	}
}

// Unplug disconnects the device: it closes all connections and accepts none until Plug.
func (d *Device) Unplug() {
	d.mu.Lock()
	d.unplug = true
	d.mu.Unlock()
	d.dropLinks()
}

// Plug connects the device again. The adb server must connect to it.
func (d *Device) Plug() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.unplug = false
	d.faults.restoreLink()
}

// Reboot restarts the device: processes end, properties that do not persist are deleted, settings and files
// stay.
func (d *Device) Reboot() {
	d.recordChange("device", "boot", d.boot, "")
	d.endJobs()
	d.startUp()
	d.dropLinks()
	d.reconnect()
}

// reconnect makes the servers connect again, as a phone on a USB cable does by itself.
func (d *Device) reconnect() {
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
		return d.unplug || d.authorized != nil || d.ctx.Err() != nil
	}
	if !over() {
		s.Disconnect(d)
	}
	for tries := 0; !over() && tries < 100; tries++ { // adb takes a while to remove the previous link
		if _, err := s.Request("host:connect:" + d.Serial()); err != nil {
			pause(d.ctx.Done(), 20*time.Millisecond)
		}
	}
}
