package device

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"
)

// shellName is the prefix of the shell's error messages.
const shellName = "/system/bin/sh"

// shell runs a script for adb. It ends when the script and all processes with its outputs have ended, or the
// stream ends.
func (d *Device) shell(gone <-chan struct{}, script string, in io.Reader, out, err io.Writer) int {
	session, ctx := d.newSession()
	d.noise(err)
	d.loud(out, err)
	defer d.loud(out, err)
	outputCount := newOutputCount()
	p := &process{device: d, ctx: ctx, who: d.shellUser(), args: []string{"sh", "-c", script}, in: in, out: &heldOutput{out, outputCount}, err: &heldOutput{err, outputCount},
		dir: "/", env: d.environment(d.shellUser())}
	result := make(chan int, 1)
	d.run(func() {
		if !p.step("run", script, "", "") {
			result <- statusCable
			return
		}
		status := p.main(script)
		outputCount.wait(ctx)
		result <- status
	})
	select {
	case status := <-result:
		return status
	case <-gone:
		session.cancel(killed(syscall.SIGHUP))
		return 129
	}
}

// main returns the script of adb's request, or else of stdin.
func (p *process) main(script string) int {
	if script == "" {
		p.args = p.args[:1]
		return subShell(p)
	}
	return p.script(script, shellName, nil)
}

// A session can be hung up. Nothing else ends it: processes that its shell leaves in the background keep
// running.
type session struct{ cancel context.CancelCauseFunc }

func (d *Device) newSession() (session, context.Context) {
	ctx, cancel := context.WithCancelCause(d.ctx)
	return session{cancel}, ctx
}

func (d *Device) environment(who user) expand.Environ {
	home := "/"
	return expand.ListEnviron("PATH=/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin",
		"HOME="+home, "SHELL=/bin/sh", "USER="+who.name(), "LOGNAME="+who.name(), "HOSTNAME="+d.Prop("ro.product.device"),
		"TERM=dumb", "TMPDIR=/data/local/tmp", "ANDROID_ROOT=/system", "ANDROID_DATA=/data", "ANDROID_STORAGE=/storage",
		"UID="+strconv.Itoa(who.uid), "EUID="+strconv.Itoa(who.uid), "GID="+strconv.Itoa(who.uid))
}

// script interprets a script in this process.
func (p *process) script(text, name string, params []string) int {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangMirBSDKorn)).Parse(strings.NewReader(text), "")
	if err != nil {
		fmt.Fprintf(p.err, "%s: syntax error: %v\n", name, err)
		return 1
	}
	job, ctx := p.device.newJob(p.ctx, p.who, p.args)
	defer p.device.endJob(job)
	ownNumber(file, job.pid)
	holdOutputs(file)
	shell, err := interp.New(interp.Env(p.env), interp.Dir("/"), interp.StdIO(p.in, p.out, p.err), interp.Params(append([]string{"--"}, params...)...),
		interp.CallHandler(call), interp.ExecHandlers(p.exec), interp.OpenHandler(p.open), interp.StatHandler(p.statFile),
		interp.ReadDirHandler2(p.readDir), interp.AccessHandler(p.mayAccess))
	if err != nil {
		fmt.Fprintf(p.err, "%s: %v\n", name, err)
		return 1
	}
	shell.Dir = p.dir // interp.Dir would check it on this machine
	err = shell.Run(ctx, file)
	if sig, ok := context.Cause(ctx).(killed); ok {
		return 128 + int(sig)
	}
	if status, ok := errors.AsType[interp.ExitStatus](err); ok {
		return int(status)
	}
	if err != nil {
		return 1
	}
	return 0
}

// ownNumber replaces $$ by the shell's process ID on the device. The interpreter would use its own process
// ID.
func ownNumber(file *syntax.File, pid int) {
	syntax.Walk(file, func(node syntax.Node) bool {
		switch n := node.(type) {
		case *syntax.Word:
			n.Parts = ownParts(n.Parts, pid)
		case *syntax.DblQuoted:
			n.Parts = ownParts(n.Parts, pid)
		}
		return true
	})
}

func ownParts(parts []syntax.WordPart, pid int) []syntax.WordPart {
	for i, part := range parts {
		if e, ok := part.(*syntax.ParamExp); ok && e.Param != nil && e.Param.Value == "$" && e.Exp == nil {
			parts[i] = &syntax.Lit{Value: strconv.Itoa(pid)}
		}
	}
	return parts
}

// call replaces builtins of the interpreter that would access this machine, or that it lacks. Android's echo
// interprets backslashes.
func call(_ context.Context, args []string) ([]string, error) {
	switch args[0] {
	case "kill", "umask", "ulimit":
		args[0] = "/system/bin/" + args[0]
	case "echo":
		args = append([]string{"echo", "-e"}, args[1:]...)
	}
	return args, nil
}

// exec runs a program of the device.
func (p *process) exec(interp.ExecHandlerFunc) interp.ExecHandlerFunc {
	return func(ctx context.Context, args []string) error {
		hc := interp.HandlerCtx(ctx)
		q := *p
		q.ctx, q.args, q.in, q.out, q.err, q.dir, q.env = ctx, args, hc.Stdin, hc.Stdout, hc.Stderr, hc.Dir, hc.Env
		for _, w := range []io.Writer{q.out, q.err} {
			if h, ok := w.(*heldOutput); ok {
				h.outputCount.add(1)
				defer h.outputCount.add(-1)
			}
		}
		if args[0] == holdProgram {
			q.hold()
			return nil
		}
		if hc.Stdin == nil {
			q.in = strings.NewReader("")
		}
		if status := q.run(); status != 0 {
			return interp.ExitStatus(status)
		}
		return nil
	}
}
