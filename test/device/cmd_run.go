package device

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// subShell implements "sh" with -c, a file, or stdin.
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
			fmt.Fprintf(p.err, "%s: can't open '%s': %s\n", shellName, args[0], errorText(err))
			return 127
		}
		return p.script(string(text), args[0], args[1:])
	}
	var text strings.Builder
	p.inputs(nil, func(_ string, data []byte) { text.Write(data) })
	return p.script(text.String(), "sh", nil)
}

// setsid and nohup run their arguments. The device sends no hangup signal.
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

// environ implements "env": assignments followed by a command, or a list of all variables.
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
	args := p.args[1:]
	for len(args) > 0 && strings.HasPrefix(args[0], "-") { // the options of the command are its own
		valued := strings.Trim(args[0], "-") == "k" || strings.Trim(args[0], "-") == "s"
		args = args[1:]
		if valued && len(args) > 0 {
			args = args[1:]
		}
	}
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

func reboot(p *process) int {
	if p.who.uid != 0 && p.who.uid != uidShell {
		return p.fail("not permitted")
	}
	p.device.Reboot()
	return 0
}
