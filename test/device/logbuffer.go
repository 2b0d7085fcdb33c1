package device

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// A logLine is a line of the device's log.
type logLine struct {
	time     time.Time
	pid, uid int
	priority byte
	tag      string
	text     string
}

// The maximum number of lines in the log.
const logLimit = 20000

// A logBuffer is a log that readers can wait for.
type logBuffer struct {
	mu    sync.Mutex
	lines []logLine
	first int           // the number of lines[0]
	more  chan struct{} // closed when a line is added
}

func (b *logBuffer) add(l logLine) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, l)
	if over := len(b.lines) - logLimit; over > 0 {
		b.lines, b.first = slices.Clone(b.lines[over:]), b.first+over
	}
	if b.more != nil {
		close(b.more)
		b.more = nil
	}
}

// from returns the lines since a number, the next number, and a channel that is closed when there are more
// lines.
func (b *logBuffer) from(n int) ([]logLine, int, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.more == nil {
		b.more = make(chan struct{})
	}
	start := min(max(n-b.first, 0), len(b.lines))
	return slices.Clone(b.lines[start:]), b.first + len(b.lines), b.more
}

func (b *logBuffer) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.first += len(b.lines)
	b.lines = nil
}

// WriteLog adds a line to the log, as a process of the device would. The priority is one of VDIWEF.
func (d *Device) WriteLog(pid, uid int, priority byte, tag, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		d.log.add(logLine{now(), pid, uid, priority, tag, line})
	}
}

const logTime = "01-02 15:04:05.000"

func (l logLine) format(format string) string {
	at := l.time.Format(logTime)
	if strings.Contains(format, "epoch") {
		at = fmt.Sprintf("%.3f", float64(l.time.UnixMilli())/1000)
	} else if strings.Contains(format, "year") {
		at = l.time.Format("2006-" + logTime)
	}
	switch {
	case strings.HasPrefix(format, "brief"):
		return fmt.Sprintf("%c/%-8s(%5d): %s", l.priority, l.tag, l.pid, l.text)
	case strings.HasPrefix(format, "raw"):
		return l.text
	case strings.HasPrefix(format, "tag"):
		return fmt.Sprintf("%c/%-8s: %s", l.priority, l.tag, l.text)
	case strings.HasPrefix(format, "time"):
		return fmt.Sprintf("%s %c/%-8s(%5d): %s", at, l.priority, l.tag, l.pid, l.text)
	case strings.Contains(format, "uid"):
		return fmt.Sprintf("%s %5d %5d %5d %c %-8s: %s", at, l.uid, l.pid, l.pid, l.priority, l.tag, l.text)
	}
	return fmt.Sprintf("%s %5d %5d %c %-8s: %s", at, l.pid, l.pid, l.priority, l.tag, l.text)
}
