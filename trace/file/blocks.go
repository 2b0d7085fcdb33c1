package file

import (
	"math"
	"time"
)

// Block is the number of calls of a block, the unit of summaries of calls.
const Block = 4096

// block is the summary of a block. Its times include those of its calls, and may include more.
type block struct {
	functions  Set  // functions that it calls, of those with low IDs
	more       bool // whether it calls other functions, too
	start, end uint64
}

// mostSummed is the maximum number of functions that a summary distinguishes: programs call a few hundred,
// but a malicious recording may define any number.
const mostSummed = 4096

func (b *block) call(id int) {
	if id < mostSummed {
		b.functions.Add(uint32(id))
	} else {
		b.more = true
	}
}

// summarize adds the next calls of a lane, up to a place in its batch, to the summaries of their blocks.
func (x *index) summarize(l *lane, b *batch, u *unmerged, to int) {
	for from := l.place; from < to; {
		call := x.calls + from - l.place
		n := call / Block
		next := min(to, from+(n+1)*Block-call)
		if n == x.blocks.n {
			x.blocks.add(block{start: math.MaxUint64})
		}
		one := x.blocks.at(n)
		start, end := b.first, b.end
		if l.calls == nil {
			u.functions.each(one)
		} else {
			start, end = l.calls.keys[from], min(b.end, l.calls.keys[next-1]+u.longest)
			for _, at := range l.calls.functions[from:next] {
				one.call(l.calls.used[at].ID)
			}
		}
		one.start, one.end = min(one.start, start), max(one.end, end)
		from = next
	}
}

// callees has the IDs of the functions that a batch calls.
type callees []int

func (c *callees) each(b *block) {
	for _, id := range *c {
		b.call(id)
	}
}

// callees returns the shared set of a list of functions.
func (x *index) callees(used []*Function) (*callees, error) {
	var key []byte
	for _, f := range used {
		key = append(key, byte(f.ID), byte(f.ID>>8), byte(f.ID>>16)) // there are at most a million
	}
	if c := x.pending.sets[string(key)]; c != nil {
		return c, nil
	}
	c := make(callees, len(used))
	for i, f := range used {
		c[i] = f.ID
	}
	x.pending.sets[string(key)] = &c
	return &c, x.keep(24 * len(used))
}

// MayCall reports whether block n may have calls of one of the functions.
func (f *File) MayCall(n int, functions Set) bool {
	return locked(f, func(x *index) bool {
		if n < 0 || n >= x.blocks.n {
			return false
		}
		b := x.blocks.at(n)
		return b.functions.Meets(functions) || b.more && len(functions) > mostSummed/64
	})
}

// Within returns the blocks that may have calls in a time span, in order.
func (f *File) Within(from, to time.Duration) (out []int) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	x, c := f.x, f.x.clock
	for n := range x.blocks.n {
		if b := x.blocks.at(n); c.at(b.start) < to && c.at(b.end) >= from {
			out = append(out, n)
		}
	}
	return out
}

// Activity is the sum over the calls of a batch.
type Activity struct {
	Thread, Context uint32
	Start, End      time.Duration
	Busy            time.Duration // in calls
	Calls, Draws    int
}

// Activities calls each with the activities that overlap a time span.
func (f *File) Activities(from, to time.Duration, each func(Activity)) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	x, c := f.x, f.x.clock
	for i := range x.batches.n {
		b := x.batches.at(i)
		start, end := c.at(b.first), c.at(b.end)
		if start < to && end >= from {
			busy := c.at(b.first+b.busy) - start
			each(Activity{x.threads[b.thread].Number, b.context, start, end, max(busy, 0), int(b.count), int(b.draws)})
		}
	}
}
