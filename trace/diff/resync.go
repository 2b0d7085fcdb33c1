package diff

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

const (
	ahead   = 48   // calls of each thread that are first searched for the place where the calls are the same again
	far     = 2048 // and then, for the first differences
	mostFar = 32
	passed  = 1 << 16 // calls that are passed over in a search: most calls may not be played
	agreed  = 6       // consecutive calls of the same functions from which on they are
	named   = 4       // functions that the description of a difference names
)

// diverge handles calls of different functions: the call of A, and the next one of B. It finds the nearest place after which both
// threads call the same functions, or continues at their next swap.
func (c *comparison) diverge(ctx context.Context, l *lane, s *file.Span, i int) error {
	a, b, err := c.bothNextCalls(ctx, l, s.First+i, ahead)
	if err != nil {
		return err
	}
	missing, additional, found := align(a, b)
	if !found && c.searchedFar < mostFar {
		c.searchedFar++
		if a, b, err = c.bothNextCalls(ctx, l, s.First+i, far); err != nil {
			return err
		}
		missing, additional, found = align(a, b)
	}
	if !found {
		l.lost, missing = !file.IsSwap(a.names[0]), 0 // calls of A are counted until the swap
		additional, err = c.skipToSwap(l)
	} else {
		l.skip, err = missing, c.skipB(l, additional)
	}
	if err != nil {
		return err
	}
	if c.counted(l.frame) {
		l.different++
		c.report.Additional += additional
		c.count(KindCalls, a.names[0], "")
		c.describe(Difference{Kind: KindCalls, Frame: l.frame, Thread: l.thread, A: a.first, B: b.first, Function: a.names[0], Missing: missing, Additional: additional, UntilSwap: l.lost}, func(d *Difference) {
			d.TextA, d.TextB = a.text(), b.text()
		})
	}
	return nil
}

// skipB passes over calls of B that A lacks.
func (c *comparison) skipB(l *lane, calls int) error {
	for range calls {
		ok, err := c.nextB(l)
		if !ok || err != nil {
			return err
		}
		c.b.drew(l.b.span, l.b.at, onlyOne)
	}
	return nil
}

// skipToSwap makes the next swap of B the next call, and returns the number of calls before it.
func (c *comparison) skipToSwap(l *lane) (n int, err error) {
	for {
		ok, err := c.nextB(l)
		if !ok || err != nil {
			return n, err
		}
		if l.b.span.Function(l.b.at).IsSwap() {
			l.b.back()
			return n, nil
		}
		c.b.drew(l.b.span, l.b.at, onlyOne)
		n++
	}
}

// nextCalls are the next calls of a thread.
type nextCalls struct {
	first int      // index of the first one
	names []string // functions
	keys  []string // functions with their numbers, without names of objects and addresses
}

// bothNextCalls returns the next calls of a thread in A and in B, at most a number.
func (c *comparison) bothNextCalls(ctx context.Context, l *lane, from, most int) (a, b nextCalls, err error) {
	if a, err = c.a.nextCalls(ctx, l.thread, from, most, c.o.Played); err == nil {
		b, err = c.b.nextCalls(ctx, l.thread, l.b.from, most, nil)
	}
	return a, b, err
}

// nextCalls returns the next calls of a thread, at most a number.
func (s *side) nextCalls(ctx context.Context, thread uint32, from, most int, played func(*file.Call) bool) (out nextCalls, err error) {
	err = threadCalls(s.File, thread, from, passed, func(span *file.Span, i int) bool {
		if !isProgram(span, i) || played != nil && !played(span.Call(i)) {
			return ctx.Err() == nil
		}
		if len(out.names) == 0 {
			out.first = span.First + i
		}
		out.names, out.keys = append(out.names, span.Function(i).Name), append(out.keys, s.key(span, i))
		return len(out.names) < most
	})
	return out, cmp.Or(err, ctx.Err())
}

// key returns a text that is the same for calls of a function with the same numbers.
func (s *side) key(span *file.Span, i int) string {
	f, key := span.Function(i), []byte(span.Function(i).Name)
	for n, bits := range span.Cells(i)[:len(f.Params)] {
		if p := &f.Params[n]; !isAddress(p) && handleClass(p.Type) == "" && s.text.Reading(f, n).Class() == "" {
			key = binary.LittleEndian.AppendUint64(key, bits)
		}
	}
	return string(key)
}

// text returns the first names, separated by commas.
func (n nextCalls) text() string {
	text := strings.Join(n.names[:min(len(n.names), named)], ", ")
	if len(n.names) > named {
		text += ", ..."
	}
	return text
}

// align returns the least numbers of calls to leave out so that the next calls are the same: with the same numbers, or at least of
// the same functions.
func align(a, b nextCalls) (fromA, fromB int, found bool) {
	if fromA, fromB, found = alignTexts(a.keys, b.keys); found {
		return fromA, fromB, true
	}
	if fromA, fromB, found = alignTexts(a.names, b.names); found {
		return fromA, fromB, true
	}
	return 1, 1, file.IsSwap(a.names[0]) && file.IsSwap(b.names[0])
}

// alignTexts returns the least numbers of texts to leave out so that the next ones agree.
func alignTexts(a, b []string) (fromA, fromB int, found bool) {
	for sum := 1; sum < len(a)+len(b); sum++ {
		for fromA := max(0, sum-len(b)); fromA <= min(sum, len(a)); fromA++ {
			if agree(a[fromA:], b[sum-fromA:]) {
				return fromA, sum - fromA, true
			}
		}
	}
	return 0, 0, false
}

// agree reports whether two lists begin with the same texts. At the end of a recording, fewer are enough.
func agree(a, b []string) bool {
	n := min(len(a), len(b), agreed)
	return n > 0 && slices.Equal(a[:n], b[:n]) && (n == agreed || len(a) == len(b))
}

// lacksEnd counts a call of A that follows the last call of the thread in B. The first one that counts is a difference.
func (c *comparison) lacksEnd(l *lane, s *file.Span, i int) {
	c.missing(l)
	c.a.drew(s, i, onlyOne)
	if c.counted(l.frame) && !l.told {
		l.told = true
		l.different++
		c.count(KindCalls, s.Function(i).Name, "")
		c.describe(Difference{Kind: KindCalls, Frame: l.frame, Thread: l.thread, A: s.First + i, B: -1, Function: s.Function(i).Name}, func(d *Difference) {
			d.TextA, d.TextB = c.a.text.Line(s.Call(i)), "end of the thread"
		})
	}
}

// end counts the calls of a thread of B that follow its last call in A.
func (c *comparison) end(ctx context.Context, l *lane) error {
	l.frame = -1
	n, first := 0, (*file.Call)(nil)
	for !l.ended {
		ok, err := c.nextB(l)
		if err != nil {
			return err
		}
		if !ok {
			break
		}
		if n++; first == nil {
			first = l.b.span.Call(l.b.at)
		}
		if n%file.Block == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	c.endPair(l)
	if n == 0 || !c.counted(-1) {
		return nil
	}
	c.report.Additional += n
	c.count(KindCalls, first.Function.Name, "")
	c.describe(Difference{Kind: KindCalls, Frame: -1, Thread: l.thread, A: -1, B: first.Index, Function: first.Function.Name, Additional: n}, func(d *Difference) {
		d.TextA, d.TextB = "end of the thread", c.b.text.Line(first)
	})
	return nil
}

// endPair compares the GL errors of the last pair of a thread: they follow it.
func (c *comparison) endPair(l *lane) {
	p := l.last
	if !p.compared {
		return
	}
	if p.compared = false; p.errorA != p.errorB && c.report.ErrorsCompared && c.counted(p.frame) {
		c.report.Errors++
		c.differs(l, KindError, "", func(d *Difference) {
			d.TextA, d.TextB = errorText(p.errorA), errorText(p.errorB)
		})
	}
}
