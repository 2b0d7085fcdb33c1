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

// imageFunction is a function that is an event, or that has an image of one.
type imageFunction struct {
	event
	ago   int    // of an image: the place of the parameter that says how many events ago it was taken; -1 of an event
	least uint64 // that number for the last one; a swap that follows counts as none
}

// place is a thread in a context: images come where they were taken.
type place struct{ thread, context uint32 }

// stream is what a thread did in a context.
type stream struct {
	after    [events]uint64 // behind the end
	pictured [events]bool   // the last one before it has its image
	early    bool           // so will the swap that follows
}

// lateImages is what comes behind the end of a recording and is wanted: images of its frames and draws.
type lateImages struct {
	imageFunction map[uint32]imageFunction
	hasImages     bool // images may be among what comes
	lanes         map[place]*stream
	ended         place // of the last frame
}

func newLate() lateImages {
	return lateImages{imageFunction: map[uint32]imageFunction{}, lanes: map[place]*stream{}}
}

// addFunction takes the definition of a function, which may be another of a number that was known.
func (l *lateImages) addFunction(f *tracepb.Function) {
	delete(l.imageFunction, f.GetId())
	ago := slices.IndexFunc(f.GetParameters(), func(p *tracepb.Parameter) bool { return p.GetName() == "ago" })
	switch name := f.GetName(); {
	case file.IsSwap(name):
		l.imageFunction[f.GetId()] = imageFunction{swap, -1, 0}
	case file.IsDraw(name):
		l.imageFunction[f.GetId()] = imageFunction{draw, -1, 0}
	case name == "gltrace.FrameImage" && ago >= 0:
		l.imageFunction[f.GetId()] = imageFunction{swap, ago, 1}
	case name == "gltrace.DrawImage" && ago >= 0:
		l.imageFunction[f.GetId()] = imageFunction{draw, ago, 0}
	}
	if is, has := l.imageFunction[f.GetId()]; has && is.ago >= 0 {
		l.hasImages = true
	}
}

// image is a call that has one, with its cells as they are without the events that are left out.
type image struct {
	call  int
	cells []uint64
}

// images are those among the calls from a place on whose events are in the recording.
func (l *lateImages) images(at place, used []uint32, calls *format.Calls, from int) (out []image) {
	in := l.stream(at)
	in.scan(l, used, calls, from)
	for i, place := range calls.Function[from:] {
		i += from
		is, has := l.imageFunction[used[place]]
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

// scan looks at so many calls before the end: what has its image already need not be waited for.
func (n *stream) scan(l *lateImages, used []uint32, calls *format.Calls, to int) {
	for i, place := range calls.Function[:to] {
		is, has := l.imageFunction[used[place]]
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

// stream is that of a thread in a context.
func (l *lateImages) stream(at place) *stream {
	n := l.lanes[at]
	if n == nil {
		if n = new(stream); len(l.lanes) < maxThreads {
			l.lanes[at] = n
		}
	}
	return n
}

// isComplete reports whether the images that are taken have come, or will not.
func (l *lateImages) isComplete(o *tracepb.Options) bool {
	n := l.stream(l.ended)
	return n.after[swap] >= lateFrames || (n.pictured[swap] || !o.GetFrameImages()) && (n.pictured[draw] || !o.GetDrawImages())
}
