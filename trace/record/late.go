package record

import (
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// The recorder reads images back asynchronously. A recording continues for this many frames and this long to
// receive the images of the last frame and the last draw.
const (
	lateFrames = 8
	lateTime   = 3 * time.Second
)

// event is what an image shows, the result of a swap or a draw, or what a GPU time belongs to: work is a draw
// or a dispatch.
type event uint8

const (
	swap event = iota
	draw
	work
	events
)

// imageFunction is a function that is one or several events, or that has the image or GPU time of one.
type imageFunction struct {
	is    []event
	of    event  // of an image or a time
	ago   int    // the index of the parameter with the number of events since then; -1 for an event
	least uint64 // the value of that parameter for the last event; a following swap does not count
}

// mostContexts is the number of contexts whose images are followed.
const mostContexts = 1 << 16

// stream is the state of the images of a context. They arrive on the thread on which the context is current then.
type stream struct {
	after    [events]uint64 // events after the end
	pictured [events]bool   // whether the last event before the end has its image
	early    bool           // whether the following swap has its image
}

// lateImages finds images of recorded frames and draws that arrive after the end of a recording.
type lateImages struct {
	imageFunction map[uint32]imageFunction
	hasImages     bool               // whether the recording defines functions for images
	streams       map[uint32]*stream // by context
	ended         uint32             // context of the last frame
}

func newLate() lateImages {
	return lateImages{imageFunction: map[uint32]imageFunction{}, streams: map[uint32]*stream{}}
}

// addFunction adds the definition of a function, which may replace one with the same ID.
func (l *lateImages) addFunction(f *tracepb.Function) {
	delete(l.imageFunction, f.GetId())
	ago := slices.IndexFunc(f.GetParameters(), func(p *tracepb.Parameter) bool { return p.GetName() == "ago" })
	switch name := f.GetName(); {
	case file.IsSwap(name):
		l.imageFunction[f.GetId()] = imageFunction{[]event{swap}, 0, -1, 0}
	case file.IsDraw(name):
		l.imageFunction[f.GetId()] = imageFunction{[]event{draw, work}, 0, -1, 0}
	case file.IsGPUWork(name):
		l.imageFunction[f.GetId()] = imageFunction{[]event{work}, 0, -1, 0}
	case name == "gltrace.FrameImage" && ago >= 0:
		l.imageFunction[f.GetId()] = imageFunction{nil, swap, ago, 1}
	case name == "gltrace.DrawImage" && ago >= 0:
		l.imageFunction[f.GetId()] = imageFunction{nil, draw, ago, 0}
	case name == "gltrace.GPUTime" && ago >= 0:
		l.imageFunction[f.GetId()] = imageFunction{nil, work, ago, 0}
	}
	if is, has := l.imageFunction[f.GetId()]; has && is.ago >= 0 {
		l.hasImages = true
	}
}

// image is a call with an image. Its cells do not count events that are not in the recording.
type image struct {
	call  int
	cells []uint64
}

// images returns the images, among the calls from an index on, whose events are in the recording.
func (l *lateImages) images(context uint32, used []uint32, calls *format.Calls, from int) (out []image) {
	in := l.stream(context)
	in.scan(l, used, calls, from)
	for i, place := range calls.Function[from:] {
		i += from
		is, has := l.imageFunction[used[place]]
		switch {
		case !has:
		case is.ago < 0:
			for _, e := range is.is {
				in.after[e]++
			}
		default:
			cells := slices.Clone(calls.Cells(i))
			if after := in.after[is.of]; cells[is.ago] >= after+is.least {
				cells[is.ago] -= after
				out = append(out, image{i, cells})
				in.pictured[is.of] = in.pictured[is.of] || cells[is.ago] == is.least
			}
		}
	}
	return out
}

// scan searches the first calls for images: an event that already has its image need not be waited for.
func (n *stream) scan(l *lateImages, used []uint32, calls *format.Calls, to int) {
	for i, place := range calls.Function[:to] {
		is, has := l.imageFunction[used[place]]
		switch {
		case !has:
		case is.ago < 0:
			for _, e := range is.is {
				n.pictured[e], n.early = e == swap && n.early, n.early && e != swap
			}
		case calls.Cells(i)[is.ago] == 0 && is.of == swap:
			n.early = true
		case calls.Cells(i)[is.ago] == is.least:
			n.pictured[is.of] = true
		}
	}
}

// stream returns the stream of a context.
func (l *lateImages) stream(context uint32) *stream {
	n := l.streams[context]
	if n == nil {
		if n = new(stream); len(l.streams) < mostContexts {
			l.streams[context] = n
		}
	}
	return n
}

// isComplete reports whether all enabled images have arrived, or are not expected any more.
func (l *lateImages) isComplete(o *tracepb.Options) bool {
	n := l.stream(l.ended)
	return n.after[swap] >= lateFrames || (n.pictured[swap] || !o.GetFrameImages()) && (n.pictured[draw] || !o.GetDrawImages()) &&
		(n.pictured[work] || !o.GetGpuTime())
}
