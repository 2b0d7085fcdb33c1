package device

import (
	"fmt"
	"os"
	"strings"
)

// procFile is the content of the files below /proc that tools read of an app.
func (d *Device) procFile(name string) (string, bool) {
	var pid int
	var file string
	if n, _ := fmt.Sscanf(name, "/proc/%d/%s", &pid, &file); n != 2 {
		return "", false
	}
	d.mu.Lock()
	j := d.jobs[pid]
	d.mu.Unlock()
	if j == nil {
		return "", false
	}
	switch file {
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
