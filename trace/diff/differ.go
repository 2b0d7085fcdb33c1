package diff

import "github.com/gleslayergen/gleslayergen/trace/file"

// mostCounts limits the counts: a malicious recording may define any number of functions.
const mostCounts = 1 << 14

// differs counts a difference of the last pair of a thread. It calls texts only if the report describes the difference.
func (c *comparison) differs(l *lane, kind Kind, parameter string, texts func(d *Difference)) {
	p := l.last
	if !c.counted(p.frame) {
		return
	}
	l.different++
	c.count(kind, p.function, parameter)
	c.describe(Difference{Kind: kind, Frame: p.frame, Thread: l.thread, A: p.a, B: p.b, Function: p.function, Parameter: parameter}, texts)
}

func (c *comparison) count(kind Kind, function, parameter string) {
	key := Count{Kind: kind, Function: function, Parameter: parameter}
	if len(c.counts) < mostCounts || c.counts[key] > 0 {
		c.counts[key]++
	}
}

// mostAlike is the maximum number of differences of a function and parameter that are described.
const mostAlike = 3

// describe adds a difference to the report, unless it has enough of them.
func (c *comparison) describe(d Difference, texts func(d *Difference)) {
	key := Count{Kind: d.Kind, Function: d.Function, Parameter: d.Parameter}
	if len(c.report.Differences) >= c.most || c.described[key] == mostAlike {
		return
	}
	c.described[key]++
	texts(&d)
	c.report.Differences = append(c.report.Differences, d)
}

// differsAt counts a difference of an argument or the result, of which element n differs; -1: all.
func (c *comparison) differsAt(l *lane, p *param, a, b *file.Call, n int) {
	kind := KindInput
	if p.answer {
		kind = KindAnswer
	} else {
		c.report.Inputs++
	}
	c.differs(l, kind, p.Name, func(d *Difference) {
		d.TextA, d.TextB = c.a.valueText(p, a, n), c.b.valueText(p, b, n)
	})
}
