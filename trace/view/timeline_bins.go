package view

import (
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// add adds the calls of a block to the bins of their lanes.
func (t *timeline) add(b *index.Block, lanes map[index.Lane]*lane, kinds index.Kinds) {
	for i, where := range b.Lane {
		start, end := b.Start[i], b.Start[i]+max(b.Duration[i], 0)
		if end < t.from || start >= t.to {
			continue
		}
		l := t.lane(lanes, where)
		if l == nil {
			continue
		}
		l.calls++
		first := &l.all[t.bin(start)]
		first.Calls++
		if kinds.Of(b.Function[i]) == index.Draw {
			first.Draws++
		}
		t.fill(l, start, end)
	}
}

// spread distributes the sums over the calls of a batch evenly over its bins.
func (t *timeline) spread(l *lane, a *file.Activity) {
	l.calls += a.Calls
	first, last := t.bin(int64(a.Start)), t.bin(int64(a.End))
	share := func(of, n int) int { return of*(n+1)/(last-first+1) - of*n/(last-first+1) }
	for n := range last - first + 1 {
		b := &l.all[first+n]
		b.Calls += share(a.Calls, n)
		b.Draws += share(a.Draws, n)
		b.Busy = min(b.Busy+int64(share(int(a.Busy), n)), t.edge(first+n+1)-t.edge(first+n))
	}
}

// fill adds the time of a call to its first and last bin. It only marks the start and end of the bins in
// between, so its cost does not depend on their number.
func (t *timeline) fill(l *lane, start, end int64) {
	first, last := t.bin(start), t.bin(end)
	t.busy(l, first, start, end)
	if first < last {
		t.busy(l, last, start, end)
		l.whole[first+1]++
		l.whole[last]--
	}
}

// busy adds the part of a span in a bin. The sum is limited to the length of the bin, because calls may be
// nested.
func (t *timeline) busy(l *lane, n int, start, end int64) {
	from, to := t.edge(n), t.edge(n+1)
	b := &l.all[n]
	b.Busy = min(b.Busy+max(min(end, to)-max(start, from), 0), to-from)
}

// edge returns the start of bin n. It never multiplies two times, which could overflow.
func (t *timeline) edge(n int) int64 {
	span, width := t.to-t.from, int64(t.width)
	return t.from + span/width*int64(n) + span%width*int64(n)/width
}

// bin returns the bin of a time, or the first or last one if the time is outside.
func (t *timeline) bin(at int64) int {
	n := int(float64(at-t.from) / float64(t.to-t.from) * float64(t.width))
	n = min(max(n, 0), t.width-1)
	for n > 0 && t.edge(n) > at {
		n--
	}
	for n < t.width-1 && t.edge(n+1) <= at {
		n++
	}
	return n
}
