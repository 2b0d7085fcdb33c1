package device

import (
	"fmt"
	"os"
	"strings"
)

// procFile returns the content of the files in /proc that tools read of an app.
func (d *Device) procFile(name string) (string, bool) {
	var pid int
	var file string
	if n, _ := fmt.Sscanf(name, "/proc/%d/%s", &pid, &file); n != 2 {
		return "", false
	}
	j := d.job(pid)
	if j == nil {
		return "", false
	}
	switch file {
	case "stat":
		if j.host != 0 {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", j.host))
			return string(text), err == nil
		}
	case "cmdline":
		return strings.Join(j.args, "\x00") + "\x00", true
	case "maps":
		if j.host != 0 {
			text, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", j.host))
			return strings.ReplaceAll(string(text), d.tree.dir, ""), err == nil
		}
		return "", true
	}
	return "", false
}

// job returns a process by its ID on the device, or by its ID on this machine, which an app knows as its own.
func (d *Device) job(pid int) *job {
	d.mu.Lock()
	defer d.mu.Unlock()
	if j := d.jobs[pid]; j != nil {
		return j
	}
	for _, j := range d.jobs {
		if j.host == pid {
			return j
		}
	}
	return nil
}
