package ui

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/gleslayergen/gleslayergen/doctor"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Env is what a command gets from its caller: the three streams, the network, the machine.
type Env struct {
	In  io.Reader
	Out *Stream // data
	Err *Stream // messages

	Client  *http.Client // of registry fetch
	Origins []registry.Origin
	Machine *doctor.Machine
	Version string // of the tool
}

// NewEnv returns the environment of a run with these streams. It has no network.
func NewEnv(in io.Reader, out, errOut io.Writer) *Env {
	return &Env{In: in, Out: &Stream{W: out}, Err: &Stream{W: errOut}, Machine: doctor.This()}
}

// Printf writes data.
func (e *Env) Printf(format string, args ...any) { fmt.Fprintf(e.Out, format, args...) }

// Notef writes a message and a newline.
func (e *Env) Notef(format string, args ...any) { fmt.Fprintf(e.Err, format+"\n", args...) }

// Warnf writes a warning: the command continues.
func (e *Env) Warnf(format string, args ...any) {
	e.Notef("gleslayergen: warning: %s", OneLine(fmt.Sprintf(format, args...)))
}

// PrintJSON writes a report. The first member of each report is "schema": 1.
func (e *Env) PrintJSON(report any) error {
	enc := json.NewEncoder(e.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(report)
}

// Finish flushes the streams, reports err, and returns the exit code.
func (e *Env) Finish(ctx context.Context, err error) int {
	e.Out.Flush()
	e.Err.Flush()
	if err == nil && e.Out.failed != nil {
		err = &writeError{e.Out.failed}
	}
	return e.Report(ctx, err)
}

// Stream writes text for a terminal. It escapes control characters, so that text from files and devices cannot control
// the terminal. It keeps the first error, which Finish reports.
type Stream struct {
	mu      sync.Mutex // commands on several devices write at the same time
	W       io.Writer
	partial []byte // the first bytes of an incomplete UTF-8 sequence
	failed  error
}

// Write always succeeds; Finish reports errors.
func (s *Stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := append(s.partial, p...)
	whole := Whole(all)
	s.partial = append([]byte(nil), all[whole:]...)
	s.print(string(all[:whole]))
	return len(p), nil
}

// Broken reports whether a write has failed.
func (s *Stream) Broken() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed != nil
}

// Flush writes an incomplete UTF-8 sequence.
func (s *Stream) Flush() {
	s.print(string(s.partial))
	s.partial = nil
}

func (s *Stream) print(text string) {
	if s.failed == nil && text != "" {
		_, s.failed = io.WriteString(s.W, Escape(text))
	}
}
