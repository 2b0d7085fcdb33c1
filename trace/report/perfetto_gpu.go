package report

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Enums of EXT_disjoint_timer_query.
const (
	glTimeElapsed = 0x88BF // GL_TIME_ELAPSED_EXT
	glQueryResult = 0x8866 // GL_QUERY_RESULT
)

// timers writes the results of timer queries as slices on a track for each context.
//
// A query of elapsed time has no position on the GPU. Its slice begins with the call that began it, or when
// the previous slice ends. Two successive queries of the time enclose a slice; the first of a context begins
// with its call.
type timers struct {
	*perfetto
	contexts map[uint32]*gpuTrack
}

// gpuTrack has the timer queries of a context.
type gpuTrack struct {
	track   uint64
	now     time.Duration // end of the last slice
	queries map[uint64]timerQuery
	stamp   uint64        // GPU time of the last result
	offset  time.Duration // of the CPU time to the GPU time
	stamped uint64        // query of stamp; 0 for none
}

// timerQuery is a query without a result so far.
type timerQuery struct {
	at      time.Duration
	elapsed bool
	call    int
}

// mostQueries limits the queries of a context without a result.
const mostQueries = 1 << 16

func newTimers(p *perfetto) *timers { return &timers{p, map[uint32]*gpuTrack{}} }

// call evaluates a call if it concerns a timer query.
func (t *timers) call(c *file.CallWithError) {
	name := strings.TrimSuffix(c.Function.Name, "EXT")
	if len(c.Args) == 0 || c.Failed() || !strings.Contains(name, "Query") {
		return
	}
	g := t.contexts[c.Context]
	if g == nil && (name == "glBeginQuery" || name == "glQueryCounter") {
		g = &gpuTrack{queries: map[uint64]timerQuery{}}
		t.contexts[c.Context] = g
	}
	if g == nil {
		return
	}
	switch first := uint64(uint32(c.Args[0].Bits)); {
	case name == "glBeginQuery" && first == glTimeElapsed && len(c.Args) == 2:
		g.begin(uint64(uint32(c.Args[1].Bits)), timerQuery{t.clock(c.Start), true, c.Index})
	case name == "glQueryCounter":
		g.begin(first, timerQuery{t.clock(c.Start), false, c.Index})
	case strings.HasPrefix(name, "glGetQueryObject") && len(c.Args) == 3 && uint32(c.Args[1].Bits) == glQueryResult:
		t.result(g, c, first)
	}
}

func (g *gpuTrack) begin(id uint64, q timerQuery) {
	if len(g.queries) < mostQueries {
		g.queries[id] = q
	}
}

// result writes the slice of a query whose result the program got.
func (t *timers) result(g *gpuTrack, c *file.CallWithError, id uint64) {
	q, ok := g.queries[id]
	value, read := t.value(c.Args[2])
	if !ok || !read {
		return
	}
	delete(g.queries, id)
	if q.elapsed {
		t.slice(c, g, max(q.at, g.now), value, fmt.Sprintf("query %d", id), q.call)
		return
	}
	if g.stamped != 0 && value >= g.stamp {
		t.slice(c, g, max(time.Duration(g.stamp)+g.offset, g.now), value-g.stamp, fmt.Sprintf("query %d to %d", g.stamped, id), q.call)
	} else {
		g.offset = q.at - time.Duration(value)
	}
	g.stamp, g.stamped = value, id
}

// longestQuery limits the length of a slice: results of damaged recordings can be any number.
const longestQuery = uint64(time.Hour)

func (t *timers) slice(c *file.CallWithError, g *gpuTrack, at time.Duration, length uint64, name string, call int) {
	if length > longestQuery {
		return
	}
	if g.track == 0 {
		g.track = gpuTracks + uint64(c.Context)
		t.track(g.track, processTrack, fmt.Sprintf("GPU time of context %d", c.Context), nil)
	}
	g.now = at + time.Duration(length)
	t.event(event{kind: sliceBegin, track: g.track, at: at, name: name, category: "gpu", annotations: []note{{name: "index", number: int64(call)}}})
	t.event(event{kind: sliceEnd, track: g.track, at: g.now})
}

// value reads a result of 4 or 8 bytes.
func (t *timers) value(v file.Value) (uint64, bool) {
	if v.CapturedSize() == 0 || v.Data.Size > 8 {
		return 0, false
	}
	data, err := t.file.Payload(v.Data.Payloads)
	switch {
	case err == nil && len(data) == 8:
		return binary.LittleEndian.Uint64(data), true
	case err == nil && len(data) == 4:
		return uint64(binary.LittleEndian.Uint32(data)), true
	}
	return 0, false
}

// measured writes the recorded GPU times of the draws and dispatches with an index in [from, to): a track for each context.
func (p *perfetto) measured(ctx context.Context, from, to int) error {
	places := file.GPULanes{}
	for one, err := range p.file.GPUTimes(from, to) {
		if err = cmp.Or(err, ctx.Err(), p.err); err != nil {
			return err
		}
		track := drawTracks + uint64(one.Context)
		if _, known := places[one.Context]; !known {
			p.track(track, processTrack, fmt.Sprintf("GPU time of draws of context %d", one.Context), nil)
		}
		start, end := places.Place(one)
		p.event(event{kind: sliceBegin, track: track, at: p.clock(start), name: validUTF8(one.Function.Name), category: "gpu", annotations: []note{
			{name: "index", number: int64(one.Call)}, {name: "framebuffer", number: int64(one.Framebuffer)},
		}})
		p.event(event{kind: sliceEnd, track: track, at: p.clock(end)})
	}
	return p.err
}
