package device

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
	"github.com/gleslayergen/gleslayergen/rules"
)

// LogQuery says which lines of the log Logs hands over.
type LogQuery struct {
	Package string   // of this app alone, and its crashes; "": of all
	Since   string   // device time, as logcat wants it; "": all that is kept
	Follow  bool     // wait for more
	Tags    []string // beside those of Android, of rules.LogTags
}

// startTag is who tells that a process starts, from which the processes of an app are known that have ended since.
const startTag = "ActivityManager"

// Logs reads the log of a device until its end, or with Follow until each returns false or ctx ends.
func Logs(ctx context.Context, d *adb.Device, q LogQuery, s *State, each func(Line) bool) error {
	f := newLogFilter(q, s)
	return d.Stream(ctx, q.command(), func(text string) bool {
		line, ok := ParseLine(text)
		return !ok || !f.wants(line) || each(line)
	})
}

// command is the call of logcat.
func (q LogQuery) command() string {
	words := []string{"logcat", "-v", "threadtime"}
	if !q.Follow {
		words = append(words, "-d")
	}
	if q.Since != "" {
		words = append(words, "-T", adb.Quote(q.Since))
	}
	for _, tag := range append(append(rules.LogTags(), q.Tags...), startTag) {
		words = append(words, adb.Quote(tag+":V"))
	}
	return strings.Join(append(words, "'*:S'"), " ")
}

// logFilter selects the lines of the app's processes and the lines that report its crashes.
type logFilter struct {
	app   string
	user  int
	tags  []string
	pids  map[int]bool
	dumps map[int]bool // the processes that write a crash dump: of the app's?
}

func newLogFilter(q LogQuery, s *State) *logFilter {
	f := &logFilter{app: q.Package, user: s.User, tags: append(rules.LogTags(), q.Tags...), pids: map[int]bool{}, dumps: map[int]bool{}}
	if p := s.Packages[q.Package]; p != nil {
		for _, pid := range p.PIDs {
			f.pids[pid] = true
		}
	}
	return f
}

var (
	startLine = lazyregexp.New(`^Start proc (\d{1,9}):([\w.:]+)/(?:u(\d{1,6}))?`)
	crashLine = lazyregexp.New(`^pid: (\d{1,9}), .*>>> ([\w.:]+) <<<`)
)

// wants reports whether a line is one that was asked for.
func (f *logFilter) wants(l Line) bool {
	if m := startLine.FindStringSubmatch(l.Text); m != nil && l.Tag == startTag {
		pid, _ := strconv.Atoi(m[1])
		f.pids[pid] = f.owns(m[2]) && (m[3] == "" || number(m[3]) == f.user)
	}
	if !slices.Contains(f.tags, l.Tag) {
		return false
	}
	if f.app == "" || f.pids[l.PID] {
		return true
	}
	if m := crashLine.FindStringSubmatch(l.Text); m != nil && l.Tag == "DEBUG" {
		pid, _ := strconv.Atoi(m[1])
		ours, known := f.pids[pid]
		f.dumps[l.PID] = ours || !known && f.owns(m[2])
	}
	return l.Tag == "DEBUG" && f.dumps[l.PID]
}

// owns reports whether a process of this name is the app's: its own, or one with a name behind a colon.
func (f *logFilter) owns(process string) bool {
	name, _, _ := strings.Cut(process, ":")
	return name == f.app
}

const logTime = "01-02 15:04:05.000"

// Before is the time on the device's clock so long ago, as logcat wants it. "" if the device did not tell its time.
func (f *Facts) Before(ago time.Duration) string {
	at, err := time.Parse(logTime, f.Time)
	if err != nil {
		return ""
	}
	return at.Add(-ago).Format(logTime)
}
