package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/trace/link"
	"github.com/gleslayergen/gleslayergen/trace/session"
)

// How often it is looked for a recorder before there is one, when its calls wait in small buffers, and for more after that.
const (
	firstLook = 5 * time.Millisecond
	nextLook  = 50 * time.Millisecond
)

// programRun is a program under the layers, and its recording.
type programRun struct {
	e      *env
	f      *recordFlags
	args   []string
	path   string // of the program
	run    *loader.Run
	setup  *loader.Setup
	folder string // where its recorders register
	s      *session.Session
	show   *progress
}

// recordProgram is trace record -- PROGRAM.
func (e *env) recordProgram(cmd *cobra.Command, f *recordFlags, args []string) error {
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
	if p.folder, err = link.Folder(os.Getenv); err != nil {
		p.folder = filepath.Join(p.run.Dir, "trace")
	}
	p.s = f.session(args[0])
	ended, err := p.record(ctx)
	if err != nil {
		return err
	}
	return p.tell(ended)
}

// prepare looks at the layers and the program before anything is started.
func (p *programRun) prepare(cmd *cobra.Command) (*loader.Host, error) {
	ctx, f := cmd.Context(), p.f
	layer, err := p.e.traceLayer(ctx, f.layer)
	if err != nil {
		return nil, err
	}
	f.run.layers = withTrace(f.run.layers, layer)
	if p.setup, err = f.run.setup(cmd, p.args); err != nil {
		return nil, err
	}
	host, err := f.run.host(ctx)
	if err != nil {
		return nil, err
	}
	path, fault := host.FindProgram(p.args[0])
	switch {
	case fault != nil && !(fault.Layer && f.run.keepGoing):
		return nil, fault
	case fault != nil:
		p.e.warnFault(fault)
	}
	p.path = path
	return host, p.e.checkLayers(ctx, host, p.setup, f.run.keepGoing)
}

// record starts the program, and records it until it ends. That the recording fails is no reason to end the program.
func (p *programRun) record(ctx context.Context) (loader.Ended, error) {
	following, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	if err := p.s.Serve(following, p.folder); err != nil {
		p.e.warnf("trace stop and trace status will not reach this recording: %v", err)
	}
	show := p.e.progress()
	show.tell(p.s)
	p.show = show
	cmd := p.run.Command(context.WithoutCancel(ctx), p.path, p.args[1:]...)
	cmd.Args[0] = p.args[0]
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if p.f.asJSON {
		cmd.Stdout = os.Stderr
	}
	cmd.Env = p.environ(cmd.Env)
	p.e.err.flush()
	over, followed, watched := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(followed)
		from := &session.Local{Folder: p.folder, Want: session.ByEnvironment(loader.EnvRun, p.run.Dir)}
		if err := p.s.Follow(following, from, firstLook, nextLook); err != nil {
			show.notef("gleslayergen: warning: %s", err)
		}
	}()
	go func() {
		defer close(watched)
		show.watch(ctx, p.s, p.f.limit(), func() bool { return isClosed(over) })
	}()
	ended, err := loader.Launch(cmd)
	stop()
	<-followed
	p.s.Stop()
	failed := p.s.Wait()
	close(over)
	<-watched
	return ended, errors.Join(err, p.failed(failed, ended))
}

// failed is what went wrong with the recording. It is told of at once where the program's own exit code goes before.
func (p *programRun) failed(err error, ended loader.Ended) error {
	if err == nil || ended.Code == 0 {
		if err != nil {
			p.e.tellRecorded(p.s.Statuses())
		}
		return err
	}
	for _, one := range split(err) {
		p.e.notef("gleslayergen: %s", oneLine(one.Error()))
	}
	return nil
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// environ adds the recorder's settings; those that an outer recording left are not for this one.
func (p *programRun) environ(env []string) []string {
	const prefix = "GLTRACE_"
	env = slices.DeleteFunc(env, func(pair string) bool {
		return strings.HasPrefix(pair, prefix) && !strings.HasPrefix(pair, prefix+"MEMORY=")
	})
	env = append(env, prefix+"FOLDER="+p.folder)
	for _, name := range p.f.settings() {
		env = append(env, prefix+strings.ToUpper(name)+"=1")
	}
	return env
}

// recordReport is trace record --json, and what the other verbs that record report.
type recordReport struct {
	Schema     int              `json:"schema"`
	Program    []string         `json:"program,omitempty"`
	Status     int              `json:"status"`
	Recordings []session.Status `json:"recordings"`
}

// tell says what came of it, and gives the exit code.
func (p *programRun) tell(ended loader.Ended) error {
	list := p.s.Statuses()
	if ended.Signal != 0 {
		p.e.notef("gleslayergen: %s was ended by signal %d: %v", oneLine(p.args[0]), ended.Signal, syscall.Signal(ended.Signal))
	}
	p.e.tellRecorded(list)
	if p.f.asJSON {
		if err := p.e.printJSON(recordReport{1, p.args, ended.Code, list}); err != nil {
			return err
		}
	}
	missing := p.missing(list)
	switch {
	case ended.Code != 0:
		if missing != nil {
			p.e.warnf("%v", missing)
		}
		return programStatus(ended.Code)
	}
	return missing
}

// missing is the error of a run of which nothing was recorded.
func (p *programRun) missing(list []session.Status) error {
	if len(list) > 0 {
		return nil
	}
	if err := p.show.failed; err != nil {
		return &notRecorded{fmt.Sprintf("%s: nothing was recorded: %v", p.args[0], err), hintOf(err)}
	}
	why := "its recorder was not found in " + p.folder
	if boards, err := p.run.Boards(); err == nil {
		if lack := loader.Summarize(boards, p.setup).Lack(); lack != "" {
			why = lack
		}
	}
	return &notRecorded{fmt.Sprintf("%s: nothing was recorded: %s", p.args[0], why), "see what becomes of layers in it: gleslayergen run --layer LAYER -- " + strings.Join(p.args, " ")}
}

// notRecorded is a program or app of which nothing is recorded.
type notRecorded struct{ what, hint string }

func (n *notRecorded) Error() string { return n.what }
func (n *notRecorded) Hint() string  { return n.hint }
func (n *notRecorded) ExitCode() int { return exitNotLoaded }
