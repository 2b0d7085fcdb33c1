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

	"github.com/gleslayergen/gleslayergen/templates"
)

// childFlag makes the program the child. It looks like a flag, so that a program that does not know it stops.
const childFlag = "-print-template-pack"

// run has a child carry out the task, and gives so many texts that come of it.
func (t *task) run(ctx context.Context, texts int) ([][]byte, error) {
	timed, cancel := context.WithTimeout(ctx, t.Limits.Time)
	defer cancel()
	c, err := start(timed, t)
	if err != nil {
		return nil, fmt.Errorf("the process that prints the pack: %w", err)
	}
	got := &answers{contents: make([][]byte, texts), rest: t.Limits.Bytes}
	err = got.read(c.out)
	late := timed.Err() != nil
	if err != nil && !errors.Is(err, errBrokeOff) { // one that broke off says why by its exit code
		cancel()
	}
	ended := c.end()
	switch {
	case got.done:
		return got.contents, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case late:
		return nil, t.fault(got, fmt.Sprintf("not done after %v; does it loop without end?", t.Limits.Time))
	case errors.Is(err, errTooMuch):
		return nil, t.fault(got, t.Limits.tooMuch())
	case errors.Is(err, errBrokeOff):
		return nil, t.fault(got, t.whyEnded(ended, c.said.String()))
	}
	return nil, err
}

// child is a process that prints a pack.
type child struct {
	cmd  *exec.Cmd
	in   io.Closer
	out  io.Reader
	said *beginning
}

// start starts a child with nothing around it but its task. The pipe to it stays open as long as it shall live: it ends
// when we do, however that comes.
func start(ctx context.Context, t *task) (*child, error) {
	self, err := ownProgram()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, self, childFlag)
	cmd.Args[0] = os.Args[0] // for lists of processes
	cmd.Env = []string{}
	ownGroup(cmd)
	said := &beginning{}
	cmd.Stderr = said
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
	go gob.NewEncoder(in).Encode(t) // a child that ends before it has read all says why
	return &child{cmd, in, out, said}, nil
}

// end waits for a child that has said all it will say.
func (c *child) end() error {
	c.in.Close()
	return c.cmd.Wait()
}

// fault names the file that was being printed. Others may have been, too, but this one came first and took longest.
func (t *task) fault(got *answers, why string) error {
	if t.Go != nil {
		return &templates.Error{Place: t.Pack.Where, Why: "the check of its Go files: " + why, Advice: "nothing was written; look into the pack before you trust it"}
	}
	f := t.Pack.Files[max(got.missing(), 0)]
	name := f.Template
	if name == "" {
		return t.Pack.Fault(f, "emit %s: %s", f.Emit, why)
	}
	return &templates.Error{Place: t.Pack.Place(name, 0), Why: why, Advice: "nothing was written; look into the pack before you trust it"}
}

// whyEnded says why the child ended before it was done.
func (t *task) whyEnded(err error, said string) string {
	first, _, _ := strings.Cut(said, "\n")
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == exitMemory, containsAny(said, noMemory):
		return fmt.Sprintf("it takes more than %d MB of memory", t.Limits.Memory>>20)
	case strings.Contains(said, "stack exceeds"):
		return "it calls itself without end"
	}
	return fmt.Sprintf("%v: %v: %.200s", errBrokeOff, err, first)
}

// noMemory are the words with which a runtime, or a C library that starts a thread for it, ends where the system gives no memory.
var noMemory = []string{"out of memory", "cannot allocate memory", "pthread_create failed", "failed to create new OS thread"}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}

// beginning keeps the first bytes of what the child says when it crashes.
type beginning struct{ bytes.Buffer }

func (b *beginning) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(0, maxError-b.Len()))])
	return len(p), nil
}
