package confine

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/gleslayergen/gleslayergen/templates"
)

// childFlag makes the program the child. It looks like a flag, so that a program that does not know it stops.
const childFlag = "-print-template-pack"

// run has a child carry out the task, and gives the contents of the files.
func (t *task) run(ctx context.Context) ([][]byte, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	timed, cancel := context.WithTimeout(ctx, t.Limits.Time)
	defer cancel()
	cmd := exec.CommandContext(timed, self, childFlag)
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
	// The pipe stays open as long as the child shall live: it ends when we do, however that comes.
	go gob.NewEncoder(in).Encode(t)
	got := &answers{contents: make([][]byte, len(t.Pack.Files)), rest: t.Limits.Bytes}
	err = got.read(out)
	late := timed.Err() != nil
	if !got.done {
		cancelUnlessEnded(err, cancel)
	}
	in.Close()
	ended := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case got.done:
		return got.contents, nil
	case late:
		return nil, t.fault(got, fmt.Sprintf("not printed after %v; does it loop without end?", t.Limits.Time))
	case errors.Is(err, errTooMuch):
		return nil, t.fault(got, t.Limits.tooMuch())
	case errors.Is(err, errBrokeOff):
		return nil, t.fault(got, t.whyEnded(ended, said.String()))
	}
	return nil, err
}

// cancelUnlessEnded ends a child whose answer was refused. One that broke off has ended already, or is about to, and
// says why by its exit code.
func cancelUnlessEnded(err error, cancel func()) {
	if !errors.Is(err, errBrokeOff) {
		cancel()
	}
}

// fault names the file that was being printed. Others may have been, too, but this one came first and took longest.
func (t *task) fault(got *answers, why string) error {
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
	case errors.As(err, &exit) && exit.ExitCode() == exitMemory, strings.Contains(said, "out of memory"), strings.Contains(said, "cannot allocate memory"):
		return fmt.Sprintf("it takes more than %d MB of memory", t.Limits.Memory>>20)
	case strings.Contains(said, "stack exceeds"):
		return "it calls itself without end"
	}
	return fmt.Sprintf("%v: %v: %.200s", errBrokeOff, err, first)
}

// beginning keeps the first bytes of what the child says when it crashes.
type beginning struct{ bytes.Buffer }

func (b *beginning) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(0, maxError-b.Len()))])
	return len(p), nil
}
