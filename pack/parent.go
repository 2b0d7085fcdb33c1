package pack

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/process"
	"github.com/gleslayergen/gleslayergen/internal/recovery"
	"github.com/gleslayergen/gleslayergen/templates"
)

// childFlag starts the program as a child. It has the form of a flag, so that a program without it fails.
const childFlag = "-print-template-pack"

// run runs the task in a child and returns the given number of texts.
func (t *task) run(ctx context.Context, texts int) ([][]byte, error) {
	timed, cancel := context.WithTimeout(ctx, t.Limits.Time)
	defer cancel()
	c, err := start(timed, t)
	if err != nil {
		return nil, fmt.Errorf("cannot start the process that renders the template pack: %w", err)
	}
	got := &answers{contents: make([][]byte, texts), rest: t.Limits.Bytes}
	err = got.read(c.out)
	late := timed.Err() != nil
	if err != nil && !errors.Is(err, errEndedEarly) { // otherwise its exit status has the reason
		cancel()
	}
	ended := c.end()
	switch {
	case got.done:
		return got.contents, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case late:
		return nil, t.fault(got, t.whyLate())
	case errors.Is(err, errTooMuch):
		return nil, t.fault(got, t.Limits.tooMuch())
	case errors.Is(err, errEndedEarly):
		return nil, t.fault(got, t.whyEnded(ended, c.said.String()))
	}
	return nil, err
}

// child is a process that renders a pack.
type child struct {
	cmd  *exec.Cmd
	in   io.Closer
	out  io.Reader
	said *beginning
}

// start starts a child with an empty environment and sends it the task. The child exits when its standard
// input is closed, so it never outlives this process.
func start(ctx context.Context, t *task) (*child, error) {
	self, err := ownProgram()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, childFlag)
	cmd.Args[0] = os.Args[0] // shown in process lists
	cmd.Env = []string{}
	process.OwnGroup(cmd)
	output := &beginning{}
	cmd.Stderr = output
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	recovery.Go(func() { _ = gob.NewEncoder(in).Encode(t) }) // if the child exits before it has read everything, its exit status has the reason
	return &child{cmd, in, out, output}, nil
}

// end waits for a child whose output was read.
func (c *child) end() error {
	c.in.Close()
	return c.cmd.Wait()
}

// fault names the first file that is not rendered. Files are rendered in parallel, but this one was started
// first.
func (t *task) fault(got *answers, why string) error {
	if t.Go != nil {
		return &templates.Error{Place: t.Pack.Where, Why: "the check of the Go files of the pack failed: " + why, Advice: "nothing was written; correct the pack, or use a pack from a source that you trust"}
	}
	f := t.Pack.Files[max(got.missing(), 0)]
	name := f.Source()
	if name == "" {
		return t.Pack.Fault(f, "emit %s: %s", f.Emit, why)
	}
	return &templates.Error{Place: t.Pack.Place(name, 0), Why: why, Advice: "nothing was written; correct the pack, or use a pack from a source that you trust"}
}

// whyLate returns the reason for a task that exceeds its time limit.
func (t *task) whyLate() string {
	if t.Go != nil {
		return fmt.Sprintf("the check did not finish within %v", t.Limits.Time)
	}
	return fmt.Sprintf("rendering did not finish within %v; the template may contain an endless loop", t.Limits.Time)
}

// whyEnded returns the reason why the child exited early.
func (t *task) whyEnded(err error, output string) string {
	first, _, _ := strings.Cut(output, "\n")
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == exitMemory, containsAny(output, noMemory):
		what := "rendering"
		if t.Go != nil {
			what = "the check"
		}
		return fmt.Sprintf("%s exceeds the memory limit of %d MiB", what, t.Limits.Memory>>20)
	case strings.Contains(output, "stack exceeds"):
		return "the stack overflowed; the template may contain an endless recursion"
	}
	return fmt.Sprintf("%v: %v: %.200s", errEndedEarly, err, first)
}

// noMemory are messages of the Go runtime, and of the C library when it starts a thread, for failed
// allocations. The garbage collector of Go 1.26 does not check one of its own: it dereferences null
// (runtime.(*spanQueue).tryDrain). No other code of the child can cause that signal: it is pure Go.
var noMemory = []string{"out of memory", "cannot allocate memory", "pthread_create failed", "failed to create new OS thread",
	"SIGSEGV: segmentation violation\nPC="}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// beginning keeps the first bytes of the child's standard error.
type beginning struct{ bytes.Buffer }

func (b *beginning) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(0, maxError-b.Len()))])
	return len(p), nil
}
