package file

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// batch is the data about a batch in the index.
type batch struct {
	offset      int64
	size, count int32
	thread      int32 // index in index.threads
	context     uint32
	draws       int32
	floor       uint64 // key of the previous call of the thread
	first, last uint64 // keys of the first and last call of the batch
	end         uint64 // ticks at which the call that ended last ended
	busy        uint64 // ticks in calls
}

// unmerged is the data about a batch that is needed until its calls are merged.
type unmerged struct {
	functions *callees
	longest   uint64 // ticks of the longest call
	marks     part   // in pending.marks
	groups    part   // in pending.groups
	tail      int32  // draw calls after the last swap
}

// part is a range of a list.
type part struct{ from, to int32 }

// pending is the data about the batches that are not merged yet.
type pending struct {
	batches pages[unmerged]
	marks   pages[mark]
	groups  pages[groupMark]
	gaps    map[int32]*Gap      // by batch
	sets    map[string]*callees // shared by batches that call the same functions
}

func newPending() pending { return pending{gaps: map[int32]*Gap{}, sets: map[string]*callees{}} }

// of returns the data of one of the n batches of the recording.
func (p *pending) of(number int32, n int) *unmerged {
	return p.batches.at(int(number) - n + p.batches.n)
}

// groupMark is a call that opens or closes a debug group.
type groupMark struct {
	place int32
	opens bool
}

// mark is a swap or the image of a frame.
type mark struct {
	place int32
	image bool
	draws int32  // draw calls since the previous swap
	ago   uint32 // for an image: swaps since it was taken, 0 for the following swap
	end   uint64 // ticks
	next  uint64 // key of the next call; valid only if the batch has one
}

// reference is the position of the chunk of a batch or payload in the file.
type reference struct{ offset, size int64 }

// scan parses a batch and adds it to the index. It decodes the parameters only if the batch uses a function
// whose arguments the index needs.
func (x *index) scan(body []byte, chunkThread uint32, at reference) error {
	b, err := format.Parse(body)
	if err != nil {
		return err
	}
	if b.Thread != chunkThread {
		return fmt.Errorf("the batch is from thread %d, but its chunk header names thread %d", b.Thread, chunkThread)
	}
	if err := x.define(b, at.offset); err != nil {
		return err
	}
	used, err := x.functions.used(b.Used, at.offset)
	if err != nil {
		return err
	}
	read, c := b.SkimInto, &x.scanned
	if slices.ContainsFunc(used, (*Function).needsArguments) {
		read = b.DecodeInto
	}
	if err := read(c, layouts(used)); err != nil {
		return err
	}
	if b.Count == 0 {
		return nil
	}
	t, err := x.thread(b.Thread)
	if err != nil {
		return err
	}
	out := batch{offset: at.offset, size: int32(at.size), thread: t, context: b.Context, count: int32(b.Count), floor: x.threads[t].last}
	o := orderOf(c, out.floor)
	out.first, out.last = o.keys[0], o.keys[b.Count-1]
	u := unmerged{}
	if u.functions, err = x.callees(used); err != nil {
		return err
	}
	out.measure(&u, c)
	if err := x.mark(&out, &u, used, c, &o); err != nil {
		return err
	}
	return x.add(b, out, u)
}

// measure sums the durations of the calls.
func (b *batch) measure(u *unmerged, c *format.Calls) {
	b.end = b.last
	for i, end := range c.Ends {
		took := end - min(c.Starts[i], end)
		b.busy += took
		u.longest = max(u.longest, took)
		b.end = max(b.end, end)
	}
}

// mark adds marks for swaps, images and groups, reads the attributes of contexts, and counts draw calls.
func (x *index) mark(b *batch, u *unmerged, used []*Function, c *format.Calls, o *order) error {
	var class [format.MaxUsed]class
	for i, f := range used {
		class[i] = f.class
	}
	p := &x.pending
	u.marks.from, u.groups.from = int32(p.marks.n), int32(p.groups.n)
	for place := range c.Function {
		call := o.call(place)
		switch k := class[c.Function[call]]; k {
		case plain:
		case draw:
			u.tail++
			b.draws++
		case push, pop:
			p.groups.add(groupMark{int32(place), k == push})
		case newContext:
			if err := x.setAttributes(c.Cells(call)); err != nil {
				return err
			}
		case frameImage: // an image without data, for which the recorder had no memory, is not assigned to a frame
			if hasCaptured(c.Captures(call)) {
				p.marks.add(mark{place: int32(place), image: true, ago: ago(used[c.Function[call]], c.Cells(call))})
			}
		case swap:
			m := mark{place: int32(place), draws: u.tail, end: max(c.Ends[call], o.keys[place])}
			if place+1 < int(b.count) {
				m.next = o.keys[place+1]
			}
			u.tail = 0
			p.marks.add(m)
		}
	}
	u.marks.to, u.groups.to = int32(p.marks.n), int32(p.groups.n)
	return nil
}

// needsArguments reports whether the index needs the arguments of the function's calls.
func (f *Function) needsArguments() bool { return f.class == newContext || f.class == frameImage }

// hasCaptured reports whether data was captured. It can be lost.
func hasCaptured(captures []format.Capture) bool {
	return slices.ContainsFunc(captures, func(c format.Capture) bool {
		return c.Kind == tracepb.Capture_CAPTURE_DATA || c.Kind == tracepb.Capture_CAPTURE_LOST
	})
}

// ago returns the value of the argument "ago", or 0 if there is none.
func ago(f *Function, cells []uint64) uint32 {
	for i, p := range f.Params {
		if p.Name == "ago" && i < len(cells) {
			return uint32(cells[i])
		}
	}
	return 0
}
