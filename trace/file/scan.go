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
	marks     []mark
	tail      int // draw calls after the last swap
	functions *callees
	longest   uint64 // ticks of the longest call
	gap       *Gap
}

// mark is a call in a batch that the index needs.
type mark struct {
	place int32
	class class
	draws int32  // draw calls since the previous swap
	end   uint64 // ticks
	next  uint64 // key of the next call; valid only if the batch has one
	ago   uint32 // for an image: swaps since it was taken, 0 for the following swap
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
	read := b.Skim
	if slices.ContainsFunc(used, (*Function).needsArguments) {
		read = b.Decode
	}
	c, err := read(layouts(used))
	if err != nil {
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
	u.mark(&out, used, c, &o)
	if err := x.readRecorderCalls(c, used, u.marks, &o); err != nil {
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

// mark adds marks for swaps, images, contexts and groups, and counts draw calls.
func (u *unmerged) mark(b *batch, used []*Function, c *format.Calls, o *order) {
	var class [format.MaxUsed]class
	for i, f := range used {
		class[i] = f.class
	}
	for place := range c.Function {
		call := o.call(place)
		k := class[c.Function[call]]
		if k == plain {
			continue
		}
		if k == draw {
			u.tail++
			b.draws++
			continue
		}
		m := mark{place: int32(place), class: k, draws: int32(u.tail), end: max(c.Ends[call], o.keys[place])}
		if place+1 < int(b.count) {
			m.next = o.keys[place+1]
		}
		if k == swap {
			u.tail = 0
		}
		u.marks = append(u.marks, m)
	}
}

// needsArguments reports whether the index needs the arguments of the function's calls.
func (f *Function) needsArguments() bool { return f.class == newContext || f.class == frameImage }

// readRecorderCalls reads the recorder's calls about contexts and about the frames of images. An image without data, for
// which the recorder had no memory, is not assigned to a frame.
func (x *index) readRecorderCalls(c *format.Calls, used []*Function, marks []mark, o *order) error {
	for i, m := range marks {
		switch call := o.call(int(m.place)); m.class {
		case newContext:
			if err := x.setAttributes(c.Cells(call)); err != nil {
				return err
			}
		case frameImage:
			if !hasCaptured(c.Captures(call)) {
				marks[i].class = plain
			}
			marks[i].ago = ago(used[c.Function[call]], c.Cells(call))
		}
	}
	return nil
}

func hasCaptured(captures []format.Capture) bool {
	return slices.ContainsFunc(captures, func(c format.Capture) bool { return c.Kind == tracepb.Capture_CAPTURE_DATA })
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
