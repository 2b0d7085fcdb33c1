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
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// IDs of tracks. The IDs of threads follow.
const (
	processTrack = 1
	callsTrack   = 2
	drawsTrack   = 3
	threadTracks = 1 << 32
	frameTracks  = 2 << 32
)

// writePerfetto writes a Perfetto trace, which ui.perfetto.dev opens. Each thread has a track with a slice
// for each call, nested in the slices of its debug groups, and a track of frames. Counters have the calls and
// draws of each frame.
//
// Only the open slices of each thread are in memory.
func writePerfetto(ctx context.Context, w io.Writer, f *file.File) error {
	p := &perfetto{packets: newPackets(w), words: calltext.NewFormatter(f.Payload), threads: map[uint32]*thread{}, all: f.Frames(), counts: map[int]int{}}
	p.clock = f.Boottime // the default clock of Perfetto is CLOCK_BOOTTIME
	p.describe(f)
	p.frames()
	if err := each(ctx, f, func(c *file.CallWithError) error { p.count(c); p.call(c); return p.err }); err != nil {
		return err
	}
	for _, number := range slices.Sorted(maps.Keys(p.threads)) {
		p.end(p.threads[number], never)
	}
	return p.close()
}

type perfetto struct {
	*packets
	words   *calltext.Formatter
	clock   func(since time.Duration) time.Duration
	threads map[uint32]*thread
	all     []file.Frame
	counts  map[int]int // number of calls by frame, for the frames that have begun
}

// thread has the open slices of a track.
type thread struct {
	track uint64
	open  []slice
	now   time.Duration // of the last event
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
	counts := func(m *message) { m.message(trackCounter, nil) }
	p.track(callsTrack, processTrack, "calls per frame", counts)
	p.track(drawsTrack, processTrack, "draws per frame", counts)
}

// text returns valid UTF-8, which protobuf requires.
func validUTF8(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// frames writes a slice and the counters for each frame.
func (p *perfetto) frames() {
	for n, one := range p.all {
		track, begin := frameTracks+uint64(one.Thread), p.clock(one.Start)
		p.event(event{kind: sliceBegin, track: track, at: begin, name: fmt.Sprintf("frame %d", n), rare: true, category: "frame",
			annotations: []note{{name: "first call", number: int64(one.First)}, {name: "last call", number: int64(one.Last)}, {name: "draws", number: int64(one.Draws)}}})
		p.event(event{kind: sliceEnd, track: track, at: begin + max(one.Duration, 0)})
		p.event(event{kind: counter, track: drawsTrack, at: begin, count: one.Draws})
	}
}

// count counts the calls of a frame, which calls of other threads may interrupt, and writes the counters at
// its last call.
func (p *perfetto) count(c *file.CallWithError) {
	if c.Frame < 0 || c.Frame >= len(p.all) {
		return
	}
	p.counts[c.Frame]++
	if one := p.all[c.Frame]; c.Index == one.Last {
		p.event(event{kind: counter, track: callsTrack, at: p.clock(one.Start), count: p.counts[c.Frame]})
		delete(p.counts, c.Frame)
	}
}

func (p *perfetto) call(c *file.CallWithError) {
	t := p.threads[c.Thread]
	if t == nil {
		t = &thread{track: threadTracks + uint64(c.Thread)}
		p.threads[c.Thread] = t
	}
	begin := max(p.clock(c.Start), t.now)
	p.end(t, begin)
	group, pop := isPush(c.Call), isPop(c.Call)
	if group {
		p.begin(t, begin, never, event{name: p.label(c.Call), rare: true, category: "group"})
		t.open[len(t.open)-1].group = true
	}
	p.slice(t, c, begin)
	if pop {
		t.pop(begin + max(c.Duration, 0))
	}
}

// slice writes a call as a slice, or an untimed call as an instant event.
func (p *perfetto) slice(t *thread, c *file.CallWithError, begin time.Duration) {
	e := event{name: c.Function.Name, category: category(c.Call), annotations: p.notes(c)}
	if c.Duration == file.Untimed {
		e.kind, e.track, e.at = instant, t.track, begin
		t.now = begin
		p.event(e)
		return
	}
	end := begin + c.Duration
	if n := len(t.open); n > 0 {
		end = min(end, t.open[n-1].end) // also if the clock is inconsistent
	}
	p.begin(t, begin, end, e)
}

func (p *perfetto) begin(t *thread, at, end time.Duration, e event) {
	e.kind, e.track, e.at = sliceBegin, t.track, at
	t.now = at
	t.open = append(t.open, slice{end: end})
	p.event(e)
}

// end writes the ends of slices that end before a time.
func (p *perfetto) end(t *thread, before time.Duration) {
	for n := len(t.open); n > 0 && t.open[n-1].end <= before; n-- {
		last := t.open[n-1]
		if last.end != never {
			t.now = max(t.now, last.end)
		}
		t.open = t.open[:n-1]
		p.event(event{kind: sliceEnd, track: t.track, at: t.now})
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

func isPush(c *file.Call) bool { return strings.HasPrefix(c.Function.Name, "glPush") && label(c) >= 0 }

func isPop(c *file.Call) bool {
	return strings.HasPrefix(c.Function.Name, "glPopDebugGroup") || strings.HasPrefix(c.Function.Name, "glPopGroupMarker")
}

// label returns the index of the parameter with the text of a debug group, or -1.
func label(c *file.Call) int {
	for i := range c.Function.Params {
		if name := c.Function.Params[i].Name; name == "message" || name == "marker" {
			return i
		}
	}
	return -1
}

func (p *perfetto) label(c *file.Call) string {
	return validUTF8(strings.Trim(p.words.Arg(c, label(c)).Text, `"`))
}

func category(c *file.Call) string {
	switch name := c.Function.Name; {
	case c.Flags&tracepb.CallFlag_FLAG_SYNTHETIC != 0:
		return "recorder"
	case strings.HasPrefix(name, "egl"):
		return "egl"
	}
	return "gl"
}

// notes returns the annotations of a call.
func (p *perfetto) notes(c *file.CallWithError) []note {
	out := []note{{name: "call", number: int64(c.Index)}, {name: "context", number: int64(c.Context)}}
	for i := range c.Args {
		w := p.words.Arg(c.Call, i)
		out = append(out, note{name: validUTF8(w.Name), text: validUTF8(w.Text)})
	}
	if r, ok := p.words.Result(c.Call); ok {
		out = append(out, note{name: "result", text: validUTF8(r.Text)})
	}
	if c.Failed() {
		out = append(out, note{name: "error", text: calltext.Enum("ErrorCode", uint64(c.Error))})
	}
	return out
}
