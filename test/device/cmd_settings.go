package device

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// settingsCommand implements the program "settings".
func settingsCommand(p *process) int {
	user, args, ok := p.parseUserFlag(p.args[1:])
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

// changeSetting implements "put" and "delete".
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

// dumpSettings implements "dumpsys settings".
func dumpSettings(p *process) {
	text := settingsOf(p.device) // copied first: a slow reader must not hold the lock
	_, _ = p.out.Write(text)
}

// settingsOf returns the settings of all users.
func settingsOf(d *Device) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out bytes.Buffer
	for _, space := range []string{"global", "secure", "system"} {
		users := d.users()
		if space == "global" {
			users = users[:1]
		}
		for _, user := range users {
			fmt.Fprintf(&out, "%s SETTINGS (user %d)\n", strings.ToUpper(space), user)
			if space == "global" {
				fmt.Fprintln(&out, "version: 213")
			}
			n := d.namespace(space, user)
			byID := slices.SortedFunc(maps.Keys(n.values), func(a, b string) int { return n.values[a].id - n.values[b].id })
			for _, name := range byID {
				s := n.values[name]
				fmt.Fprintf(&out, "_id:%d name:%s pkg:%s value:%s\n", s.id, name, s.by, s.value)
			}
			fmt.Fprintln(&out)
		}
	}
	return out.Bytes()
}
