package record

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// A cut ends a recording with the last frame that is wanted, whatever a recorder sends until it hears of that: but for images of
// frames and draws that are in it, which come later.
type cut struct {
	last     uint64 // frame; 0: there is none
	over     bool
	endTicks uint64          // ticks at which that frame ended
	done     map[uint32]bool // threads that have come to it
	layouts  map[uint32]format.Layout
	defined  []*tracepb.Function // in what was left out: what is not may need it
	lateImages
}

func newCut(frames uint64) cut {
	return cut{last: frames, done: map[uint32]bool{}, layouts: map[uint32]format.Layout{}, lateImages: newLate()}
}

// isLast reports whether so many frames have the last.
func (u *cut) isLast(frames uint64) bool { return u.last > 0 && frames >= u.last }

// define takes a definition, if it may be needed.
func (u *cut) define(f *tracepb.Function) {
	if u.last > 0 {
		u.layouts[f.GetId()] = format.LayoutOf(f)
		u.addFunction(f)
	}
}

// shorten gives what of a batch is before the end, and images that come later, nil if that is nothing. There were some frames
// before it; so stands is the thread in the file.
func (u *cut) shorten(thread uint32, b *format.Batch, ends [format.MaxUsed]bool, frames uint64, stands threadCounts) ([]byte, error) {
	u.defined = append(u.defined, b.Functions...)
	calls, layouts, err := u.decode(b)
	if err != nil {
		return nil, err
	}
	n, head := 0, b.Head
	if !u.done[thread] {
		n, u.done[thread] = u.countKept(place{thread, b.Context}, calls, ends, frames)
	} else {
		head.Sequence, head.First, head.Dropped, head.Uncaptured = stands.sequence, stands.first, stands.dropped, stands.uncaptured
	}
	images := u.images(place{thread, b.Context}, b.Used, calls, n)
	if n == 0 && len(images) == 0 {
		return nil, nil
	}
	return u.rebuild(head, b.Used, calls, layouts, n, images)
}

// findImages looks at a batch that has no end in it, for images of what may be the last.
func (u *cut) findImages(thread uint32, b *format.Batch) error {
	if !u.hasImages || !slices.ContainsFunc(b.Used, func(id uint32) bool { _, has := u.imageFunction[id]; return has }) {
		return nil
	}
	calls, _, err := u.decode(b)
	if err == nil {
		u.stream(place{thread, b.Context}).scan(&u.lateImages, b.Used, calls, len(calls.Function))
	}
	return err
}

func (u *cut) decode(b *format.Batch) (*format.Calls, []format.Layout, error) {
	layouts := make([]format.Layout, len(b.Used))
	for i, id := range b.Used {
		layouts[i] = u.layouts[id]
	}
	calls, err := b.Decode(layouts)
	return calls, layouts, err
}

// countKept is how many of the calls are to stay: up to the last frame's end, and of other threads those that began before it and end
// no frame; and whether the thread has come to the end.
func (u *cut) countKept(in place, calls *format.Calls, ends [format.MaxUsed]bool, frames uint64) (n int, ended bool) {
	for i, place := range calls.Function {
		switch {
		case u.over && (ends[place] || calls.Starts[i] > u.endTicks):
			return i, true
		case !u.over && ends[place]:
			if frames++; frames == u.last {
				u.over, u.endTicks, u.ended = true, calls.Ends[i], in
				return i + 1, true
			}
		}
	}
	return len(calls.Function), false
}

// rebuild makes a batch of the first calls of another, and of images among the rest.
func (u *cut) rebuild(head format.Head, used []uint32, calls *format.Calls, layouts []format.Layout, n int, images []image) ([]byte, error) {
	var out format.Builder
	out.Begin(head, !calls.AllTimed)
	for _, f := range u.defined {
		if err := out.Define(f); err != nil {
			return nil, err
		}
	}
	u.defined = nil
	for i := range n {
		c := calls.Call(i, used, layouts)
		if err := out.Add(&c); err != nil {
			return nil, err
		}
	}
	for _, m := range images {
		c := calls.Call(m.call, used, layouts)
		c.Cells = m.cells
		if err := out.Add(&c); err != nil {
			return nil, err
		}
	}
	return out.Body(), nil
}
