package file

import (
	"errors"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// batch is what the index keeps of a batch.
type batch struct {
	offset, size int64
	thread       *thread
	context      uint32
	count        int
	used         []*Function
	floor        uint64 // the key of the thread's call before it
	first, last  uint64 // keys of its first and last call
	marks        []mark
	draws        int // behind the last swap
	gap          *Gap
}

// mark is a call in a batch that the index has to know of.
type mark struct {
	place int
	class class
	draws int    // since the swap before
	end   uint64 // ticks
	next  uint64 // key of the call behind it; of use where there is one in the batch
	ago   uint32 // of an image: swaps since it was taken, 0 for the one that follows
}

// reference is where the chunk of a batch or payload is.
type reference struct{ offset, size int64 }

// scan reads what the index needs of a batch.
func (x *index) scan(body []byte, chunkThread uint32, at reference) error {
	b, err := format.Parse(body)
	if err != nil {
		return err
	}
	if b.Thread != chunkThread {
		return errors.New("the batch and its chunk name different threads")
	}
	if err := x.define(b); err != nil {
		return err
	}
	used, err := x.functions.used(b.Used)
	if err != nil {
		return err
	}
	read := b.Skim
	if slices.ContainsFunc(used, (*Function).tells) {
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
	if err := x.learn(c, out, &o); err != nil {
		return err
	}
	return x.add(b, out)
}

// mark notes swaps, images and contexts, and counts draws.
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

// tells reports whether the index wants to know what a call of the function says.
func (f *Function) tells() bool { return f.class == newContext || f.class == frameImage }

// learn reads what the recorder tells of contexts, and of when its images were taken. One that there was no room for is no frame's.
func (x *index) learn(c *format.Calls, out *batch, o *order) error {
	for i, m := range out.marks {
		switch call := o.call(m.place); m.class {
		case newContext:
			if err := x.tell(c.Cells(call)); err != nil {
				return err
			}
		case frameImage:
			if !isThere(c.Captures(call)) {
				out.marks[i].class = plain
			}
			out.marks[i].ago = ago(out.used[c.Function[call]], c.Cells(call))
		}
	}
	return nil
}

func isThere(captures []format.Capture) bool {
	return slices.ContainsFunc(captures, func(c format.Capture) bool { return c.Kind == tracepb.Capture_CAPTURE_DATA })
}

// ago is the argument of that name; 0 where there is none.
func ago(f *Function, cells []uint64) uint32 {
	for i, p := range f.Params {
		if p.Name == "ago" && i < len(cells) {
			return uint32(cells[i])
		}
	}
	return 0
}
