package why

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/device"
)

// Start is one start of a process, as the log reports it.
type Start struct {
	PID     int
	Time    string // of its first line that is known
	Looked  string // when it looked for the layers
	Whole   bool   // the log goes back to the moment at which it was made
	Enabled bool   // Java let layers in
	Java    Text   // the list that Java handed over
	List    Text   // the list that libEGL took
	Missing []string
	Found   []string // paths that were found, in libEGL's order
	Failed  []Failure
	Denied  []string // what SELinux denied, line by line
	Lines   []string // what this was taken from, verbatim
}

// Text is a text that may not have been said.
type Text struct {
	Said  bool
	Value string
}

// Failure is a layer that libEGL could not open, or that has no entry point.
type Failure struct{ Path, Why string }

// loads reports whether this start loaded every name of the list, and the path of each.
func (s *Start) loads(name string) (path string, ok bool) {
	if s == nil || len(s.Failed) > 0 {
		return "", false
	}
	for _, p := range s.Found {
		if p == name || strings.HasSuffix(p, "/"+name) {
			return p, true
		}
	}
	return "", false
}

// line is the first line that was taken from the log with this in it.
func (s *Start) line(part string) []string {
	for _, l := range s.Lines {
		if strings.Contains(l, part) {
			return []string{"log: " + l}
		}
	}
	return nil
}

// newStart is what the log has of a process, from its last start on; nil if it has nothing.
func newStart(lines []device.Line, pid int, app string) *Start {
	s := &Start{PID: pid}
	for _, l := range lines {
		if m := startLine.FindStringSubmatch(l.Text); m != nil && l.Tag == startTag && m[1] == strconv.Itoa(pid) {
			*s = Start{PID: pid, Time: l.Time, Whole: true, Lines: []string{shown(l)}}
			continue
		}
		if l.PID == pid {
			s.add(l)
		}
		if strings.Contains(l.Text, "avc:") && strings.Contains(l.Text, "denied") && (l.PID == pid || app != "" && strings.Contains(l.Text, "pid="+strconv.Itoa(pid)+" ")) {
			s.Denied = append(s.Denied, shown(l))
		}
	}
	if s.Time == "" {
		return nil
	}
	return s
}

// shown is a line as logcat has it.
func shown(l device.Line) string {
	return l.Time + " " + strconv.Itoa(l.PID) + " " + l.Priority + " " + l.Tag + ": " + l.Text
}

// add takes what a line of Android's own says.
func (s *Start) add(l device.Line) {
	event, ok := device.Meaning(l)
	if !ok || !slices.Contains(logTags, l.Tag) {
		return
	}
	if s.Time == "" {
		s.Time = l.Time
	}
	s.Lines = append(s.Lines, shown(l))
	v := event.Values
	switch event.ID {
	case "log-gate":
		s.Enabled = true
	case "log-java-list":
		s.Java = Text{true, strings.TrimPrefix(v["list"], "null")} // as Java writes what is not set
	case "log-no-package":
		s.Missing = append(s.Missing, v["package"])
	case "log-list":
		if !s.List.Said || s.List.Value != v["list"] { // said again for the same list after each load that was abandoned
			s.List, s.Found, s.Failed, s.Looked = Text{true, v["list"]}, nil, nil, l.Time
		}
	case "log-found":
		s.Found = append(s.Found, v["layer"])
	case "log-failed":
		s.Failed = append(s.Failed, Failure{v["layer"], v["error"]})
	case "log-no-symbol":
		s.Failed = append(s.Failed, Failure{v["layer"], "no " + v["symbol"]})
	}
}
