package device

import (
	"context"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// crashTags are the tags of the lines about a crash: of the signal handler, of the crash dump, and of Java's runtime.
var crashTags = []string{"libc", "DEBUG", "AndroidRuntime"}

var (
	fatalLine  = lazyregexp.New(`^Fatal signal .* in tid (\d{1,9}) .*pid (\d{1,9})`)
	dumpedLine = lazyregexp.New(`^pid: (\d{1,9}), tid: (\d{1,9}), `)
	javaLine   = lazyregexp.New(`^FATAL EXCEPTION: `)
)

// A Crash is a crash of an app in the log of a device.
type Crash struct {
	PID   int      `json:"pid"`
	TID   int      `json:"tid"` // the thread that crashed
	Time  string   `json:"time"`
	Lines []string `json:"-"` // texts of the log
}

// maxCrashLines is the maximum number of lines of one crash. A crash dump has a few hundred.
const maxCrashLines = 5000

// LastCrash returns the last crash of an app in the log, or nil if the log has none.
func LastCrash(ctx context.Context, d *adb.Device, s *State, app string) (*Crash, error) {
	var last *Crash
	err := Logs(ctx, d, LogQuery{Package: app, Tags: crashTags}, s, func(l Line) bool {
		last = last.add(l)
		return true
	})
	return last, err
}

// add returns the crash with a line of the log, or a new crash if the line begins one.
func (c *Crash) add(l Line) *Crash {
	pid, tid := crashedIn(l)
	switch {
	case pid != 0 && (c == nil || c.PID != pid):
		c = &Crash{PID: pid, TID: tid, Time: l.Time}
	case c == nil || l.Tag != "DEBUG" && pid == 0 && l.PID != c.PID:
		return c
	}
	if slices.Contains(crashTags, l.Tag) && len(c.Lines) < maxCrashLines {
		c.Lines = append(c.Lines, l.Text)
	}
	return c
}

// crashedIn returns the process and the thread of a crash that a line begins; zeros for any other line.
func crashedIn(l Line) (pid, tid int) {
	if m := fatalLine.FindStringSubmatch(l.Text); m != nil && l.Tag == "libc" {
		return number(m[2]), number(m[1])
	}
	if m := dumpedLine.FindStringSubmatch(l.Text); m != nil && l.Tag == "DEBUG" {
		return number(m[1]), number(m[2])
	}
	if javaLine.MatchString(l.Text) && l.Tag == "AndroidRuntime" {
		return l.PID, l.TID
	}
	return 0, 0
}

// TombstoneCrash returns the crash of a tombstone, which has the texts of the log without their prefixes. It returns nil if the text
// names no process.
func TombstoneCrash(text string) *Crash {
	c := &Crash{Lines: strings.Split(text, "\n")}
	for _, line := range c.Lines {
		line = strings.TrimRight(line, "\r")
		if m := dumpedLine.FindStringSubmatch(line); m != nil && c.PID == 0 {
			c.PID, c.TID = number(m[1]), number(m[2])
		}
		if at, ok := strings.CutPrefix(line, "Timestamp: "); ok && c.Time == "" {
			c.Time = at
		}
	}
	if c.PID == 0 {
		return nil
	}
	return c
}
