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

// LogQuery selects the lines that Logs returns.
type LogQuery struct {
	Package string   // only this app and its crashes; "": all apps
	Since   string   // device time in the format of logcat; "": the whole log
	Follow  bool     // wait for new lines
	Tags    []string // tags besides those of Android, which are in rules.LogTags
}

// startTag is the tag of lines that report the start of a process. From these, processes of an app that have
// ended are known.
const startTag = "ActivityManager"

// Logs reads the log of a device to its end. With Follow, it reads until each returns false or ctx ends.
func Logs(ctx context.Context, d *adb.Device, q LogQuery, s *State, each func(Line) bool) error {
	f := newLogFilter(q, s)
	_, err := d.Stream(ctx, q.command(), func(text string) bool {
		line, ok := ParseLine(text)
		return !ok || !f.matches(line) || each(line)
	})
	return err
}

// command returns the call of logcat.
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
	dumps map[int]bool // processes that write a crash dump, by whether it is one of the app's
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

// matches reports whether a line matches the query.
func (f *logFilter) matches(l Line) bool {
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

// owns reports whether a process name belongs to the app: the package name, also with a suffix after a colon.
func (f *logFilter) owns(process string) bool {
	name, _, _ := strings.Cut(process, ":")
	return name == f.app
}

const logTime = "01-02 15:04:05.000"

// Before returns the device time that long ago, in the format of logcat, or "" if the device did not report
// its time.
func (f *Facts) Before(ago time.Duration) string {
	at, err := time.Parse(logTime, f.Time)
	if err != nil {
		return ""
	}
	return at.Add(-ago).Format(logTime)
}
