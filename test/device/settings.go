package device

import "fmt"

// A namespace identifies the settings of one name and user.
type namespace struct {
	values map[string]setting
	lastID int
}

type setting struct {
	value, by string
	id        int
}

// settings returns the settings of a namespace. Those of "global" are shared by all users.
func (d *Device) namespace(name string, user int) *namespace {
	if name == "global" {
		user = 0
	}
	key := fmt.Sprintf("%s %d", name, user)
	n := d.settings[key]
	if n == nil {
		n = &namespace{values: map[string]setting{}, lastID: 100}
		d.settings[key] = n
	}
	return n
}

// Setting returns a global setting, and whether it is set.
func (d *Device) Setting(name string) (string, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, ok := d.namespace("global", 0).values[name]
	return s.value, ok
}

// PutSetting sets a global setting as the package by.
func (d *Device) PutSetting(name, value, by string) { d.putSetting("global", 0, name, value, by) }

func (d *Device) putSetting(space string, user int, name, value, by string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.options.Forgetful {
		return
	}
	n := d.namespace(space, user)
	n.lastID++
	n.values[name] = setting{value, by, n.lastID}
}

// setting returns a value as "settings get" prints it.
func (d *Device) setting(space string, user int, name string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s, ok := d.namespace(space, user).values[name]; ok {
		return s.value
	}
	return "null"
}

func settingName(space, name string) string {
	if space == "global" {
		return name
	}
	return space + "/" + name
}

// DeleteSetting deletes a global setting.
func (d *Device) DeleteSetting(name string) bool { return d.deleteSetting("global", 0, name) }

func (d *Device) deleteSetting(space string, user int, name string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := d.namespace(space, user)
	if _, ok := n.values[name]; !ok {
		return false
	}
	if !d.options.Forgetful {
		delete(n.values, name)
	}
	return true
}

// caller returns the package that is recorded as the writer of a setting.
func (p *process) caller() string {
	switch {
	case p.who.uid == uidShell:
		return "com.android.shell"
	case p.who.uid == 0:
		return "root"
	}
	return p.who.pkg
}
