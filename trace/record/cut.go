package record

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// A cut ends a recording after the last requested frame, because the recorder sends more until it receives
// the command to stop. Images of recorded frames and draws arrive later and are kept.
type cut struct {
	last     uint64 // number of the last frame; 0 for no limit
	over     bool
	endTicks uint64          // ticks at which the last frame ended
	done     map[uint32]bool // threads that have reached the end
	layouts  map[uint32]format.Layout
	defined  []*tracepb.Function // definitions in omitted batches, which later ones may need
	lateImages
}

func newCut(frames uint64) cut {
	return cut{last: frames, done: map[uint32]bool{}, layouts: map[uint32]format.Layout{}, lateImages: newLate()}
}

// isLast reports whether a number of frames includes the last one.
func (u *cut) isLast(frames uint64) bool { return u.last > 0 && frames >= u.last }

// define adds a definition, if there is a limit.
func (u *cut) define(f *tracepb.Function) {
	if u.last > 0 {
		u.layouts[f.GetId()] = format.LayoutOf(f)
		u.addFunction(f)
	}
}

// shorten returns the batch with only the calls before the end and later images of recorded frames, or nil if
// there are none. frames is the number of frames before the batch, stands the state of the thread in the
// file.
func (u *cut) shorten(thread uint32, b *format.Batch, ends [format.MaxUsed]bool, frames uint64, stands format.Position) ([]byte, error) {
	u.defined = append(u.defined, b.Functions...)
	calls, layouts, err := u.decode(b)
	if err != nil {
		return nil, err
	}
	n, head := 0, b.Head
	if !u.done[thread] {
		n, u.done[thread] = u.countKept(b.Context, calls, ends, frames)
	} else {
		head.Sequence, head.First, head.Dropped, head.Uncaptured = stands.Sequence, stands.First, stands.Dropped, stands.Uncaptured
	}
	images := u.images(b.Context, b.Used, calls, n)
	if n == 0 && len(images) == 0 {
		return nil, nil
	}
	return u.rebuild(head, b.Used, calls, layouts, n, images)
}

// findImages searches a batch without an end for images of frames that may become the last.
func (u *cut) findImages(thread uint32, b *format.Batch) error {
	if !u.hasImages || !slices.ContainsFunc(b.Used, func(id uint32) bool { _, has := u.imageFunction[id]; return has }) {
		return nil
	}
	calls, _, err := u.decode(b)
	if err == nil {
		u.stream(b.Context).scan(&u.lateImages, b.Used, calls, len(calls.Function))
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

// countKept returns how many of the calls to keep, and whether the thread has reached the end. It keeps calls
// up to the end of the last frame; on other threads, those that began before it and do not end a frame.
func (u *cut) countKept(context uint32, calls *format.Calls, ends [format.MaxUsed]bool, frames uint64) (n int, ended bool) {
	for i, place := range calls.Function {
		switch {
		case u.over && (ends[place] || calls.Starts[i] > u.endTicks):
			return i, true
		case !u.over && ends[place]:
			if frames++; frames == u.last {
				u.over, u.endTicks, u.ended = true, calls.Ends[i], context
				return i + 1, true
			}
		}
	}
	return len(calls.Function), false
}

// rebuild encodes a batch with the first n calls of another batch, and the images after them.
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
