package device

import (
	"fmt"
	"path"
	"strings"
)

// layOut creates the directories of a device.
func (d *Device) layOut() error {
	root := user{}
	for _, f := range []struct {
		name     string
		mode     uint32
		uid, gid int
	}{
		{"/data", 0o771, uidSystem, uidSystem}, {"/data/local", 0o751, 0, 0}, {"/data/local/tmp", 0o771, uidShell, uidShell},
		{"/data/app", 0o771, uidSystem, uidSystem}, {"/data/data", 0o771, uidSystem, uidSystem}, {"/data/user", 0o711, uidSystem, uidSystem},
		{"/data/tombstones", 0o771, uidSystem, uidSystem}, {"/system", 0o755, 0, 0}, {"/system/bin", 0o755, 0, 0},
		{"/system/lib64", 0o755, 0, 0}, {"/system/lib", 0o755, 0, 0}, {"/vendor", 0o755, 0, 0}, {"/vendor/lib64", 0o755, 0, 0},
		{"/vendor/lib64/egl", 0o755, 0, 0}, {"/vendor/lib", 0o755, 0, 0}, {"/vendor/lib/egl", 0o755, 0, 0},
		{"/storage", 0o755, 0, 0}, {"/storage/emulated", 0o771, uidSystem, uidSystem}, {"/storage/emulated/0", 0o777, uidSystem, uidSystem},
		{"/dev", 0o755, 0, 0}, {"/proc", 0o555, 0, 0}, {"/apex", 0o755, 0, 0}, {"/system/etc", 0o755, 0, 0},
	} {
		if err := d.tree.mkdirAll(root, f.name, 0o755); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		d.tree.setAttr(f.name, attr{mode: modeOf(f.mode), uid: f.uid, gid: f.gid})
	}
	for _, link := range [][2]string{{"/storage/emulated/0", "/sdcard"}, {"/system/bin", "/bin"}, {"/system/etc", "/etc"}, {"/data/data", "/data/user/0"}} {
		if err := d.tree.symlink(root, link[0], link[1]); err != nil {
			return fmt.Errorf("%s: %w", link[1], err)
		}
	}
	for _, abi := range d.options.ABIs {
		if err := d.tree.putFile(driverPath(abi), "\x7fELF", attr{mode: 0o644}); err != nil {
			return err
		}
	}
	return nil
}

func driverPath(abi string) string {
	dir := "/vendor/lib/egl"
	if strings.Contains(abi, "64") {
		dir = "/vendor/lib64/egl"
	}
	return path.Join(dir, "libGLES_mesa.so")
}
