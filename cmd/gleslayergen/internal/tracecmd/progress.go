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

// How often a terminal is told how a recording goes, and how often others are.
const (
	tickTime  = 200 * time.Millisecond
	plainTime = 10 * time.Second
)

// progress tells how a recording goes: on a terminal in one line that changes, elsewhere in a line now and then.
type progress struct {
	e        *ui.Env
	terminal io.Writer // nil: it is none
	mu       sync.Mutex
	shown    bool
	last     time.Time
	said     record.Progress
	failed   error // the first of what could not be recorded
}

func newProgress(e *ui.Env) *progress {
	return &progress{e: e, last: time.Now(), terminal: terminal(e)}
}

// terminal is where messages go, if that is one on which a line can change; else nil.
func terminal(e *ui.Env) io.Writer {
	if f, ok := e.Err.W.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" {
		return f
	}
	return nil
}

// notef tells something beside the line that changes.
func (p *progress) notef(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	p.e.Notef("%s", ui.OneLine(fmt.Sprintf(format, args...)))
}

// clear takes the line away, if there is one.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.terminal, "\r\x1b[K")
		p.shown = false
	}
}

// show tells how it stands, if it is time.
func (p *progress) show(is record.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.terminal != nil:
		fmt.Fprint(p.terminal, "\r"+amount(is)+"\x1b[K")
		p.shown = true
	case time.Since(p.last) >= plainTime && is != p.said:
		p.e.Notef("%s", amount(is))
		p.last, p.said = time.Now(), is
	}
}

func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

// tell has a session tell what it begins and what it cannot record.
func (p *progress) tell(s *record.Session) {
	s.OnStart = func(is record.Status) {
		p.notef("gleslayergen: process %d (%s) is recorded into %s", is.PID, is.Process, is.File)
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

// watch shows how a session goes until over says that it is, or, once ctx is done or its time is up, until it has stopped.
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
			p.show(record.Total(list))
		}
		if !ended && len(list) > 0 && list[0].Reason == "stopped" && s.IsFinished() && !over() {
			ended = true
			p.notef("gleslayergen: the recording is over; the program goes on")
		}
	}
}

// printRecordings tells what came of each recording.
func printRecordings(e *ui.Env, list []record.Status) {
	for _, s := range list {
		e.Notef("gleslayergen: %s: %s%s", ui.OneLine(s.File), amount(s.Progress), ending(s.Reason))
	}
	if lost := record.Total(list); lost.Dropped > 0 {
		e.Warnf("%d calls came faster than they could be sent", lost.Dropped)
		e.Notef("hint: leave out what is not needed (--untimed, --no-textures, --no-arrays), or let the program wait: --block")
	}
}

// endings are a recorder's words for how a recording ended, of which the usual ones need none.
var endings = map[string]string{"": "", "stopped": "", "exit": "", "disconnected": "; its program or the way to it was gone", "disk": "; then the file took no more",
	"full": "; then the file was as large as it may be", "closed": "; its program closed files that are not its own"}

func ending(reason string) string {
	words, known := endings[reason]
	if !known {
		return "; it ended: " + ui.OneLine(reason)
	}
	return words
}
