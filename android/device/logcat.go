package device

import (
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Line is a line of the device's log.
type Line struct {
	Time     string `json:"time"`
	PID      int    `json:"pid"`
	TID      int    `json:"tid"`
	Priority string `json:"priority"` // V, D, I, W, E or F
	Tag      string `json:"tag"`
	Text     string `json:"text"`
}

// Event is a log line with a known meaning.
type Event struct {
	ID      string            `json:"id"` // ID for explain
	Rule    string            `json:"rule,omitempty"`
	Meaning string            `json:"meaning"`
	Values  map[string]string `json:"values,omitempty"` // values in the line: layer, dir, package, ...
}

// logLine matches a line of logcat -v threadtime, with or without the year.
var logLine = lazyregexp.New(`^((?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d{3,9}) +(\d{1,9}) +(\d{1,9}) ([VDIWEF]) ([^:]*?) *: ?(.*)$`)

// ParseLine parses a line of logcat -v threadtime. Headings between parts of the log are not lines.
func ParseLine(text string) (Line, bool) {
	m := logLine.FindStringSubmatch(strings.TrimRight(text, "\r\n"))
	if m == nil {
		return Line{}, false
	}
	pid, _ := strconv.Atoi(m[2])
	tid, _ := strconv.Atoi(m[3])
	return Line{m[1], pid, tid, m[4], m[5], m[6]}, true
}

// Meaning returns the meaning of a line that Android writes.
func Meaning(l Line) (Event, bool) {
	m, ok := rules.MeaningOf(l.Tag, l.Text)
	return Event{m.ID, m.Rule, m.What, m.Values}, ok
}
