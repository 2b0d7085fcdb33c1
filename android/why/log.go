package why

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/device"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// These expressions match log lines about starts, in addition to those of rules/data/logs.txt.
const (
	startTag = "ActivityManager"
	denial   = "avc: *denied"
)

// logTags are the log tags under which Android reports layers.
var logTags = []string{"libEGL", "GraphicsEnvironment"}

// maxLogLines is the maximum number of log lines to read.
const maxLogLines = "4000"

// logScript returns a script that filters the log on the device, where it may be large.
func logScript() string {
	picked := "-e '" + startTag + " *: Start proc ' -e '" + denial + "'"
	for _, tag := range logTags {
		picked += " -e ' " + tag + " *: '"
	}
	return "logcat -d -v threadtime | grep " + picked + " | tail -n " + maxLogLines
}

// startLine matches the line of a new process: "Start proc 4711:com.example.game/u0a123 for ...". The number
// after u is the user.
var startLine = lazyregexp.New(`^Start proc (\d{1,9}):([\w.]+)(?::[\w.]+)?/(?:u(\d{1,6}))?`)

// readLog finds the last start of the app in the log, and the messages of zygote.
func (e *Evidence) readLog(log string, zygotes []string) {
	var lines []device.Line
	for text := range strings.Lines(log) {
		if l, ok := device.ParseLine(text); ok {
			lines = append(lines, l)
		}
	}
	if pid := e.lastPID(lines); pid != 0 {
		e.Start = newStart(lines, pid, e.App.Package)
	}
	for _, zygote := range zygotes {
		pid, _ := strconv.Atoi(zygote)
		if s := newStart(lines, pid, ""); s != nil && s.List.Present {
			e.Zygote = s
		}
	}
}

// lastPID returns the process that runs, or the last process in the log.
func (e *Evidence) lastPID(lines []device.Line) int {
	if e.Process.PID != 0 {
		return e.Process.PID
	}
	others := map[int]bool{} // processes that were started for other users
	for _, l := range lines {
		if m := startOf(l, e.App.Package); m != nil && !e.owns(m) {
			others[number(m[1])] = true
		}
	}
	for _, l := range slices.Backward(lines) {
		if m := startOf(l, e.App.Package); m != nil && e.owns(m) {
			return number(m[1])
		}
		if event, ok := device.Meaning(l); ok && event.ID == "log-gate" && event.Values["package"] == e.App.Package && !others[l.PID] {
			return l.PID
		}
	}
	return 0
}

// startOf parses a line that reports the start of an app; nil for other lines.
func startOf(l device.Line, app string) []string {
	if m := startLine.FindStringSubmatch(l.Text); m != nil && l.Tag == startTag && m[2] == app {
		return m
	}
	return nil
}

// owns reports whether a start is one of the queried user.
func (e *Evidence) owns(start []string) bool { return start[3] == "" || number(start[3]) == e.User }

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
