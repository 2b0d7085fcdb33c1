package file

import (
	"testing"
	"time"
)

// A time counts the draws and dispatches of its context since the measured one. Those before a gap are unknown.
func TestMatcher(t *testing.T) {
	work, measured := &Function{class: dispatch}, &Function{class: gpuTime}
	took := func(index int, context uint32, ago uint64) *Call {
		return &Call{Index: index, Context: context, Function: measured, Args: []Value{{Bits: 7}, {Bits: ago}, {Bits: 1500}, {Bits: 1}}}
	}
	m := matcher{recent: map[uint32][]GPUTime{}, gaps: []Gap{{Before: 8, Thread: 1}}}
	for _, c := range []struct {
		call *Call
		of   int // -1 for none
	}{
		{&Call{Index: 0, Context: 1, Function: work}, -1},
		{&Call{Index: 1, Context: 2, Function: work}, -1},
		{&Call{Index: 2, Context: 1, Function: work}, -1},
		{&Call{Index: 3, Context: 1, Function: &Function{class: swap}}, -1},
		{took(4, 1, 1), 0},
		{took(5, 1, 0), 2},
		{took(6, 1, 2), -1},
		{took(7, 2, 0), 1},
		{&Call{Index: 8, Context: 1, Function: work}, -1},
		{took(9, 1, 1), -1}, // of a call before the gap
		{took(10, 1, 0), 8},
		{took(11, 3, 1<<63), -1},
		{&Call{Index: 12, Context: 1, Function: measured}, -1}, // of another recorder
	} {
		m.add(c.call)
		got, found := m.time(c.call)
		if want := (GPUTime{Call: c.of, Context: c.call.Context, Function: work, Framebuffer: 7, Time: 1500 * time.Nanosecond, Disjoint: true}); found != (c.of >= 0) || found && got != want {
			t.Errorf("call %d: %v, %v; want %v", c.call.Index, got, found, want)
		}
	}
}

// A context with many draws keeps only as many as a time can count.
func TestMatcherIsBounded(t *testing.T) {
	m, work := matcher{recent: map[uint32][]GPUTime{}}, &Function{class: draw}
	for i := range 10 * mostWork {
		m.add(&Call{Index: i, Context: 1, Function: work})
	}
	if all := m.recent[1]; len(all) > 2*mostWork || all[len(all)-mostWork].Call != 9*mostWork {
		t.Errorf("%d draws are kept, and of the last %d, the first is %d", len(all), mostWork, all[len(all)-mostWork].Call)
	}
}

// A draw begins when it was called, or when the draw before has ended; contexts do not wait for each other.
func TestGPULanes(t *testing.T) {
	l := GPULanes{}
	for _, c := range []struct {
		context           uint32
		at, took          time.Duration
		wantStart, wantTo time.Duration
	}{
		{1, 100, 50, 100, 150}, {1, 120, 30, 150, 180}, {2, 120, 10, 120, 130}, {1, 400, 5, 400, 405}, {2, 0, -7, 130, 130},
		{2, 500, 1 << 62, 500, 500 + time.Hour},
	} {
		if start, end := l.Place(GPUTime{Context: c.context, Start: c.at, Time: c.took}); start != c.wantStart || end != c.wantTo {
			t.Errorf("%+v: from %d to %d", c, start, end)
		}
	}
}
