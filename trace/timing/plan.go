package timing

import (
	"context"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Method is how the time of the GPU is measured.
type Method string

// Methods.
const (
	Query  Method = "query"  // timer queries around each draw and dispatch, in a recording of the replay
	Finish Method = "finish" // the time from before the call until glFinish returns
)

// Plan follows what a replay makes, and receives the times of Finish.
type Plan struct {
	method Method
	places map[int]place // of the draws and dispatches of the measured frames, by call
	swaps  map[int]int   // the measured frames by their swaps
	made   []moment      // draws, dispatches and swaps in the order in which the replay makes them
	round  int
	last   int             // the last call of those
	times  []time.Duration // of the clocks: three for each draw or dispatch
}

// place is a draw or dispatch of the recording.
type place struct {
	file.Work
	function string
}

// moment is a draw, a dispatch or a swap that is made.
type moment struct {
	round, call int
	function    string
}

// New reads a recording once, and returns a plan for some of its frames.
func New(ctx context.Context, f *file.File, m Method, frames func(frame int) bool) (*Plan, error) {
	p := &Plan{method: m, places: map[int]place{}, swaps: map[int]int{}, last: -1}
	var numbers file.Numbering
	for c, err := range f.Calls(0, f.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		work, isWork := numbers.Add(f, c)
		switch {
		case !frames(c.Frame):
		case isWork:
			p.places[c.Index] = place{work, c.Function.Name}
		case c.Function.IsSwap() && !c.Synthetic():
			p.swaps[c.Index] = c.Frame
		}
	}
	return p, nil
}

// Len returns the number of draws and dispatches that are measured.
func (p *Plan) Len() int { return len(p.places) }

// Requests returns what the player measures around a call, and counts it.
func (p *Plan) Requests(c *file.Call) (out replay.Around) {
	_, isWork := p.places[c.Index]
	isMade := c.Function.IsGPUWork() || c.Function.IsSwap()
	if !isMade {
		return out
	}
	if c.Index <= p.last {
		p.round++
	}
	p.last = c.Index
	p.made = append(p.made, moment{p.round, c.Index, c.Function.Name})
	if p.method == Finish && isWork {
		id := uint64(len(p.made) - 1)
		out.Before = []replay.Request{replay.Clock(id, true)}
		out.After = []replay.Request{replay.Clock(id, false), replay.Clock(id, true)}
	}
	return out
}

// Reading receives a time of the player. It may be called while requests are made.
func (p *Plan) Reading(r *replay.Reading) error {
	p.times = append(p.times, r.Time)
	return nil
}
