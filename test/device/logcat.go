package device

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A logLine is one of the device's log.
type logLine struct {
	time     time.Time
	pid, uid int
	priority byte
	tag      string
	text     string
}

// The log keeps so many lines.
const logLimit = 20000

// A logBuffer can be waited for.
type logBuffer struct {
	mu    sync.Mutex
	lines []logLine
	first int           // the number of lines[0]
	more  chan struct{} // closed when a line comes
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

// from gives the lines since a number, the next number, and what tells of more.
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

// A logQuery is what logcat was asked for.
type logQuery struct {
	dump, clear bool
	format      string
	since       time.Time
	last        int
	pid         int
	floors      map[string]byte // by tag; "*" for all others
}

func logcat(p *process) int {
	q, err := p.logQuery()
	if err != nil {
		fmt.Fprintf(p.err, "logcat: %v\n", err)
		return 1
	}
	b := &p.device.log
	if q.clear {
		b.clear()
		return 0
	}
	lines, next, more := b.from(0)
	lines = slices.DeleteFunc(lines, func(l logLine) bool { return !q.wants(l) })
	if q.last > 0 && len(lines) > q.last {
		lines = lines[len(lines)-q.last:]
	}
	if !strings.HasPrefix(q.format, "raw") && q.last == 0 {
		fmt.Fprintln(p.out, "--------- beginning of main")
	}
	for {
		for _, l := range lines {
			if q.wants(l) {
				if _, err := fmt.Fprintln(p.out, l.format(q.format)); err != nil {
					return 1
				}
			}
		}
		if q.dump {
			return 0
		}
		select {
		case <-more:
		case <-p.ctx.Done():
			return 143
		}
		lines, next, more = b.from(next)
	}
}

func (p *process) logQuery() (logQuery, error) {
	q := logQuery{format: "threadtime", floors: map[string]byte{}}
	var formats []string
	for args := parted(p.args[1:]); len(args) > 0; {
		word := args[0]
		args = args[1:]
		value := func() (v string) {
			if len(args) > 0 {
				v, args = args[0], args[1:]
			}
			return v
		}
		switch word {
		case "-d":
			q.dump = true
		case "-c":
			q.clear = true
		case "-s":
			q.floors["*"] = 'S'
		case "-b", "--buffer":
			value()
		case "-v", "--format":
			formats = append(formats, strings.FieldsFunc(value(), func(r rune) bool { return r == ',' || r == ' ' })...)
		case "--pid":
			q.pid = number(value())
		case "-t", "-T":
			q.dump = q.dump || word == "-t"
			if err := q.from(value()); err != nil {
				return q, err
			}
		default:
			if strings.HasPrefix(word, "-") {
				return q, fmt.Errorf("unrecognized option '%s'", word)
			}
			q.filter(word)
		}
	}
	q.setFormat(formats)
	return q, nil
}

// parted parts --name=value in two.
func parted(args []string) []string {
	var out []string
	for _, arg := range args {
		if name, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(arg, "--") {
			out = append(out, name, value)
		} else {
			out = append(out, arg)
		}
	}
	return out
}

// filter is TAG or TAG:PRIORITY.
func (q *logQuery) filter(word string) {
	tag, floor, ok := strings.Cut(word, ":")
	q.floors[tag] = 'V'
	if ok && floor != "" {
		q.floors[tag] = strings.ToUpper(floor)[0]
	}
}

// setFormat puts the one format before the words that only change it.
func (q *logQuery) setFormat(formats []string) {
	if len(formats) == 0 {
		return
	}
	slices.SortStableFunc(formats, func(a, b string) int { return modifier(a) - modifier(b) })
	if modifier(formats[0]) == 1 {
		formats = append([]string{"threadtime"}, formats...)
	}
	q.format = strings.Join(formats, ",")
}

// modifier is 1 for a word that only changes a format.
func modifier(word string) int {
	if slices.Contains([]string{"uid", "year", "epoch", "UTC", "usec", "zone", "color", "descriptive", "printable"}, word) {
		return 1
	}
	return 0
}

// from reads the value of -t and -T: a time, or a number of lines.
func (q *logQuery) from(text string) error {
	if n, err := strconv.Atoi(text); err == nil {
		q.last = n
		return nil
	}
	for _, layout := range []string{"2006-" + logTime, logTime} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			if t.Year() == 0 {
				t = t.AddDate(now().Year(), 0, 0)
			}
			q.since = t
			return nil
		}
	}
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		q.since = time.UnixMilli(int64(seconds * 1000))
		return nil
	}
	return fmt.Errorf("%q: not a time", text)
}

const priorities = "VDIWEFS"

func (q *logQuery) wants(l logLine) bool {
	if l.time.Truncate(time.Millisecond).Before(q.since) || q.pid != 0 && l.pid != q.pid {
		return false
	}
	floor, ok := q.floors[l.tag]
	if !ok {
		if floor, ok = q.floors["*"]; !ok {
			return true
		}
	}
	return strings.IndexByte(priorities, l.priority) >= strings.IndexByte(priorities, floor)
}

// writeLog is the program "log".
func writeLog(p *process) int {
	letters, rest := flags(p.args[1:], "pt")
	priority, tag := byte('I'), "log"
	if v := letters['p']; v != "" {
		priority = strings.ToUpper(v)[0]
	}
	if v := letters['t']; v != "" {
		tag = v
	}
	p.device.WriteLog(p.device.ownPID(p), p.who.uid, priority, tag, strings.Join(rest, " "))
	return 0
}
