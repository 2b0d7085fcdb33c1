package session

import (
	"github.com/gleslayergen/gleslayergen/trace/columns"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// A cut ends a recording with the last frame that is wanted, whatever a recorder sends until it hears of that.
type cut struct {
	last    uint64 // frame; 0: there is none
	over    bool
	at      uint64          // ticks at which that frame ended
	ended   map[uint32]bool // threads that have come to it
	layouts map[uint32]columns.Layout
	defined []*tracepb.Function // in what was left out: what is not may need it
}

func newCut(frames uint64) cut {
	return cut{last: frames, ended: map[uint32]bool{}, layouts: map[uint32]columns.Layout{}}
}

// wants reports whether so many frames have the last.
func (u *cut) wants(frames uint64) bool { return u.last > 0 && frames >= u.last }

// define takes a definition, if it may be needed.
func (u *cut) define(f *tracepb.Function) {
	if u.last > 0 {
		u.layouts[f.GetId()] = columns.LayoutOf(f)
	}
}

// shorten gives what of a batch is before the end, nil if that is nothing; there were some frames before it.
func (u *cut) shorten(thread uint32, b *columns.Batch, ends [columns.MaxUsed]bool, frames uint64) ([]byte, error) {
	u.defined = append(u.defined, b.Functions...)
	if u.ended[thread] {
		return nil, nil
	}
	layouts := make([]columns.Layout, len(b.Used))
	for i, id := range b.Used {
		layouts[i] = u.layouts[id]
	}
	calls, err := b.Decode(layouts)
	if err != nil {
		return nil, err
	}
	n, ended := u.keep(calls, ends, frames)
	if u.ended[thread] = ended; n == 0 {
		return nil, nil
	}
	return u.rebuild(b, calls, layouts, n)
}

// keep is how many of the calls are to stay: up to the last frame's end, and of other threads those that began before it and end
// no frame; and whether the thread has come to the end.
func (u *cut) keep(calls *columns.Calls, ends [columns.MaxUsed]bool, frames uint64) (n int, ended bool) {
	for i, place := range calls.Function {
		switch {
		case u.over && (ends[place] || calls.Starts[i] > u.at):
			return i, true
		case !u.over && ends[place]:
			if frames++; frames == u.last {
				u.over, u.at = true, calls.Ends[i]
				return i + 1, true
			}
		}
	}
	return len(calls.Function), false
}

// rebuild makes a batch of the first calls of another.
func (u *cut) rebuild(b *columns.Batch, calls *columns.Calls, layouts []columns.Layout, n int) ([]byte, error) {
	var out columns.Builder
	out.Begin(b.Head, !calls.AllTimed)
	for _, f := range u.defined {
		if err := out.Define(f); err != nil {
			return nil, err
		}
	}
	u.defined = nil
	for i := range n {
		place := calls.Function[i]
		c := columns.Call{Function: b.Used[place], Layout: layouts[place], Cells: calls.Cells(i), Timed: calls.IsTimed(i),
			Start: calls.Starts[i], End: calls.Ends[i], Flags: calls.Flag(i), Captures: calls.Captures(i)}
		if err := out.Add(&c); err != nil {
			return nil, err
		}
	}
	return out.Body(), nil
}
