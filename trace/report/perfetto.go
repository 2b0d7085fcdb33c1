package report

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// IDs of tracks. The IDs of counters follow those of the counters' table; those of threads and contexts are
// the sum of a base and their number.
const (
	processTrack  = 1
	counterTracks = 2
	threadTracks  = 1 << 32
	frameTracks   = 2 << 32
	gpuTracks     = 3 << 32
	drawTracks    = 4 << 32
)

// writePerfetto writes a Perfetto trace, which ui.perfetto.dev opens. Each thread has a track with a slice
// for each call, nested in the slices of its debug groups, and a track of frames. Each context with timer
// queries has a track of GPU times, and so has each context with recorded times of draws. Counters have sums for each frame.
//
// Only the open slices of each thread are in memory.
func writePerfetto(ctx context.Context, w io.Writer, x *Export) error {
	f := x.File
	p := &perfetto{file: f, words: x.words(), threads: map[uint32]*thread{}, all: f.Frames(), sums: map[int]*frameSums{}}
	p.sequence = newPackets(w).newSequence()
	p.clock = f.Boottime // the default clock of Perfetto is CLOCK_BOOTTIME
	p.gpu = newTimers(p)
	p.describe(f)
	if err := x.frames(p.frame); err != nil {
		return err
	}
	first, last := f.Len(), 0
	if err := x.each(ctx, p.words, func(c *file.CallWithError) error {
		first, last = min(first, c.Index), c.Index+1
		return p.add(c)
	}); err != nil {
		return err
	}
	if err := p.measured(ctx, first, last); err != nil {
		return err
	}
	for _, number := range slices.Sorted(maps.Keys(p.threads)) {
		p.end(p.threads[number], never)
	}
	return p.close()
}

type perfetto struct {
	*sequence // of frames, counters and GPU times
	file      *file.File
	words     *calltext.Formatter
	clock     func(since time.Duration) time.Duration
	threads   map[uint32]*thread
	gpu       *timers
	all       []file.Frame
	sums      map[int]*frameSums // by frame, for the frames that have begun
}

// thread has the open slices of a track.
type thread struct {
	*sequence
	open    []slice
	now     time.Duration // of the last event
	context uint32        // of the last call
}

// slice is an open slice and its end. The end of a debug group is never until its pop is found.
type slice struct {
	end   time.Duration
	group bool
}

// never is the end of a debug group without a pop so far.
const never = time.Duration(math.MaxInt64)

// describe writes the tracks.
func (p *perfetto) describe(f *file.File) {
	pid := uint64(f.Hello().GetPid())
	p.track(processTrack, 0, "", func(m *message) {
		var process message
		process.number(processPID, pid)
		process.text(processName, validUTF8(f.Hello().GetProcess()))
		m.message(trackProcess, process)
	})
	for _, t := range f.Threads() {
		tid := uint64(t.Tid)
		if tid == 0 {
			tid = uint64(t.Number)
		}
		p.track(threadTracks+uint64(t.Number), processTrack, "", func(m *message) {
			var one message
			one.number(threadPID, pid)
			one.number(threadTID, tid)
			one.text(threadName, validUTF8(t.Name))
			m.message(trackThread, one)
		})
		p.track(frameTracks+uint64(t.Number), processTrack, fmt.Sprintf("frames of %s", validUTF8(t.Name)), nil)
	}
	p.describeCounters()
}

// validUTF8 returns valid UTF-8, which protobuf and JSON require.
func validUTF8(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// frame writes a slice for a frame.
func (p *perfetto) frame(n int, one file.Frame) error {
	track, begin := frameTracks+uint64(one.Thread), p.clock(one.Start)
	p.event(event{kind: sliceBegin, track: track, at: begin, name: fmt.Sprintf("frame %d", n), rare: true, category: "frame",
		annotations: []note{{name: "first call", number: int64(one.First)}, {name: "last call", number: int64(one.Last)}, {name: "draws", number: int64(one.Draws)}}})
	p.event(event{kind: sliceEnd, track: track, at: begin + max(one.Duration, 0)})
	return p.err
}

// add adds a call to its thread, its frame, and its timer query.
func (p *perfetto) add(c *file.CallWithError) error {
	p.count(c)
	p.call(c)
	p.gpu.call(c)
	return p.err
}

func (p *perfetto) call(c *file.CallWithError) {
	begin := p.clock(c.Start)
	t := p.threads[c.Thread]
	if t == nil {
		t = &thread{sequence: p.newTrackSequence(threadTracks+uint64(c.Thread), begin)}
		p.threads[c.Thread] = t
	}
	begin = max(begin, t.now)
	p.end(t, begin)
	group, pop := isPush(c.Call), isPop(c.Call)
	if group {
		t.begin(begin, never, event{name: p.label(c.Call), category: "group"})
		t.open[len(t.open)-1].group = true
	}
	p.slice(t, c, begin)
	if pop {
		t.pop(begin + max(c.Duration, 0))
	}
}

// slice writes a call as a slice, or an untimed call as an instant event.
func (p *perfetto) slice(t *thread, c *file.CallWithError, begin time.Duration) {
	e := event{name: validUTF8(c.Function.Name), category: category(c.Call), annotations: p.notes(t, c)}
	if c.Duration == file.Untimed {
		e.kind, e.at = instant, begin
		t.now = begin
		t.event(e)
		return
	}
	end := begin + c.Duration
	if n := len(t.open); n > 0 {
		end = min(end, t.open[n-1].end) // also if the clock is inconsistent
	}
	t.begin(begin, end, e)
}

func (t *thread) begin(at, end time.Duration, e event) {
	e.kind, e.at = sliceBegin, at
	t.now = at
	t.open = append(t.open, slice{end: end})
	t.event(e)
}

// end writes the ends of slices that end before a time.
func (p *perfetto) end(t *thread, before time.Duration) {
	for n := len(t.open); n > 0 && t.open[n-1].end <= before; n-- {
		last := t.open[n-1]
		if last.end != never {
			t.now = max(t.now, last.end)
		}
		t.open = t.open[:n-1]
		t.event(event{kind: sliceEnd, at: t.now})
	}
}

// pop ends the innermost debug group at the end of the call.
func (t *thread) pop(end time.Duration) {
	for i := len(t.open) - 1; i >= 0; i-- {
		if t.open[i].group && t.open[i].end == never {
			t.open[i].end = end
			return
		}
	}
}
