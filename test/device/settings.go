package device

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A namespace holds the settings of one name and user.
type namespace struct {
	values map[string]setting
	lastID int
}

type setting struct {
	value, by string
	id        int
}

// settings of "global" are the same for all users.
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

// Setting gives a global setting, and whether it is set.
func (d *Device) Setting(name string) (string, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, ok := d.namespace("global", 0).values[name]
	return s.value, ok
}

// PutSetting sets a global setting as the package by would.
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

// setting is the value of one as "settings get" tells it.
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

// DeleteSetting takes a global setting away.
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

// settingsCommand is the program "settings".
func settingsCommand(p *process) int {
	user, args, ok := p.takeUser(p.args[1:])
	if !ok || len(args) < 2 || !slices.Contains([]string{"global", "secure", "system"}, args[1]) {
		return p.usage("Invalid arguments: usage: settings [--user <USER_ID> | current] get|put|delete|list NAMESPACE [KEY [VALUE]]")
	}
	verb, space, rest := args[0], args[1], args[2:]
	need := map[string]int{"get": 1, "put": 2, "delete": 1, "list": 0}
	if n, known := need[verb]; !known || len(rest) < n {
		return p.usage("Bad arguments")
	}
	p.device.noise(p.err)
	switch verb {
	case "get":
		fmt.Fprintln(p.out, p.device.hostile(p.device.setting(space, user, rest[0]), rest[0]))
	case "list":
		p.listSettings(space, user)
	default:
		return p.changeSetting(verb, space, user, rest)
	}
	return 0
}

// changeSetting is "put" and "delete".
func (p *process) changeSetting(verb, space string, user int, args []string) int {
	d, name, value := p.device, args[0], "null"
	if verb == "put" {
		value = args[1]
	}
	if !p.maySettings(verb) {
		return 255
	}
	if !p.step("setting", settingName(space, name), d.setting(space, user, name), value) {
		return statusCable
	}
	if verb == "put" {
		d.putSetting(space, user, name, value, p.caller())
		return 0
	}
	rows := 0
	if d.deleteSetting(space, user, name) {
		rows = 1
	}
	fmt.Fprintf(p.out, "Deleted %d rows\n", rows)
	return 0
}

func (p *process) listSettings(space string, user int) {
	d := p.device
	d.mu.Lock()
	values := maps.Clone(d.namespace(space, user).values)
	d.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(p.out, "%s=%s\n", name, values[name].value)
	}
}

// caller is the package that settings say wrote them.
func (p *process) caller() string {
	switch {
	case p.who.uid == uidShell:
		return "com.android.shell"
	case p.who.uid == 0:
		return "root"
	}
	return p.who.pkg
}

// takeUser takes --user out of the arguments.
func (p *process) takeUser(args []string) (user int, rest []string, ok bool) {
	user = p.device.currentUser()
	for i := 0; i < len(args); i++ {
		word, value, joined := strings.Cut(args[i], "=")
		if word != "--user" {
			rest = append(rest, args[i])
			continue
		}
		if !joined {
			if i++; i == len(args) {
				return 0, nil, false
			}
			value = args[i]
		}
		switch n, err := strconv.Atoi(value); {
		case value == "current" || value == "cur" || value == "all":
		case err != nil || !p.device.hasUser(n):
			return 0, nil, false
		default:
			user = n
		}
	}
	return user, rest, true
}

func (d *Device) currentUser() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.user
}

func (d *Device) users() []int { return append([]int{0}, d.options.Users...) }

func (d *Device) hasUser(n int) bool { return slices.Contains(d.users(), n) }

// dumpSettings is "dumpsys settings".
func dumpSettings(p *process) {
	d := p.device
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, space := range []string{"global", "secure", "system"} {
		users := d.users()
		if space == "global" {
			users = users[:1]
		}
		for _, user := range users {
			fmt.Fprintf(p.out, "%s SETTINGS (user %d)\n", strings.ToUpper(space), user)
			if space == "global" {
				fmt.Fprintln(p.out, "version: 213")
			}
			n := d.namespace(space, user)
			byID := slices.SortedFunc(maps.Keys(n.values), func(a, b string) int { return n.values[a].id - n.values[b].id })
			for _, name := range byID {
				s := n.values[name]
				fmt.Fprintf(p.out, "_id:%d name:%s pkg:%s value:%s\n", s.id, name, s.by, s.value)
			}
			fmt.Fprintln(p.out)
		}
	}
}
