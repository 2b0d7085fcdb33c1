package why

import "strings"

// Start is what the log tells of one start of a process.
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
