package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/gleslayergen/gleslayergen/loader"
)

// programStatus is how the program ended, which is our own exit code.
type programStatus int

func (s programStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }
func (s programStatus) ExitCode() int { return int(s) }

// notLoaded is a layer that cannot be loaded.
type notLoaded struct{ *loader.Fault }

func (notLoaded) ExitCode() int { return exitNotLoaded }

// runProgram is run: looking, starting, telling.
func (e *env) runProgram(ctx context.Context, host *loader.Host, s *loader.Setup, f *runFlags, args []string) error {
	path, fault := host.FindProgram(args[0])
	if fault != nil && !(fault.Layer && f.keepGoing) {
		return fault
	}
	if fault != nil {
		e.warnFault(fault)
	}
	if err := e.checkLayers(ctx, host, s, f.keepGoing); err != nil {
		return err
	}
	r, err := host.NewRun("", *s)
	if err != nil {
		return err
	}
	defer r.Close()
	cmd := r.Command(context.WithoutCancel(ctx), path, args[1:]...)
	cmd.Args[0] = args[0]
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if f.asJSON {
		cmd.Stdout = os.Stderr
	}
	e.err.flush()
	ended, err := loader.Launch(cmd)
	if err != nil {
		return err
	}
	return e.tellRun(r, s, f, args, ended)
}

// checkLayers ends with the fault that Android meets first, or tells of all as warnings.
func (e *env) checkLayers(ctx context.Context, host *loader.Host, s *loader.Setup, keepGoing bool) error {
	faults := host.CheckLayers(ctx, s)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case len(faults) > 0 && !keepGoing:
		return notLoaded{faults[0]}
	}
	for _, fault := range faults {
		e.warnFault(fault)
	}
	return nil
}

func (e *env) warnFault(fault *loader.Fault) {
	e.warnf("%s", fault.Error())
	e.notef("hint: %s", oneLine(fault.Hint()))
}

// warnf tells of what does not end the command.
func (e *env) warnf(format string, args ...any) {
	e.notef("gleslayergen: warning: %s", oneLine(fmt.Sprintf(format, args...)))
}

// crashes are the signals of a fault, in the program or in a layer.
var crashes = []syscall.Signal{syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGILL, syscall.SIGFPE, syscall.SIGABRT}

// tellRun says what happened, and gives the exit code.
func (e *env) tellRun(r *loader.Run, s *loader.Setup, f *runFlags, args []string, ended loader.Ended) error {
	boards, err := r.Boards()
	if err != nil {
		e.warnf("what a process left cannot be read: %v", err)
		err = nil
	}
	sum := loader.Summarize(boards, s)
	sum.Program, sum.Status, sum.Signal = args, ended.Code, ended.Signal
	if ended.Signal != 0 {
		e.notef("gleslayergen: %s was ended by signal %d: %v", oneLine(args[0]), ended.Signal, syscall.Signal(ended.Signal))
		if slices.Contains(crashes, syscall.Signal(ended.Signal)) {
			e.notef("hint: to see where, put a debugger before the program: -- gdb -ex run -ex bt --args %s", oneLine(strings.Join(args, " ")))
		}
	}
	lack := sum.Lack()
	if lack != "" {
		e.warnf("%s: %s", args[0], lack)
	}
	if f.asJSON {
		err = e.printJSON(sum)
	} else {
		for _, line := range sum.Lines() {
			e.notef("gleslayergen: %s", oneLine(line))
		}
	}
	switch {
	case err != nil:
		return err
	case f.strict && lack != "":
		return programStatus(exitNotLoaded)
	case ended.Code != 0:
		return programStatus(ended.Code)
	}
	return nil
}
