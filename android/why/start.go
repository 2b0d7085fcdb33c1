package why

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/rules"
)

// Start is one start of a process in the log.
type Start struct {
	PID        int
	Time       string // of its first line in the log
	SearchedAt string // when the process searched for layers
	Whole      bool   // the log includes the creation of the process
	Enabled    bool   // Android's Java code enabled layers
	Java       Text   // the list that Java passed to libEGL
	List       Text   // the list that libEGL used
	Missing    []string
	Found      []string // paths of the layers that libEGL found, in its order
	Failed     []Failure
	Denied     []string // SELinux denials, one line each
	Lines      []string // the log lines that were used, unchanged
}

// Text is a text of the log; Present is false if the log does not have it.
type Text struct {
	Present bool
	Value   string
}

// Failure is a layer that libEGL could not open, or that lacks an entry point.
type Failure struct{ Path, Why string }

// loads reports whether this start loaded a layer, and its path.
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

// line returns the first used log line that contains part.
func (s *Start) line(part string) []string {
	for _, l := range s.Lines {
		if strings.Contains(l, part) {
			return []string{"log: " + l}
		}
	}
	return nil
}

// newStart returns the last start of a process in the log, or nil.
func newStart(lines []device.Line, pid int, app string) *Start {
	s := &Start{PID: pid}
	for _, l := range lines {
		if m := startLine.FindStringSubmatch(l.Text); m != nil && l.Tag == startTag && m[1] == strconv.Itoa(pid) {
			*s = Start{PID: pid, Time: l.Time, Whole: true, Lines: []string{logLineText(l)}}
			continue
		}
		if l.PID == pid {
			s.add(l)
		}
		if strings.Contains(l.Text, "avc:") && strings.Contains(l.Text, "denied") && (l.PID == pid || app != "" && strings.Contains(l.Text, "pid="+strconv.Itoa(pid)+" ")) {
			s.Denied = append(s.Denied, logLineText(l))
		}
	}
	if s.Time == "" {
		return nil
	}
	return s
}

// logLineText formats a line like logcat.
func logLineText(l device.Line) string {
	return l.Time + " " + strconv.Itoa(l.PID) + " " + l.Priority + " " + l.Tag + ": " + l.Text
}

// add reads a log line of Android about layers.
func (s *Start) add(l device.Line) {
	event, ok := device.Meaning(l)
	if !ok || !slices.Contains(logTags, l.Tag) {
		return
	}
	if s.Time == "" {
		s.Time = l.Time
	}
	s.Lines = append(s.Lines, logLineText(l))
	v := event.Values
	switch event.ID {
	case "log-gate":
		s.Enabled = true
	case "log-java-list":
		s.Java = Text{true, strings.TrimPrefix(v["list"], "null")} // Java prints "null" for a list that is not set
	case "log-no-package":
		s.Missing = append(s.Missing, v["package"])
	case "log-list":
		if !s.List.Present || s.List.Value != v["list"] { // libEGL repeats the line for the same list after each abandoned load
			s.List, s.Found, s.Failed, s.SearchedAt = Text{true, v["list"]}, nil, nil, l.Time
		}
	case "log-found":
		s.Found = append(s.Found, v["layer"])
	case "log-failed":
		s.Failed = append(s.Failed, Failure{v["layer"], linkerReason(v["error"])})
	case "log-no-symbol":
		s.Failed = append(s.Failed, Failure{v["layer"], "it does not export " + v["symbol"]})
	}
}

// linkerReason explains what the dynamic linker reports, and says what to do about it.
func linkerReason(text string) string {
	if fault, ok := rules.LinkerFaultOf(text); ok {
		return fault.Why + " (" + text + "); to fix it, " + fault.Remedy
	}
	return text
}
