package device

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// A Snapshot is the state of a device that a tool may change and must restore: settings, properties, files
// with their owners and modes, packages, SELinux, adbd. It excludes what apps and the system change by
// themselves: logs, caches, processes.
type Snapshot map[string]string

// Snapshot returns the current state.
func (d *Device) Snapshot() Snapshot {
	s := Snapshot{}
	d.mu.Lock()
	s["selinux"], s["adbd's root"] = digit(d.enforce), digit(d.root)
	for key, n := range d.settings {
		for name, v := range n.values {
			s["setting "+key+" "+name] = v.value
		}
	}
	for name, value := range d.props {
		s["property "+name] = value
	}
	for name, in := range d.packages {
		s["package "+name] = fmt.Sprintf("%s %s %t %v", in.code, in.primary, in.forceQueryable, in.users)
	}
	d.mu.Unlock()
	for _, top := range []string{"/data", "/system", "/vendor", "/storage"} {
		d.snapFiles(s, top)
	}
	return s
}

func (d *Device) snapFiles(s Snapshot, name string) {
	info, err := d.tree.stat(user{}, name, false)
	if err != nil || path.Base(name) == "cache" || path.Base(name) == "code_cache" {
		return
	}
	content := info.attr.link
	if info.Mode().IsRegular() {
		content = d.digest(name)
	}
	s["file "+name] = fmt.Sprintf("%s %s:%s %s", modeString(info), ownerName(info.attr.uid), ownerName(info.attr.gid), content)
	if !info.IsDir() {
		return
	}
	entries, err := d.tree.list(user{}, name)
	if err != nil {
		return
	}
	for _, e := range entries {
		d.snapFiles(s, path.Join(name, e.name))
	}
}

func (d *Device) digest(name string) string {
	file, err := d.tree.openFile(user{}, name, 0, fs.FileMode(0))
	if err != nil {
		return err.Error()
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// Diff lists the differences to a later snapshot, sorted by name.
func (s Snapshot) Diff(later Snapshot) []string {
	var out []string
	all := maps.Clone(s)
	maps.Copy(all, later)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		before, had := s[name]
		after, has := later[name]
		switch {
		case !had:
			out = append(out, fmt.Sprintf("%s: new: %q", name, after))
		case !has:
			out = append(out, fmt.Sprintf("%s: gone, was %q", name, before))
		case before != after:
			out = append(out, fmt.Sprintf("%s: %q, was %q", name, after, before))
		}
	}
	return out
}

// Without returns the snapshot without names that begin with a prefix, such as "property debug." after a
// reboot.
func (s Snapshot) Without(prefixes ...string) Snapshot {
	out := maps.Clone(s)
	maps.DeleteFunc(out, func(name, _ string) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
	})
	return out
}
