package device

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"syscall"
	"time"
)

// An Event is a command or a change of state, with the value before and after.
type Event struct {
	Time          time.Time
	Kind          string // "run", "setting", "property", "file", "selinux", "package", "app", "adbd", "device"
	Name          string
	Before, After string
}

func (e Event) String() string {
	if e.Kind == "run" {
		return "run " + e.Name
	}
	return fmt.Sprintf("%s %s: %q -> %q", e.Kind, e.Name, e.Before, e.After)
}

// recordChange records a change before it is made.
func (d *Device) recordChange(kind, name, before, after string) {
	d.mu.Lock()
	d.events = append(d.events, Event{now(), kind, name, before, after})
	d.mu.Unlock()
	d.logf("%s %s: %q -> %q", kind, name, before, after)
}

// A process of an unplugged device ends before its next action, with this error or exit status.
const (
	errCable    = syscall.EINTR
	statusCable = 129
)

// step counts and records what a process is about to do. It returns false if the cable is pulled at this step:
// the process then ends unless it runs detached.
func (p *process) step(kind, name, before, after string) bool {
	d := p.device
	if d.faults.step() {
		d.recordChange(kind, name, before, after)
		return true
	}
	select {
	case <-p.ctx.Done():
		return false
	case <-time.After(time.Second): // of another session, or of none
		if p.ctx.Err() != nil {
			return false
		}
		d.recordChange(kind, name, before, after)
		return true
	}
}

// Events returns the events since the start of the device.
func (d *Device) Events() []Event {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]Event(nil), d.events...)
}

// Ran reports whether a command that begins with words was run.
func (d *Device) Ran(words string) bool {
	for _, e := range d.Events() {
		if e.Kind == "run" && strings.HasPrefix(e.Name, words) {
			return true
		}
	}
	return false
}

func randomHex(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}

// newBootID returns a random UUID, like the kernel's boot_id.
func newBootID() string {
	h := randomHex(16)
	return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
}
