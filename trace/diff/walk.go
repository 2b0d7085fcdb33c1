package diff

import (
	"context"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// lane is a thread of A and the thread of B with the same number.
type lane struct {
	thread uint32
	b      cursor
	last   *pair // of calls that were compared; nil before the first
	ended  bool  // all calls of B were read
	told   bool  // the report has this difference
	lost   bool  // no calls are compared until the next swap
	skip   int   // number of calls of A that B lacks
	frame  int   // frame of the present call of A

	notPlayed bool // the last call of A was not played: its GL error is compared with none
	checked   bool // the last pair is of glGetError, and no call of A was not played since then

	read   uint64 // the surface of A that is current for reading
	window windowSize

	contexts         [2]uint32 // of the last pair
	calls, different int       // since the last swap
}

// pair is a pair of compared calls, whose GL errors may follow.
type pair struct {
	a, b           int // indices
	frame          int
	function       string
	errorA, errorB uint64
	compared       bool
}

func (c *comparison) lane(thread uint32) *lane {
	l := c.lanes[thread]
	if l == nil {
		l = &lane{thread: thread, last: &pair{}}
		c.lanes[thread] = l
	}
	return l
}

// span compares the calls of a span of A.
func (c *comparison) span(ctx context.Context, s *file.Span) error {
	l := c.lane(s.Thread)
	l.frame = s.Frame(0)
	for i := range s.Len {
		switch {
		case !isProgram(s, i):
			if err := c.recorderCall(&c.a, l, s, i); err != nil {
				return err
			}
		case c.o.Played != nil && !c.o.Played(s.Call(i)):
			c.report.NotPlayed++
			l.notPlayed, l.checked = true, false
			c.a.drew(s, i, onlyOne)
		default:
			if err := c.call(ctx, l, s, i); err != nil {
				return err
			}
		}
		if s.Function(i).IsSwap() && i+1 < s.Len {
			l.frame = s.Frame(i + 1)
		}
	}
	l.b.release()
	return nil
}

// recorderCall reads a call that the recorder of a side made.
func (c *comparison) recorderCall(of *side, l *lane, s *file.Span, i int) error {
	switch s.Function(i).Name {
	case file.ErrorFunction:
		if isA := of == &c.a; !isA || !l.notPlayed {
			l.last.add(isA, s.Cells(i))
		}
	case drawImage:
		return c.drawImage(of, s, i)
	case surface:
		of.addSurface(l.thread, s.First+i)
		if of == &c.a {
			c.setSurface(s, i)
		}
	}
	return nil
}

// call compares a call of A with the next one of the thread in B.
func (c *comparison) call(ctx context.Context, l *lane, s *file.Span, i int) error {
	f := s.Function(i)
	l.notPlayed = false
	if l.ended {
		c.lacksEnd(l, s, i)
		return nil
	}
	if l.skip > 0 || l.lost && !f.IsSwap() {
		l.skip = max(l.skip-1, 0)
		c.missing(l)
		c.a.drew(s, i, onlyOne)
		return nil
	}
	ok, err := c.nextB(l)
	if err != nil {
		return err
	}
	c.endPair(l)
	if !ok {
		l.ended = true
		c.lacksEnd(l, s, i)
		return nil
	}
	l.lost = false
	if b := l.b.span.Function(l.b.at); b.Name != f.Name {
		l.b.back()
		if err := c.diverge(ctx, l, s, i); err != nil {
			return err
		}
		return c.call(ctx, l, s, i)
	}
	return c.compare(l, s, i)
}

// nextB goes to the next call of the thread in B.
func (c *comparison) nextB(l *lane) (bool, error) {
	return l.b.next(c.b.File, l.thread, func(s *file.Span, i int) error { return c.recorderCall(&c.b, l, s, i) })
}

// compare compares a call of A with the present one of B, which has the same name.
func (c *comparison) compare(l *lane, s *file.Span, i int) error {
	sb, ib := l.b.span, l.b.at
	*l.last = pair{a: s.First + i, b: sb.First + ib, frame: l.frame, function: s.Function(i).Name, compared: true}
	c.report.Calls++
	l.calls++
	c.compareContexts(l, s.Context, sb.Context)
	c.compareCalls(l, s, i, sb, ib)
	l.checked = s.Function(i).Name == getError
	draw := drawn{s.First + i, l.frame, s.Context}
	c.a.drew(s, i, draw)
	c.b.drew(sb, ib, draw)
	if s.Function(i).IsSwap() {
		return c.endFrame(l, s, i, sb, ib)
	}
	return nil
}

// compareContexts compares the current contexts. Their numbers need not be the same.
func (c *comparison) compareContexts(l *lane, a, b uint32) {
	if l.contexts == [2]uint32{a, b} {
		return
	}
	l.contexts = [2]uint32{a, b}
	if c.relations.matches(relationKey{class: "context number"}, uint64(a), uint64(b)) {
		return
	}
	c.differs(l, KindContext, "", func(d *Difference) {
		d.TextA, d.TextB = fmt.Sprintf("current context %d", a), fmt.Sprintf("current context %d", b)
	})
}

// missing counts a call of A that B lacks.
func (c *comparison) missing(l *lane) {
	if c.counted(l.frame) {
		c.report.Missing++
	}
}

// add adds the GL error of a call.
func (p *pair) add(isA bool, cells []uint64) {
	if len(cells) == 0 {
		return
	}
	if isA {
		p.errorA = cells[0]
	} else {
		p.errorB = cells[0]
	}
}

// otherThreads counts the calls of the threads that only B has.
func (c *comparison) otherThreads(ctx context.Context) error {
	for _, t := range c.b.Threads() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if c.lanes[t.Number] == nil {
			if err := c.end(ctx, c.lane(t.Number)); err != nil {
				return err
			}
		}
	}
	return nil
}
