package device

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A logQuery is the parsed arguments of logcat.
type logQuery struct {
	dump, clear bool
	format      string
	since       time.Time
	last        int
	pid         int
	floors      map[string]byte // by tag; "*" for all others
}

func (p *process) logQuery() (logQuery, error) {
	q := logQuery{format: "threadtime", floors: map[string]byte{}}
	var formats []string
	for args := splitFlagValues(p.args[1:]); len(args) > 0; {
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

// splitFlagValues splits --name=value.
func splitFlagValues(args []string) []string {
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

// filter parses TAG or TAG:PRIORITY.
func (q *logQuery) filter(word string) {
	tag, floor, ok := strings.Cut(word, ":")
	q.floors[tag] = 'V'
	if ok && floor != "" {
		q.floors[tag] = strings.ToUpper(floor)[0]
	}
}

// setFormat sets the format; its modifiers follow it in the list.
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

// modifier returns 1 for a format modifier, or else 0.
func modifier(word string) int {
	if slices.Contains([]string{"uid", "year", "epoch", "UTC", "usec", "zone", "color", "descriptive", "printable"}, word) {
		return 1
	}
	return 0
}

// from parses the value of -t and -T: a time, or a number of lines.
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

func (q *logQuery) matches(l logLine) bool {
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
