package file

import (
	"slices"
	"time"
)

// Frame is the calls of one thread up to its swap, and that with them.
type Frame struct {
	First, Last int
	Thread      uint32
	Context     uint32 // that was current at the swap
	Start       time.Duration
	Duration    time.Duration // from the first call's start to the swap's end
	Draws       int
	Image       int // the call gltrace.FrameImage, which may come some frames later; -1 for none

	begin, end uint64 // ticks
}

// emit gives some calls of a batch their place, behind all others.
func (x *index) emit(number int32, from, to int) error {
	b := x.batches[number]
	if err := x.keep(16); err != nil {
		return err
	}
	if from == 0 && b.gap != nil {
		b.gap.Before = x.calls
		x.gaps = append(x.gaps, *b.gap)
		x.totals.Lost += b.gap.Calls - b.gap.Dropped
		x.totals.Batches += b.gap.Batches
	}
	x.runs = append(x.runs, run{x.calls, number, int32(from)})
	if from == 0 {
		b.thread.begins(x.calls, b.first)
	} else {
		b.thread.begins(x.calls, b.thread.beginTime) // behind a swap, which said when
	}
	err := x.frame(b, x.calls-from, to)
	x.calls += to - from
	return err
}

// begins notes where a frame begins, if none has.
func (t *thread) begins(call int, ticks uint64) {
	if !t.began {
		t.began, t.begin, t.beginTime = true, call, ticks
	}
}

// frame ends the frames whose swap stands before a place of a batch. zero is the index that the call at place 0 would have.
func (x *index) frame(b *batch, zero, to int) error {
	t := b.thread
	for len(b.marks) > 0 && b.marks[0].place < to {
		m := b.marks[0]
		if b.marks = b.marks[1:]; len(b.marks) == 0 {
			b.marks = nil
		}
		switch m.class {
		case frameImage:
			x.image(t, b.context, m.ago, zero+m.place)
		case swap:
			t.frames = append(t.frames, int32(len(x.frames)))
			x.frames = append(x.frames, Frame{
				First: t.begin, Last: zero + m.place, Thread: t.Number, Context: b.context, Draws: t.draws + m.draws, Image: t.image,
				begin: t.beginTime, end: m.end,
			})
			t.draws, t.image, t.began = 0, -1, false
			if m.place+1 < b.count {
				t.beginTime = m.next
			}
			if m.place+1 < to {
				t.begins(zero+m.place+1, m.next)
			}
			if err := x.keep(128); err != nil {
				return err
			}
		}
	}
	if to == b.count {
		t.draws += b.draws
	}
	return nil
}

// late is how many swaps an image may come after what it shows.
const late = 64

// image notes the image of a frame: of the thread's present one, or of one so many swaps of the context ago.
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

// own sees to it that a frame may be changed that somebody may read already.
func (x *index) own(n int) {
	if n < x.clocked {
		x.frames, x.clocked = slices.Clone(x.frames), 0
	}
}

// clockFrames gives frames their times, all of them anew where the clock is known better than before.
func (x *index) clockFrames() {
	if x.clocked == 0 {
		x.frames = slices.Clone(x.frames) // somebody may read the old ones
	}
	for i := x.clocked; i < len(x.frames); i++ {
		f := &x.frames[i]
		f.Start = x.clock.at(f.begin)
		f.Duration = x.clock.at(f.end) - f.Start
	}
	x.clocked = len(x.frames)
}
