package device

import (
	"fmt"
	"slices"
	"strings"
)

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
	lines = slices.DeleteFunc(lines, func(l logLine) bool { return !q.matches(l) })
	if q.last > 0 && len(lines) > q.last {
		lines = lines[len(lines)-q.last:]
	}
	if !strings.HasPrefix(q.format, "raw") && q.last == 0 {
		fmt.Fprintln(p.out, "--------- beginning of main")
	}
	for {
		for _, l := range lines {
			if q.matches(l) {
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

// writeLog implements the program "log".
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
