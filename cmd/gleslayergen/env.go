package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/text"
	"github.com/gleslayergen/gleslayergen/doctor"
	"github.com/gleslayergen/gleslayergen/registry"
)

// env is what a command gets from outside: the three streams, the network of registry fetch, the machine.
type env struct {
	in  io.Reader
	out *screen // data
	err *screen // messages

	client  *http.Client
	origins []registry.Origin
	machine *doctor.Machine // where doctor looks
}

// printf writes data.
func (e *env) printf(format string, args ...any) { fmt.Fprintf(e.out, format, args...) }

// notef writes a message for the reader at the terminal.
func (e *env) notef(format string, args ...any) { fmt.Fprintf(e.err, format+"\n", args...) }

// printJSON writes a report. Each report has "schema": 1 as its first member.
func (e *env) printJSON(report any) error {
	enc := json.NewEncoder(e.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(report)
}

// screen is a stream a person may look at. It escapes control characters, so that no text from outside
// can drive a terminal, and remembers the first error, so that commands need not look at each write.
type screen struct {
	mu     sync.Mutex // several devices may have something to say at once
	w      io.Writer
	begun  []byte // the first bytes of a character whose others have not come yet
	failed error
}

// Write never reports a failure: run does, at the end.
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := append(s.begun, p...)
	whole := text.Whole(all)
	s.begun = append([]byte(nil), all[whole:]...)
	s.print(string(all[:whole]))
	return len(p), nil
}

// broken reports whether nobody reads any more.
func (s *screen) broken() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed != nil
}

// flush writes what waits for the rest of its character in vain.
func (s *screen) flush() {
	s.print(string(s.begun))
	s.begun = nil
}

func (s *screen) print(words string) {
	if s.failed == nil && words != "" {
		_, s.failed = io.WriteString(s.w, text.Escape(words))
	}
}

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	return newEnv(in, out, errOut).run(ctx, args)
}

func newEnv(in io.Reader, out, errOut io.Writer) *env {
	return &env{in: in, out: &screen{w: out}, err: &screen{w: errOut},
		client: fetchClient(), origins: registry.Origins, machine: doctor.This()}
}

func (e *env) run(ctx context.Context, args []string) int {
	err := e.execute(ctx, args)
	e.out.flush()
	e.err.flush()
	if err == nil && e.out.failed != nil {
		err = &writeError{e.out.failed}
	}
	return e.report(ctx, err)
}
