package file

import (
	"fmt"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// batch is the data about a batch in the index.
type batch struct {
	offset, size int64
	thread       *thread
	context      uint32
	count        int
	used         []*Function
	floor        uint64 // key of the previous call of the thread
	first, last  uint64 // keys of the first and last call of the batch
	marks        []mark
	draws        int // draw calls after the last swap
	gap          *Gap
}

// mark is a call in a batch that the index needs.
type mark struct {
	place int
	class class
	draws int    // draw calls since the previous swap
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
	if err := x.define(b); err != nil {
		return err
	}
	used, err := x.functions.used(b.Used)
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
	out := &batch{offset: at.offset, size: at.size, thread: t, context: b.Context, count: b.Count, used: used, floor: t.last}
	o := orderOf(c, t.last)
	out.first, out.last = o.keys[0], o.keys[b.Count-1]
	out.mark(c, &o)
	if err := x.readRecorderCalls(c, out, &o); err != nil {
		return err
	}
	return x.add(b, out)
}

// mark adds marks for swaps, images and contexts, and counts draw calls.
func (b *batch) mark(c *format.Calls, o *order) {
	var class [format.MaxUsed]class
	for i, f := range b.used {
		class[i] = f.class
	}
	for place := range c.Function {
		call := o.call(place)
		k := class[c.Function[call]]
		if k == plain {
			continue
		}
		if k == draw {
			b.draws++
			continue
		}
		m := mark{place: place, class: k, draws: b.draws, end: max(c.Ends[call], o.keys[place])}
		if place+1 < b.count {
			m.next = o.keys[place+1]
		}
		if k == swap {
			b.draws = 0
		}
		b.marks = append(b.marks, m)
	}
}

// needsArguments reports whether the index needs the arguments of the function's calls.
func (f *Function) needsArguments() bool { return f.class == newContext || f.class == frameImage }

// readRecorderCalls reads the recorder's calls about contexts and about the frames of images. An image without data, for
// which the recorder had no memory, is not assigned to a frame.
func (x *index) readRecorderCalls(c *format.Calls, out *batch, o *order) error {
	for i, m := range out.marks {
		switch call := o.call(m.place); m.class {
		case newContext:
			if err := x.setAttributes(c.Cells(call)); err != nil {
				return err
			}
		case frameImage:
			if !hasCaptured(c.Captures(call)) {
				out.marks[i].class = plain
			}
			out.marks[i].ago = ago(out.used[c.Function[call]], c.Cells(call))
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
