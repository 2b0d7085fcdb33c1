package record

import (
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Images are read back without waiting for them: for those of the last frame and the last draw a recording goes on for so many
// frames, and so long.
const (
	lateFrames = 8
	lateTime   = 3 * time.Second
)

// event is what images are of.
type event uint8

const (
	swap event = iota
	draw
	events
)

// known is a function that is an event, or that has an image of one.
type known struct {
	event
	ago   int    // of an image: the place of the parameter that says how many events ago it was taken; -1 of an event
	least uint64 // that number for the last one; a swap that follows counts as none
}

// where is a thread in a context: images come where they were taken.
type where struct{ thread, context uint32 }

// lane is what a thread did in a context.
type lane struct {
	after    [events]uint64 // behind the end
	pictured [events]bool   // the last one before it has its image
	early    bool           // so will the swap that follows
}

// late is what comes behind the end of a recording and is wanted: images of its frames and draws.
type late struct {
	known map[uint32]known
	taken bool // images may be among what comes
	lanes map[where]*lane
	ended where // of the last frame
}

func newLate() late {
	return late{known: map[uint32]known{}, lanes: map[where]*lane{}}
}

// note takes the definition of a function, which may be another of a number that was known.
func (l *late) note(f *tracepb.Function) {
	delete(l.known, f.GetId())
	ago := slices.IndexFunc(f.GetParameters(), func(p *tracepb.Parameter) bool { return p.GetName() == "ago" })
	switch name := f.GetName(); {
	case file.IsSwap(name):
		l.known[f.GetId()] = known{swap, -1, 0}
	case file.IsDraw(name):
		l.known[f.GetId()] = known{draw, -1, 0}
	case name == "gltrace.FrameImage" && ago >= 0:
		l.known[f.GetId()] = known{swap, ago, 1}
	case name == "gltrace.DrawImage" && ago >= 0:
		l.known[f.GetId()] = known{draw, ago, 0}
	}
	if is, has := l.known[f.GetId()]; has && is.ago >= 0 {
		l.taken = true
	}
}

// image is a call that has one, with its cells as they are without the events that are left out.
type image struct {
	call  int
	cells []uint64
}

// images are those among the calls from a place on whose events are in the recording.
func (l *late) images(at where, used []uint32, calls *format.Calls, from int) (out []image) {
	in := l.lane(at)
	in.before(l, used, calls, from)
	for i, place := range calls.Function[from:] {
		i += from
		is, has := l.known[used[place]]
		switch {
		case !has:
		case is.ago < 0:
			in.after[is.event]++
		default:
			cells := slices.Clone(calls.Cells(i))
			if after := in.after[is.event]; cells[is.ago] >= after+is.least {
				cells[is.ago] -= after
				out = append(out, image{i, cells})
				in.pictured[is.event] = in.pictured[is.event] || cells[is.ago] == is.least
			}
		}
	}
	return out
}

// before looks at so many calls before the end: what has its image already need not be waited for.
func (n *lane) before(l *late, used []uint32, calls *format.Calls, to int) {
	for i, place := range calls.Function[:to] {
		is, has := l.known[used[place]]
		switch {
		case !has:
		case is.ago < 0:
			n.pictured[is.event], n.early = is.event == swap && n.early, n.early && is.event != swap
		case calls.Cells(i)[is.ago] == 0 && is.event == swap:
			n.early = true
		case calls.Cells(i)[is.ago] == is.least:
			n.pictured[is.event] = true
		}
	}
}

// lane is that of a thread in a context.
func (l *late) lane(at where) *lane {
	n := l.lanes[at]
	if n == nil {
		if n = new(lane); len(l.lanes) < maxThreads {
			l.lanes[at] = n
		}
	}
	return n
}

// isComplete reports whether the images that are taken have come, or will not.
func (l *late) isComplete(o *tracepb.Options) bool {
	n := l.lane(l.ended)
	return n.after[swap] >= lateFrames || (n.pictured[swap] || !o.GetFrameImages()) && (n.pictured[draw] || !o.GetDrawImages())
}
