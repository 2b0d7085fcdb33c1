package tracecmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// tickTime is the interval of the progress messages.
const tickTime = 200 * time.Millisecond

// progress prints the progress of a recording on a terminal, in one line that changes.
type progress struct {
	e        *ui.Env
	terminal io.Writer // nil if messages do not go to a terminal
	mu       sync.Mutex
	shown    bool
	failed   error // the first error
}

func newProgress(e *ui.Env) *progress {
	return &progress{e: e, terminal: terminal(e)}
}

// terminal returns the terminal that messages go to, or nil if there is none or its lines cannot be
// rewritten.
func terminal(e *ui.Env) io.Writer {
	if f, ok := e.Err.W.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		return f
	}
	return nil
}

// notef prints a message above the progress line.
func (p *progress) notef(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	p.e.Notef("%s", ui.OneLine(fmt.Sprintf(format, args...)))
}

// clear removes the progress line.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.terminal, "\r\x1b[K")
		p.shown = false
	}
}

// line shows a line on the terminal instead of the previous one.
func (p *progress) line(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.terminal != nil {
		fmt.Fprint(p.terminal, "\r"+text+"\x1b[K")
		p.shown = true
	}
}

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// follow makes a session print the recordings that it starts, and its errors.
func (p *progress) follow(s *record.Session) {
	started := s.OnStart
	s.OnStart = func(is record.Status) {
		if started != nil {
			started(is)
		}
		p.notef("gleslayergen: process %d (%s): recording to %s", is.PID, is.Process, is.File)
	}
	s.OnError = func(_ link.Registration, err error) {
		p.notef("gleslayergen: warning: %s", err)
		if hint := ui.HintOf(err); hint != "" {
			p.notef("hint: %s", hint)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.failed == nil {
			p.failed = err
		}
	}
}

// watch shows the progress of a session until over returns true. When ctx is done or the time limit has
// passed, it waits until the session has stopped.
func (p *progress) watch(ctx context.Context, s *record.Session, limit time.Duration, over func() bool) {
	tick := time.NewTicker(tickTime)
	defer tick.Stop()
	defer p.end()
	var begun time.Time
	ended := false
	stopped := ctx.Done()
	for !over() {
		select {
		case <-stopped:
			s.Stop()
			stopped = nil
		case <-tick.C:
		}
		list := s.Statuses()
		if begun.IsZero() && len(list) > 0 {
			begun = time.Now()
		}
		if limit > 0 && !begun.IsZero() && time.Since(begun) >= limit {
			s.Stop()
		}
		if len(list) > 0 && !ended {
			p.line(amount(record.Total(list)))
		}
		if !ended && len(list) > 0 && list[0].Reason == "stopped" && s.IsFinished() && !over() {
			ended = true
			p.notef("gleslayergen: the recording has ended; the program continues")
		}
	}
}

// printRecordings prints the result of each recording.
func printRecordings(e *ui.Env, list []record.Status) {
	for _, s := range list {
		e.Notef("gleslayergen: %s: %s%s", ui.OneLine(s.File), amount(s.Progress), ending(s.Reason))
	}
}

// endings explains the reasons for which a recorder ends a recording. The usual reasons need no text.
var endings = map[string]string{"": "", "stopped": "", "exit": "", "disconnected": "; the connection to the program was lost", "disk": "; a write to the file failed",
	"full": "; the file reached its size limit", "closed": "; the program closed a file descriptor of the trace layer"}

func ending(reason string) string {
	words, known := endings[reason]
	if !known {
		return "; reason: " + ui.OneLine(reason)
	}
	return words
}
