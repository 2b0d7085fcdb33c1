package layercmd

import (
	"context"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/loader"
)

// notLoaded is the error of a layer that cannot be loaded.
type notLoaded struct{ *loader.Fault }

func (notLoaded) ExitCode() int { return ui.ExitNotLoaded }

// runProgram checks the layers, runs the program until it ends or stop is closed, and prints the report.
func runProgram(ctx context.Context, e *ui.Env, host *loader.Host, s *loader.Setup, f *RunFlags, args []string, stop <-chan struct{}) error {
	path, fault := host.FindProgram(args[0])
	if fault != nil && !(fault.Layer && f.KeepGoing) {
		return fault
	}
	if fault != nil {
		WarnFault(e, fault)
	}
	if err := CheckLayers(ctx, e, host, s, f.KeepGoing); err != nil {
		return err
	}
	reported := *s
	reported.Report = true
	r, err := host.NewRun("", reported)
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
	e.Err.Flush()
	ended, err := loader.LaunchUntil(cmd, stop)
	if err != nil {
		return err
	}
	return reportRun(e, r, s, f, args, ended)
}

// CheckLayers returns the first error that Android would find, or with keepGoing prints all as warnings.
func CheckLayers(ctx context.Context, e *ui.Env, host *loader.Host, s *loader.Setup, keepGoing bool) error {
	faults := host.CheckLayers(ctx, s)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case len(faults) > 0 && !keepGoing:
		return notLoaded{faults[0]}
	}
	for _, fault := range faults {
		WarnFault(e, fault)
	}
	return nil
}

func WarnFault(e *ui.Env, fault *loader.Fault) {
	e.Warnf("%s", fault.Error())
	e.Notef("hint: %s", ui.OneLine(fault.Hint()))
}

// crashes are the signals of a crash, in the program or in a layer.
var crashes = []syscall.Signal{syscall.SIGSEGV, syscall.SIGBUS, syscall.SIGILL, syscall.SIGFPE, syscall.SIGABRT}

// reportRun prints the report and returns the exit code as an error.
func reportRun(e *ui.Env, r *loader.Run, s *loader.Setup, f *RunFlags, args []string, ended loader.Ended) error {
	processes, err := r.Stats()
	if err != nil {
		e.Warnf("the summary is incomplete, because the report of a process cannot be read: %v", err)
		err = nil
	}
	sum := loader.Summarize(processes, s)
	sum.Program, sum.Status, sum.Signal = args, ended.Code, ended.Signal
	if ended.Signal != 0 {
		e.Notef("gleslayergen: %s was ended by signal %d: %v", ui.OneLine(args[0]), ended.Signal, syscall.Signal(ended.Signal))
		if slices.Contains(crashes, syscall.Signal(ended.Signal)) {
			e.Notef("hint: to find the cause, run the program in gdb, with the same flags: gleslayergen run ... -- gdb -ex run -ex bt --args %s", ui.OneLine(strings.Join(args, " ")))
		}
	}
	lack := sum.Lack()
	if lack != "" {
		e.Warnf("%s: %s", args[0], lack)
	}
	if f.asJSON {
		err = e.PrintJSON(sum)
	} else {
		for _, line := range sum.Lines() {
			e.Notef("gleslayergen: %s", ui.OneLine(line))
		}
	}
	switch {
	case err != nil:
		return err
	case f.strict && lack != "" && ended.Signal == 0:
		return ui.ProgramStatus(ui.ExitNotLoaded)
	case ended.Code != 0:
		return ui.ProgramStatus(ended.Code)
	}
	return nil
}
