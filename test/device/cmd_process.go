package device

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ps knows -A, -e, -o with columns and -p.
func ps(p *process) int {
	letters, _ := flags(p.args[1:], "opu")
	columns := []string{"USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME"}
	titles := true
	if o := letters['o']; o != "" {
		columns = strings.Split(o, ",")
		titles = false
		for i, c := range columns {
			name, title, renamed := strings.Cut(c, "=")
			columns[i] = strings.ToUpper(name)
			titles = titles || !renamed || title != ""
		}
	}
	if titles {
		fmt.Fprintln(p.out, psLine(columns, map[string]string{}))
	}
	only := number(letters['p'])
	for _, j := range p.device.pids("") {
		if only != 0 && j.pid != only {
			continue
		}
		fmt.Fprintln(p.out, psLine(columns, map[string]string{"USER": j.who.name(), "UID": strconv.Itoa(j.who.uid), "PID": strconv.Itoa(j.pid), "TID": strconv.Itoa(j.pid), "PPID": "1",
			"VSZ": "0", "RSS": "0", "WCHAN": "0", "ADDR": "0", "S": "S", "NAME": j.name, "CMD": j.name, "COMM": j.name, "ARGS": strings.Join(j.args, " "), "CMDLINE": strings.Join(j.args, " "),
			"STIME": j.start.Format("15:04"), "ETIME": fmt.Sprintf("%02d:%02d", int(time.Since(j.start).Minutes()), int(time.Since(j.start).Seconds())%60), "LABEL": j.who.context}))
	}
	return 0
}

// psLine lines the columns up; a value that is not there is the title.
func psLine(columns []string, values map[string]string) string {
	var b strings.Builder
	for i, c := range columns {
		v, ok := values[c]
		if !ok {
			v = c
			if len(values) > 0 {
				v = "?"
			}
		}
		switch {
		case i == len(columns)-1:
			b.WriteString(v)
		case c == "USER" || c == "LABEL":
			fmt.Fprintf(&b, "%-13s ", v)
		default:
			fmt.Fprintf(&b, "%6s ", v)
		}
	}
	return b.String()
}

func pidof(p *process) int {
	_, names := flags(p.args[1:], "o")
	var found []string
	for _, name := range names {
		for _, j := range p.device.pids(name) {
			found = append(found, strconv.Itoa(j.pid))
		}
	}
	if len(found) == 0 {
		return 1
	}
	fmt.Fprintln(p.out, strings.Join(found, " "))
	return 0
}

var signals = map[string]syscall.Signal{"TERM": 15, "KILL": 9, "HUP": 1, "INT": 2, "QUIT": 3, "0": 0}

// kill is also pkill, whose arguments are names.
func kill(p *process) int {
	sig, args := syscall.SIGTERM, p.args[1:]
	if len(args) > 1 && args[0] == "-s" {
		args = append([]string{"-" + args[1]}, args[2:]...)
	}
	if len(args) > 0 && strings.HasPrefix(args[0], "-") {
		word := strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "SIG")
		if args = args[1:]; word == "f" || word == "" {
			word = "TERM"
		}
		n, err := strconv.Atoi(word)
		named, ok := signals[word]
		if err == nil {
			named = syscall.Signal(n)
		} else if !ok {
			return p.fail("bad signal '%s'", word)
		}
		sig = named
	}
	status := 0
	for _, arg := range args {
		pids := []int{number(arg)}
		if strings.HasSuffix(p.args[0], "pkill") {
			pids = nil
			for _, j := range p.device.pids("") {
				if strings.Contains(strings.Join(j.args, " "), arg) {
					pids = append(pids, j.pid)
				}
			}
		}
		for _, pid := range pids {
			if err := p.device.signal(p.who, pid, sig); err != nil {
				status = p.fail("%d: %s", pid, words(err))
			}
		}
	}
	return status
}

// subShell is "sh", with -c, a file, or standard input.
func subShell(p *process) int {
	args := p.args[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") && !strings.Contains(args[0], "c") {
		args = args[1:]
	}
	switch {
	case len(args) > 1 && strings.HasPrefix(args[0], "-"):
		var params []string
		if len(args) > 3 {
			params = args[3:]
		}
		return p.script(args[1], "sh", params)
	case len(args) > 0:
		text, err := p.read(args[0])
		if err != nil {
			fmt.Fprintf(p.err, "%s: can't open '%s': %s\n", shellName, args[0], words(err))
			return 127
		}
		return p.script(string(text), args[0], args[1:])
	}
	var text strings.Builder
	p.inputs(nil, func(_ string, data []byte) { text.Write(data) })
	return p.script(text.String(), "sh", nil)
}

// setsid and nohup run what follows; nothing here hangs up.
func setsid(p *process) int {
	args := p.args[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") {
		args = args[1:]
	}
	if len(args) == 0 {
		return p.fail("Needs 1 argument")
	}
	q := *p
	q.args, q.ctx = args, p.device.ctx
	return q.run()
}

// environ is "env": assignments, then a command, or all variables.
func environ(p *process) int {
	args := p.args[1:]
	for len(args) > 0 && (strings.Contains(args[0], "=") || strings.HasPrefix(args[0], "-")) {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(p.out, "PATH="+p.env.Get("PATH").String())
		return 0
	}
	q := *p
	q.args = args
	return q.run()
}

func timeout(p *process) int {
	_, args := flags(p.args[1:], "ks")
	if len(args) < 2 {
		return p.fail("Needs 2 arguments")
	}
	seconds, _ := strconv.ParseFloat(strings.TrimRight(args[0], "s"), 64)
	q := *p
	q.args = args[1:]
	job, ctx := p.device.newJob(p.ctx, p.who, q.args)
	defer p.device.endJob(job)
	q.ctx = ctx
	timer := time.AfterFunc(time.Duration(seconds*float64(time.Second)), func() { job.cancel(killed(syscall.SIGTERM)) })
	defer timer.Stop()
	if status := q.run(); ctx.Err() == nil {
		return status
	}
	return 124
}

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
	defer p.device.mu.Unlock()
	if p.device.enforce {
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

// su is what kind of su the device has, "" for none.
func (d *Device) su() string {
	switch {
	case d.options.SU == "none", d.options.SU == "" && d.options.Build == BuildUser:
		return ""
	case d.options.SU != "":
		return d.options.SU
	}
	return "aosp"
}

// switchUser is Android's own su ("su [WHO [COMMAND...]]"), or Magisk's, which has -c too.
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

// runAs becomes an app that allows it.
func runAs(p *process) int {
	u, args, ok := p.takeUser(p.args[1:])
	if !ok || len(args) == 0 {
		fmt.Fprintln(p.err, "run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]")
		return 1
	}
	if len(p.args) == len(args)+1 {
		u = 0 // not the current one
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

func (d *Device) ownPID(p *process) int {
	for _, j := range d.pids("") {
		if j.who == p.who {
			return j.pid
		}
	}
	return 1
}

func reboot(p *process) int {
	if p.who.uid != 0 && p.who.uid != uidShell {
		return p.fail("not permitted")
	}
	p.device.Reboot()
	return 0
}
