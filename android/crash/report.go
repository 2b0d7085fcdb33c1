package crash

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// What is read of a text, at most.
const (
	mostBytes  = 16 << 20
	mostFrames = 20000
)

// Entry is a line that is worth showing: a frame, or what stands around frames.
type Entry struct {
	Text  string `json:"text"`
	Frame *Frame `json:"frame,omitempty"`
}

// Report is what a text tells of crashes.
type Report struct {
	Entries []Entry `json:"entries"`
}

// heads are the beginnings of lines that say what kind of crash it is, and whose; debuggerd's and those of Go's runtime.
var heads = []string{
	"*** ***", "Build fingerprint:", "ABI:", "Timestamp:", "Cmdline:", "pid:", "signal ", "Cause:", "Abort message:", "Fatal signal",
	"backtrace:", "panic:", "fatal error:", "runtime:", "goroutine ", "[signal ", "SIG", "PC=", "created by ", "hook ",
}

// goPlace is the second line of a frame of Go: "\t/home/me/layer/hooks.go:13 +0x1c".
var goPlace = regexp.MustCompile(`^\s+(\S.*\.(?:go|s|c|cgo1\.go)):(\d{1,9})(?: \+0x[0-9a-f]+)?$`)

// goCall is the first: "main.eglChooseConfig(0x1, {0x40, 0x2})".
var goCall = regexp.MustCompile(`^[\pL_][^\s(]*(?:\.\([^)\s]+\))?[^\s(]*\(.*\)$`)

// prefix is what logcat writes before a message, in the form threadtime and in the form brief.
var prefix = regexp.MustCompile(`^(?:\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3,9} +(?:\S+ +)?\d+ +\d+ [VDIWEF] [^:]{0,100}?: ?|[VDIWEF]/[^(]{0,100}\( *\d+\): ?)`)

// Read reads a tombstone, or lines of a log.
func Read(in io.Reader) (*Report, error) {
	report := &Report{Entries: []Entry{}}
	lines := bufio.NewScanner(io.LimitReader(in, mostBytes))
	lines.Buffer(nil, 1<<20)
	call := "" // a line that may be the first of a frame of Go
	frames := 0
	for lines.Scan() {
		line := strings.TrimRight(prefix.ReplaceAllString(lines.Text(), ""), "\r")
		if f, is := ParseFrame(line); is {
			if frames++; frames > mostFrames {
				return report, fmt.Errorf("more than %d frames: the rest is not read", mostFrames)
			}
			report.Entries = append(report.Entries, Entry{strings.TrimSpace(line), &f})
		} else if place, is := parseGo(call, line); is {
			report.Entries = append(report.Entries, Entry{call, &Frame{Index: -1, Function: place.Function, Places: []Place{place}}})
		} else if isHead(line) {
			report.Entries = append(report.Entries, Entry{Text: strings.TrimSpace(line)})
		}
		call = line
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return report, errors.New("a line is longer than a megabyte: no tombstone, and no log")
	}
	return report, lines.Err()
}

func isHead(line string) bool {
	line = strings.TrimSpace(line)
	for _, h := range heads {
		if strings.HasPrefix(line, h) {
			return true
		}
	}
	return false
}

// parseGo joins the two lines of a frame of Go, which know their place already.
func parseGo(call, line string) (Place, bool) {
	m := goPlace.FindStringSubmatch(line)
	if m == nil || !goCall.MatchString(call) && !strings.HasPrefix(call, "created by ") {
		return Place{}, false
	}
	name := strings.TrimPrefix(call, "created by ")
	if i := strings.LastIndex(name, "("); i > 0 {
		name = name[:i]
	}
	n := 0
	fmt.Sscan(m[2], &n)
	return Place{name, m[1], n}, true
}

// Frames are the frames of a report that have a place in a library.
func (r *Report) Frames() []*Frame {
	var out []*Frame
	for _, e := range r.Entries {
		if e.Frame != nil && e.Frame.Index >= 0 {
			out = append(out, e.Frame)
		}
	}
	return out
}
