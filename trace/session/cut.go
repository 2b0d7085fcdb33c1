package session

import (
	"github.com/gleslayergen/gleslayergen/trace/columns"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// A cut ends a recording with the last frame that is wanted, whatever a recorder sends until it hears of that: but for images of
// frames that are in it, which come some frames late.
type cut struct {
	last    uint64 // frame; 0: there is none
	over    bool
	at      uint64          // ticks at which that frame ended
	ended   map[uint32]bool // threads that have come to it
	layouts map[uint32]columns.Layout
	defined []*tracepb.Function // in what was left out: what is not may need it
	late
}

func newCut(frames uint64) cut {
	return cut{last: frames, ended: map[uint32]bool{}, layouts: map[uint32]columns.Layout{}, late: newLate()}
}

// wants reports whether so many frames have the last.
func (u *cut) wants(frames uint64) bool { return u.last > 0 && frames >= u.last }

// define takes a definition, if it may be needed.
func (u *cut) define(f *tracepb.Function) {
	if u.last > 0 {
		u.layouts[f.GetId()] = columns.LayoutOf(f)
		u.note(f)
	}
}

// shorten gives what of a batch is before the end, and images that come later, nil if that is nothing. There were some frames
// before it; so stands is the thread in the file.
func (u *cut) shorten(thread uint32, b *columns.Batch, ends [columns.MaxUsed]bool, frames uint64, stands heard) ([]byte, error) {
	u.defined = append(u.defined, b.Functions...)
	layouts := make([]columns.Layout, len(b.Used))
	for i, id := range b.Used {
		layouts[i] = u.layouts[id]
	}
	calls, err := b.Decode(layouts)
	if err != nil {
		return nil, err
	}
	n, head := 0, b.Head
	if !u.ended[thread] {
		n, u.ended[thread] = u.keep(thread, calls, ends, frames)
	} else {
		head.Sequence, head.First, head.Dropped, head.Uncaptured = stands.sequence, stands.first, stands.dropped, stands.uncaptured
	}
	images := u.images(thread, b.Used, calls, ends, n)
	if n == 0 && len(images) == 0 {
		return nil, nil
	}
	return u.rebuild(head, b.Used, calls, layouts, n, images)
}

// keep is how many of the calls are to stay: up to the last frame's end, and of other threads those that began before it and end
// no frame; and whether the thread has come to the end.
func (u *cut) keep(thread uint32, calls *columns.Calls, ends [columns.MaxUsed]bool, frames uint64) (n int, ended bool) {
	for i, place := range calls.Function {
		switch {
		case u.over && (ends[place] || calls.Starts[i] > u.at):
			return i, true
		case !u.over && ends[place]:
			if frames++; frames == u.last {
				u.over, u.at, u.thread = true, calls.Ends[i], thread
				return i + 1, true
			}
		}
	}
	return len(calls.Function), false
}

// rebuild makes a batch of the first calls of another, and of images among the rest.
func (u *cut) rebuild(head columns.Head, used []uint32, calls *columns.Calls, layouts []columns.Layout, n int, images []image) ([]byte, error) {
	var out columns.Builder
	out.Begin(head, !calls.AllTimed)
	for _, f := range u.defined {
		if err := out.Define(f); err != nil {
			return nil, err
		}
	}
	u.defined = nil
	add := func(i int, cells []uint64) error {
		place := calls.Function[i]
		return out.Add(&columns.Call{Function: used[place], Layout: layouts[place], Cells: cells, Timed: calls.IsTimed(i),
			Start: calls.Starts[i], End: calls.Ends[i], Flags: calls.Flag(i), Captures: calls.Captures(i)})
	}
	for i := range n {
		if err := add(i, calls.Cells(i)); err != nil {
			return nil, err
		}
	}
	for _, m := range images {
		if err := add(m.call, m.cells); err != nil {
			return nil, err
		}
	}
	return out.Body(), nil
}
