package device

import (
	"fmt"
	"strings"
	"time"
)

// date supports the formats of strftime that tools use.
func date(p *process) int {
	t := now()
	format := "%a %b %e %H:%M:%S %Z %Y"
	for _, arg := range p.args[1:] {
		if f, ok := strings.CutPrefix(arg, "+"); ok {
			format = f
		} else if arg == "-u" {
			t = t.UTC()
		}
	}
	fmt.Fprintln(p.out, strftime(format, t))
	return 0
}

func strftime(format string, t time.Time) string {
	return strings.NewReplacer("%Y", t.Format("2006"), "%m", t.Format("01"), "%d", t.Format("02"), "%H", t.Format("15"), "%M", t.Format("04"),
		"%S", t.Format("05"), "%s", fmt.Sprint(t.Unix()), "%N", t.Format("000000000")[:0]+fmt.Sprintf("%09d", t.Nanosecond()), "%z", t.Format("-0700"),
		"%Z", t.Format("MST"), "%a", t.Format("Mon"), "%b", t.Format("Jan"), "%e", t.Format("_2"), "%F", t.Format("2006-01-02"), "%T", t.Format("15:04:05"), "%3N", fmt.Sprintf("%03d", t.Nanosecond()/1e6)).Replace(format)
}
