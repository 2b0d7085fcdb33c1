package file

import (
	"errors"
	"slices"
	"time"
)

// Frame has the calls of one thread up to and including a swap.
type Frame struct {
	First, Last int
	Thread      uint32
	Context     uint32 // context that was current at the swap
	Start       time.Duration
	Duration    time.Duration // from the start of the first call to the end of the swap
	Draws       int
	Image       int // index of the call gltrace.FrameImage, which may follow some frames later; -1 for none

	begin, end uint64 // ticks
}

// emit appends the next calls of a lane, up to a place in its batch, to the recording.
func (x *index) emit(l *lane, to int) error {
	number := l.batches[0]
	b, u := x.batches.at(int(number)), x.pending.of(number, x.batches.n)
	if err := x.keep(12); err != nil {
		return err
	}
	t := x.threads[b.thread]
	if gap := x.pending.gaps[number]; gap != nil && l.place == 0 {
		gap.Before = x.calls
		x.gaps = append(x.gaps, *gap)
		x.totals.Lost += gap.Calls - gap.Dropped
		x.totals.Batches += gap.Batches
	}
	x.runs.add(run{uint32(x.calls), number, int32(l.place)})
	if l.place == 0 {
		t.begins(x.calls, b.first)
	} else {
		t.begins(x.calls, t.beginTime) // the mark of the swap set the begin time
	}
	x.summarize(l, b, u, to)
	err := errors.Join(x.group(b, u, x.calls-l.place, to), x.frame(b, u, x.calls-l.place, to))
	x.calls += to - l.place
	return err
}

// group counts the debug groups that calls at places below to open and close.
func (x *index) group(b *batch, u *unmerged, zero, to int) error {
	for ; u.groups.from < u.groups.to; u.groups.from++ {
		m := x.pending.groups.at(int(u.groups.from))
		if int(m.place) >= to {
			return nil
		}
		if err := x.groups.add(x, zero+int(m.place), b.context, m.opens); err != nil {
			return err
		}
	}
	return nil
}

// begins starts a frame at a call, unless one has started.
func (t *thread) begins(call int, ticks uint64) {
	if !t.began {
		t.began, t.begin, t.beginTime = true, call, ticks
	}
}

// frame ends the frames whose swap is at a place below to. zero is the index that the call at place 0 has, or
// would have.
func (x *index) frame(b *batch, u *unmerged, zero, to int) error {
	t := x.threads[b.thread]
	for ; u.marks.from < u.marks.to; u.marks.from++ {
		m := x.pending.marks.at(int(u.marks.from))
		place := int(m.place)
		switch {
		case place >= to:
			return nil
		case m.image:
			if err := x.image(b.context, m.ago, zero+place); err != nil {
				return err
			}
		default:
			t.frames = append(t.frames, int32(len(x.frames)))
			x.frames = append(x.frames, Frame{
				First: t.begin, Last: zero + place, Thread: t.Number, Context: b.context, Draws: t.draws + int(m.draws), Image: x.takeImage(b.context),
				begin: t.beginTime, end: m.end,
			})
			t.draws, t.began = 0, false
			if place+1 < int(b.count) {
				t.beginTime = m.next
			}
			if place+1 < to {
				t.begins(zero+place+1, m.next)
			}
			if err := x.keep(128); err != nil {
				return err
			}
		}
	}
	if to == int(b.count) {
		t.draws += int(u.tail)
	}
	return nil
}

// late is the maximum number of swaps between a frame and its image.
const late = 64

// mostSearched is the maximum number of frames, of all threads, that are searched for the frame of an image.
const mostSearched = 4096

// image assigns an image to a frame: to the one that the next swap of the context ends if ago is 0, otherwise to the frame that the
// context's swap ended ago swaps before. The context can have been current on another thread then.
func (x *index) image(context, ago uint32, call int) error {
	if ago == 0 {
		_, known := x.images[context]
		x.images[context] = call
		if !known {
			return x.keep(48)
		}
		return nil
	}
	for n := len(x.frames) - 1; ago <= late && n >= max(0, len(x.frames)-mostSearched); n-- {
		if x.frames[n].Context != context {
			continue
		}
		if ago--; ago == 0 {
			x.own(n)
			x.frames[n].Image = call
			return nil
		}
	}
	return nil
}

// takeImage returns the image of the frame that a swap of a context ends; -1 for none.
func (x *index) takeImage(context uint32) int {
	call, known := x.images[context]
	if !known {
		return -1
	}
	delete(x.images, context)
	return call
}

// own makes frame n safe to change: concurrent readers may have the present slice, so it is cloned first.
func (x *index) own(n int) {
	if n < x.clocked {
		x.frames, x.clocked = slices.Clone(x.frames), 0
	}
}

// clockFrames computes the times of new frames, and of all frames if the clock has become more precise.
func (x *index) clockFrames() {
	if x.clocked == 0 {
		x.frames = slices.Clone(x.frames) // concurrent readers may have the present slice
	}
	for i := x.clocked; i < len(x.frames); i++ {
		f := &x.frames[i]
		f.Start = x.clock.at(f.begin)
		f.Duration = x.clock.at(f.end) - f.Start
	}
	x.clocked = len(x.frames)
}
