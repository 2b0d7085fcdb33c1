package device

import (
	"fmt"
	"strings"
)

func identify(p *process) int {
	letters, _ := flags(p.args[1:], "")
	u := p.who
	name := u.name()
	has := func(l rune) bool { _, ok := letters[l]; return ok }
	switch {
	case p.args[0] == "whoami", has('u') && has('n'):
		fmt.Fprintln(p.out, name)
	case has('u'), has('g'):
		fmt.Fprintln(p.out, u.uid)
	case has('Z'):
		fmt.Fprintln(p.out, u.context)
	default:
		groups := []string{}
		for _, g := range u.groups() {
			groups = append(groups, fmt.Sprintf("%d(%s)", g, ownerName(g)))
		}
		fmt.Fprintf(p.out, "uid=%d(%s) gid=%d(%s) groups=%s context=%s\n", u.uid, name, u.uid, name, strings.Join(groups, ","), u.context)
	}
	return 0
}

func getenforce(p *process) int {
	p.device.mu.Lock()
	enforce := p.device.enforce
	p.device.mu.Unlock()
	if enforce { // the device may disconnect during the output
		fmt.Fprintln(p.out, "Enforcing")
	} else {
		fmt.Fprintln(p.out, "Permissive")
	}
	return 0
}

func setenforce(p *process) int {
	if len(p.args) != 2 {
		return p.fail("Needs 1 argument")
	}
	if p.who.uid != 0 {
		return p.fail("Couldn't set enforcing status to '%s': Permission denied", p.args[1])
	}
	on := p.args[1] == "1" || strings.EqualFold(p.args[1], "enforcing")
	p.device.mu.Lock()
	before := p.device.enforce
	p.device.mu.Unlock()
	if !p.step("selinux", "enforce", digit(before), digit(on)) {
		return statusCable
	}
	p.device.mu.Lock()
	p.device.enforce = on
	p.device.mu.Unlock()
	return 0
}

// su returns the kind of su that the device has, or "".
func (d *Device) su() string {
	switch {
	case d.options.SU == "none", d.options.SU == "" && d.options.Build == BuildUser:
		return ""
	case d.options.SU != "":
		return d.options.SU
	}
	return "aosp"
}

// switchUser implements Android's own su ("su [USER [COMMAND...]]") and Magisk's, which also has -c.
func switchUser(p *process) int {
	args := p.args[1:]
	who, command := "root", []string(nil)
	if p.device.su() == "magisk" {
		for i := 0; i < len(args); i++ {
			if args[i] == "-c" {
				command, args = []string{"sh", "-c", strings.Join(args[i+1:], " ")}, args[:i]
			}
		}
	}
	if p.device.su() != "magisk" && p.who.uid != uidShell && p.who.uid != 0 {
		return p.fail("not allowed")
	}
	if len(args) > 0 {
		who, args = args[0], args[1:]
	}
	if command == nil && len(args) > 0 {
		command = args
	}
	uid, ok := p.device.userID(who)
	if !ok || uid < 0 {
		return p.fail("invalid uid/gid '%s'", who)
	}
	q := *p
	q.who = user{uid: uid, context: "u:r:su:s0"}
	if q.args = command; command == nil {
		q.args = []string{"sh"}
	}
	q.env = p.device.environment(q.who)
	return q.run()
}

// runAs runs a command as a debuggable app.
func runAs(p *process) int {
	u, args, ok := p.parseUserFlag(p.args[1:])
	if !ok || len(args) == 0 {
		fmt.Fprintln(p.err, "run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]")
		return 1
	}
	if len(p.args) == len(args)+1 {
		u = 0 // only for users other than the current one
	}
	in := p.device.app(args[0])
	switch {
	case p.who.uid != uidShell && p.who.uid != 0:
		return p.fail("only 'shell' or 'root' users can run this program")
	case in == nil || !in.users[u]:
		return p.fail("unknown package: %s", args[0])
	case !in.Debuggable:
		return p.fail("package not debuggable: %s", args[0])
	}
	q := *p
	q.who = user{uid: u*userRange + in.uid, context: "u:r:runas_app:s0:c512,c768", pkg: in.Name}
	q.dir, q.env = in.data(u), p.device.environment(q.who)
	if real, err := p.device.tree.resolve(q.dir, true); err == nil {
		q.dir = real
	}
	if q.args = args[1:]; len(q.args) == 0 {
		q.args = []string{"sh"}
	}
	if q.args[0] == "echo" || q.args[0] == "printf" || q.args[0] == "test" || q.args[0] == "pwd" {
		q.args = []string{"sh", "-c", quoteAll(q.args)}
	}
	return q.run()
}

func quoteAll(args []string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
	}
	return strings.Join(quoted, " ")
}
