package device

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// serviceCommand implements "cmd", for the services that the shell user may call.
func serviceCommand(p *process) int {
	if len(p.args) < 2 {
		return p.usage("cmd: No service specified; use -l to list all services")
	}
	q := *p
	q.args = p.args[1:]
	switch q.args[0] {
	case "package":
		return packageManager(&q)
	case "activity":
		return activityManager(&q)
	case "settings":
		return settingsCommand(&q)
	case "overlay":
		return overlayLookup(&q)
	}
	fmt.Fprintf(p.err, "cmd: Can't find service: %s\n", q.args[0])
	return 20
}

// overlayLookup implements "overlay lookup PACKAGE PACKAGE:array/NAME".
func overlayLookup(p *process) int {
	name := p.args[len(p.args)-1]
	list, known := p.device.options.Arrays[strings.TrimPrefix(name, "android:array/")]
	if !known {
		fmt.Fprintf(p.err, "Error: failed to get the resource %s\n", name)
		return 1
	}
	for _, item := range list {
		fmt.Fprintln(p.out, item)
	}
	return 0
}

// listFlags implements "aflags list".
func listFlags(p *process) int {
	states := map[bool]string{false: "disabled", true: "enabled"}
	for _, name := range slices.Sorted(maps.Keys(p.device.options.Flags)) {
		fmt.Fprintf(p.out, "%s %s - default read-only system\n", name, states[p.device.options.Flags[name]])
	}
	return 0
}

// deviceConfig implements "device_config get NAMESPACE NAME".
func deviceConfig(p *process) int {
	if len(p.args) != 4 || p.args[1] != "get" {
		return p.usage("device_config: only get is implemented")
	}
	value, set := p.device.options.Config[p.args[2]+"/"+p.args[3]]
	if !set {
		value = "null"
	}
	fmt.Fprintln(p.out, value)
	return 0
}

func packageManager(p *process) int {
	if len(p.args) < 2 {
		return p.usage("Package manager (package) commands:\n  help")
	}
	p.device.noise(p.err)
	verbs := map[string]command{"list": pmList, "path": pmPath, "dump": pmDump, "install": pmInstall, "uninstall": pmUninstall,
		"resolve-activity": pmResolve, "query-activities": pmQuery, "install-create": pmRefuseSession, "clear": nothing}
	verb := verbs[p.args[1]]
	if verb == nil {
		fmt.Fprintf(p.err, "Unknown command: %s\n", p.args[1])
		return 255
	}
	q := *p
	q.args = p.args[1:]
	return verb(&q)
}

// pmList implements "list packages" and "list users".
func pmList(p *process) int {
	u, args, ok := p.parseUserFlag(p.args[1:])
	switch {
	case ok && len(args) > 0 && (args[0] == "packages" || args[0] == "package"):
	case ok && len(args) > 0 && args[0] == "users":
		return listUsers(p)
	default:
		return p.usage("Error: no list type specified")
	}
	letters, rest := flags(args[1:], "")
	has := func(letter rune) bool { _, ok := letters[letter]; return ok }
	for _, in := range p.device.apps() {
		if !in.users[u] || len(rest) > 0 && !strings.Contains(in.Name, rest[len(rest)-1]) && !strings.HasPrefix(rest[len(rest)-1], "--") ||
			has('3') && in.System || has('s') && !in.System {
			continue
		}
		line := "package:"
		if has('f') {
			line += in.code + "/base.apk="
		}
		line += in.Name
		if slices.Contains(rest, "--show-versioncode") {
			line += fmt.Sprintf(" versionCode:%d", in.VersionCode)
		}
		if has('U') {
			line += fmt.Sprintf(" uid:%d", u*userRange+in.uid)
		}
		fmt.Fprintln(p.out, line)
	}
	return 0
}

func listUsers(p *process) int {
	fmt.Fprintln(p.out, "Users:")
	for _, u := range p.device.users() {
		fmt.Fprintf(p.out, "\tUserInfo{%d:User %d:13} running\n", u, u)
	}
	return 0
}

func pmPath(p *process) int {
	u, args, ok := p.parseUserFlag(p.args[1:])
	if !ok || len(args) == 0 {
		return p.usage("Error: no package specified")
	}
	in := p.device.app(args[0])
	if in == nil || !in.users[u] {
		return 1
	}
	fmt.Fprintf(p.out, "package:%s/base.apk\n", in.code)
	return 0
}

func pmDump(p *process) int {
	if len(p.args) < 2 {
		return p.usage("Error: no package specified")
	}
	return dumpPackage(p, p.args[1])
}

// pmResolve implements "resolve-activity --brief". It prints two lines; the second is the component.
func pmResolve(p *process) int {
	_, args, _ := p.parseUserFlag(p.args[1:])
	for i, arg := range args {
		if arg == "-p" && i+1 < len(args) {
			args = append(args, args[i+1])
		}
	}
	in := (*app)(nil)
	if len(args) > 0 {
		in = p.device.app(args[len(args)-1])
	}
	if in == nil || in.Activity == "" {
		fmt.Fprintln(p.out, "No activity found")
		return 0
	}
	fmt.Fprintf(p.out, "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n%s\n", in.component())
	return 0
}

// pmQuery implements "query-activities --brief -a ACTION".
func pmQuery(p *process) int {
	_, args, _ := p.parseUserFlag(p.args[1:])
	at := slices.Index(args, "-a") + 1
	var found []string
	for _, in := range p.device.apps() {
		if at > 0 && at < len(args) && slices.Contains(in.Actions, args[at]) {
			found = append(found, in.component())
		}
	}
	if len(found) == 0 {
		fmt.Fprintln(p.out, "No activities found")
		return 0
	}
	fmt.Fprintf(p.out, "%d activities found:\n", len(found))
	for i, name := range found {
		fmt.Fprintf(p.out, "  Activity #%d:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n    %s\n", i, name)
	}
	return 0
}

// component returns the launcher activity in its short form.
func (in *app) component() string {
	return in.Name + "/" + strings.Replace(in.Activity, in.Name+".", ".", 1)
}
