package file

import (
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
	b, u := x.batches.at(int(number)), x.unmergedOf(number)
	if err := x.keep(16); err != nil {
		return err
	}
	t := x.threads[b.thread]
	if l.place == 0 && u.gap != nil {
		u.gap.Before = x.calls
		x.gaps = append(x.gaps, *u.gap)
		x.totals.Lost += u.gap.Calls - u.gap.Dropped
		x.totals.Batches += u.gap.Batches
	}
	x.runs.add(run{x.calls, number, int32(l.place)})
	if l.place == 0 {
		t.begins(x.calls, b.first)
	} else {
		t.begins(x.calls, t.beginTime) // the mark of the swap set the begin time
	}
	x.summarize(l, b, u, to)
	err := x.frame(b, u, x.calls-l.place, to)
	x.calls += to - l.place
	return err
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
	for len(u.marks) > 0 && int(u.marks[0].place) < to {
		m := u.marks[0]
		u.marks = u.marks[1:]
		place := int(m.place)
		switch m.class {
		case push, pop:
			if err := x.groups.add(x, zero+place, b.context, m.class == push); err != nil {
				return err
			}
		case frameImage:
			x.image(t, b.context, m.ago, zero+place)
		case swap:
			t.frames = append(t.frames, int32(len(x.frames)))
			x.frames = append(x.frames, Frame{
				First: t.begin, Last: zero + place, Thread: t.Number, Context: b.context, Draws: t.draws + int(m.draws), Image: t.image,
				begin: t.beginTime, end: m.end,
			})
			t.draws, t.image, t.began = 0, -1, false
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
		t.draws += u.tail
	}
	return nil
}

// late is the maximum number of swaps between a frame and its image.
const late = 64

// image assigns an image to a frame: to the thread's current frame if ago is 0, otherwise to the frame that
// the context's swap ended ago swaps before.
func (x *index) image(t *thread, context, ago uint32, call int) {
	if ago == 0 {
		t.image = call
		return
	}
	for back := 1; ago <= late && back <= min(late, len(t.frames)); back++ {
		n := t.frames[len(t.frames)-back]
		if x.frames[n].Context != context {
			continue
		}
		if ago--; ago == 0 {
			x.own(int(n))
			x.frames[n].Image = call
			return
		}
	}
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
