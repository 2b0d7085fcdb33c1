package tracecmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/layercmd"
	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// programRun is a program with layers, and its recording.
type programRun struct {
	e     *ui.Env
	f     *recordFlags
	args  []string
	path  string // of the program
	run   *loader.Run
	setup *loader.Setup
	of    record.Run
	s     *record.Session
	show  *progress

	bypass *loader.Bypass // a process that runs without layers
}

// recordProgram runs trace record -- PROGRAM.
func recordProgram(e *ui.Env, cmd *cobra.Command, f *recordFlags, args []string) error {
	ctx := cmd.Context()
	p := &programRun{e: e, f: f, args: args}
	host, err := p.prepare(cmd)
	if err != nil {
		return err
	}
	if p.run, err = host.NewRun("", *p.setup); err != nil {
		return err
	}
	defer p.run.Close()
	dir, err := link.Dir(os.Getenv)
	if err != nil {
		dir = filepath.Join(p.run.Dir, "trace")
	}
	p.of = record.NewRun(dir, f.settings())
	p.s = f.session(args[0])
	ended, err := p.record(ctx)
	if err != nil {
		return err
	}
	return p.report(ctx, ended)
}

// prepare checks the layers and the program before anything is started.
func (p *programRun) prepare(cmd *cobra.Command) (*loader.Host, error) {
	ctx, f := cmd.Context(), p.f
	layer, err := layercmd.TraceLayer(ctx, p.e, f.layer)
	if err != nil {
		return nil, err
	}
	f.run.Layers = layercmd.WithTrace(f.run.Layers, layer)
	if p.setup, err = f.run.Setup(cmd, p.args); err != nil {
		return nil, err
	}
	p.setup.Early = true // a recording has calls from before the layers would be loaded on Android
	host, err := f.run.Host(ctx)
	if err != nil {
		return nil, err
	}
	path, fault := host.FindProgram(p.args[0])
	switch {
	case fault != nil && !(fault.Layer && f.run.KeepGoing):
		return nil, fault
	case fault != nil:
		layercmd.WarnFault(p.e, fault)
	}
	p.path = path
	return host, layercmd.CheckLayers(ctx, p.e, host, p.setup, f.run.KeepGoing)
}

// grace is the time in which child processes may end after the program. Those of browsers, for example, still delete their objects.
const grace = 2 * time.Second

// record starts the program, and records it until it ends.
func (p *programRun) record(ctx context.Context) (ended loader.Ended, err error) {
	p.show = newProgress(p.e)
	p.show.follow(p.s)
	cmd := p.command(ctx)
	p.e.Err.Flush()
	failed := p.s.During(ctx, record.Program{
		From:           &record.Local{Dir: p.of.Dir, Match: record.ByRun(p.of.ID)},
		Dir:            p.of.Dir,
		Run:            func() { ended, err = loader.Launch(cmd) },
		Grace:          grace,
		Show:           func(over func() bool) { p.show.watch(ctx, p.s, p.f.limit(), p.lookFor(over)) },
		OnControlError: func(err error) { warnNoControl(p.e, err) },
		OnSearchError: func(err error) {
			p.show.notef("gleslayergen: warning: new processes of the program are not recorded any more: %v", err)
		},
	})
	return ended, errors.Join(err, p.failed(failed, ended))
}

// lookFor returns over, which also looks for a process without layers while nothing is recorded.
func (p *programRun) lookFor(over func() bool) func() bool {
	return func() bool {
		if p.bypass == nil && len(p.s.Statuses()) == 0 {
			p.bypass = p.run.Bypass()
		}
		return over()
	}
}

// command returns the program with the standard streams of this process.
func (p *programRun) command(ctx context.Context) *exec.Cmd {
	cmd := p.run.Command(context.WithoutCancel(ctx), p.path, p.args[1:]...)
	cmd.Args[0] = p.args[0]
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if p.f.asJSON {
		cmd.Stdout = os.Stderr
	}
	cmd.Env = p.of.Environ(cmd.Env)
	return cmd
}

// failed returns the error of the recording. If the program's exit code takes precedence, it prints the error
// instead.
func (p *programRun) failed(err error, ended loader.Ended) error {
	if err == nil || ended.Code == 0 {
		if err != nil {
			printRecordings(p.e, p.s.Statuses())
		}
		return err
	}
	for _, one := range ui.SplitErrors(err) {
		p.e.Notef("gleslayergen: %s", ui.OneLine(one.Error()))
	}
	return nil
}

// recordReport is the JSON report of trace record and trace start.
type recordReport struct {
	Schema     int             `json:"schema"`
	Program    []string        `json:"program,omitempty"`
	Status     int             `json:"status"` // exit code of the program, or 0
	Recordings []record.Status `json:"recordings"`
	Replay     []replayCheck   `json:"replay,omitempty"` // whether the recordings can be replayed, with --replayable
}

// report prints the result and returns the exit code as an error.
func (p *programRun) report(ctx context.Context, ended loader.Ended) error {
	list := p.s.Statuses()
	if ended.Signal != 0 {
		p.e.Notef("gleslayergen: %s was ended by signal %d: %v", ui.OneLine(p.args[0]), ended.Signal, syscall.Signal(ended.Signal))
	}
	printRecordings(p.e, list)
	replay, unfit := p.f.checkReplay(ctx, p.e, list)
	if p.f.asJSON {
		if err := p.e.PrintJSON(recordReport{1, p.args, ended.Code, list, replay}); err != nil {
			return err
		}
	}
	missing := cmp.Or(p.missing(list), incomplete(list), unfit)
	switch {
	case ended.Code != 0:
		if missing != nil {
			p.e.Warnf("%v", missing)
			if hint := ui.HintOf(missing); hint != "" {
				p.e.Notef("hint: %s", ui.OneLine(hint))
			}
		}
		return ui.ProgramStatus(ended.Code)
	}
	return missing
}

// missing returns the error of a run without a recording.
func (p *programRun) missing(list []record.Status) error {
	if len(list) > 0 {
		return nil
	}
	if err := p.show.failed; err != nil {
		return &notRecorded{fmt.Sprintf("%s: nothing was recorded: %v", p.args[0], err), ui.HintOf(err)}
	}
	if p.bypass != nil {
		return &notRecorded{fmt.Sprintf("%s: nothing was recorded: %v", p.args[0], p.bypass), p.bypass.Hint()}
	}
	line := strings.Join(p.args, " ")
	why, hint := "the trace layer of the program did not register in the directory "+p.of.Dir, "if the program ended immediately, let the trace layer write the file itself: GLTRACE_FILE=FILE gleslayergen run --layer gltrace -- "+line
	if processes, err := p.run.Stats(); err == nil {
		if lack := loader.Summarize(processes, p.setup).Lack(); lack != "" {
			why, hint = lack, "to see whether the program loads layers: gleslayergen run --layer LAYER -- "+line
		}
	}
	return &notRecorded{fmt.Sprintf("%s: nothing was recorded: %s", p.args[0], why), hint}
}

// notRecorded is the error of a program or app without a recording.
type notRecorded struct{ what, hint string }

func (n *notRecorded) Error() string { return n.what }
func (n *notRecorded) Hint() string  { return n.hint }
func (n *notRecorded) ExitCode() int { return ui.ExitNotLoaded }
