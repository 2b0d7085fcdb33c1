package session

import (
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/columns"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// Images are read back without waiting for them: for that of the last frame a recording goes on for so many frames, and so long.
const (
	lateFrames = 8
	lateTime   = time.Second
)

// late is what comes behind the end of a recording and is wanted: images of its frames.
type late struct {
	thread   uint32            // that ended the last frame
	ago      map[uint32]int    // functions that have an image: the place of their parameter that says how many swaps ago it was taken
	after    map[uint32]uint64 // swaps of a thread behind the end
	pictured bool              // the image of the last frame has come
}

func newLate() late { return late{ago: map[uint32]int{}, after: map[uint32]uint64{}} }

// note takes the definition of a function, which may be another of a number that was known.
func (l *late) note(f *tracepb.Function) {
	delete(l.ago, f.GetId())
	if f.GetName() != "gltrace.FrameImage" {
		return
	}
	i := slices.IndexFunc(f.GetParameters(), func(p *tracepb.Parameter) bool { return p.GetName() == "ago" })
	if i >= 0 {
		l.ago[f.GetId()] = i
	}
}

// image is a call that has one, with its cells as they are without the swaps that are left out.
type image struct {
	call  int
	cells []uint64
}

// images are those among the calls from a place on whose frames are in the recording.
func (l *late) images(thread uint32, used []uint32, calls *columns.Calls, ends [columns.MaxUsed]bool, from int) (out []image) {
	for i := from; i < len(calls.Function); i++ {
		place := calls.Function[i]
		if ends[place] {
			l.after[thread]++
			continue
		}
		param, has := l.ago[used[place]]
		if !has || calls.Cells(i)[param] <= l.after[thread] {
			continue
		}
		cells := slices.Clone(calls.Cells(i))
		cells[param] -= l.after[thread]
		out = append(out, image{i, cells})
		l.pictured = l.pictured || thread == l.thread && cells[param] == 1
	}
	return out
}

// isComplete reports whether the image of the last frame has come, or will not.
func (l *late) isComplete() bool { return l.pictured || l.after[l.thread] >= lateFrames }
