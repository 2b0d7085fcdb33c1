//go:build linux

package recorder_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// text returns the name of a call and the bits of its arguments.
func text(c *file.Call) string {
	out := c.Function.Name
	for _, arg := range c.Args {
		out += fmt.Sprintf(" %x", arg.Bits)
	}
	return out
}

// mix has the calls of the program's mix, as text.
func mix(i int) []string {
	return []string{
		fmt.Sprintf("uniform4f %x %x %x 0 %x", i&7, math.Float32bits(0.5), math.Float32bits(float32(i&255)), math.Float32bits(1)),
		fmt.Sprintf("bindTexture de1 %x", i&15), "enable be2", "disable be2", "getError 0",
	}
}

// clocks has the readings of the kernel's clocks in Hello and Clock.
func clocks(t *testing.T) (now [3]uint64) {
	t.Helper()
	for i, id := range []int32{unix.CLOCK_MONOTONIC, unix.CLOCK_REALTIME, unix.CLOCK_BOOTTIME} {
		var ts unix.Timespec
		if err := unix.ClockGettime(id, &ts); err != nil {
			t.Fatal(err)
		}
		now[i] = uint64(ts.Nano())
	}
	return now
}

// The Hello of a recording is within the run time of its program, by each clock.
func TestClocks(t *testing.T) {
	before := clocks(t)
	c := play(t, nil, "mix", "1").Hello().GetClock()
	after := clocks(t)
	for i, got := range []uint64{c.GetMonotonicNs(), c.GetRealtimeNs(), c.GetBoottimeNs()} {
		if got < before[i] || got > after[i] {
			t.Errorf("clock %d shows %d, and %d before and %d after", i, got, before[i], after[i])
		}
	}
}

// Every call is recorded, with its values, in order, and with consistent times.
func TestCalls(t *testing.T) {
	const rounds = 5000 // several batches
	f := play(t, nil, "mix", fmt.Sprint(rounds))
	checkEnd(t, f, "exit")
	if h := f.Hello(); h.Version != 1 || len(h.Nonce) != 16 || !h.FromStart || !h.Options.Recording || h.Memory > 64<<20 {
		t.Errorf("Hello says %v", h)
	}
	if f.Len() != rounds*5 || f.Totals().Dropped != 0 {
		t.Fatalf("%d calls, %d dropped", f.Len(), f.Totals().Dropped)
	}
	var before time.Duration
	for n, call := range all(t, f) {
		if want := mix(n / 5)[n%5]; text(call) != want {
			t.Fatalf("call %d is %q, want %q", n, text(call), want)
		}
		if call.Start < before || call.Duration < 0 || call.Duration > time.Minute {
			t.Fatalf("call %d begins at %v after %v, and takes %v", n, call.Start, before, call.Duration)
		}
		before = call.Start + call.Duration
	}
}

// Every bit of each cell type is recorded.
func TestCells(t *testing.T) {
	f := play(t, nil, "wide", "5000")
	checkEnd(t, f, "exit")
	for n, call := range all(t, f) {
		i := uint32(n) * 2654435761
		want := fmt.Sprintf("wide %x %x %x %x %x %x %x", uint64(int64(-int32(i))), math.MaxUint32-i, -uint64(i), math.MaxUint64-uint64(i),
			math.Float32bits(float32(i)/7), math.Float64bits(float64(i)/3), uint64(int64(int32(i))))
		if text(call) != want {
			t.Fatalf("call %d is %q, want %q", n, text(call), want)
		}
	}
}

// Without times a recording is smaller, and only calls that supply their own times have them.
func TestUntimed(t *testing.T) {
	f := play(t, []string{"GLTRACE_UNTIMED=1"}, "mix", "1000")
	checkEnd(t, f, "exit")
	for n, call := range all(t, f) {
		if text(call) != mix(n / 5)[n%5] || call.Duration != file.Untimed {
			t.Fatalf("call %d is %q and takes %v", n, text(call), call.Duration)
		}
	}
}

// A call may be longer than the times of a record can express, and timed while others are not.
func TestLongCalls(t *testing.T) {
	const rounds = 50
	f := play(t, nil, "long", fmt.Sprint(rounds))
	checkEnd(t, f, "exit")
	long := 0
	for _, call := range all(t, f) {
		if call.Function.Name == "enable" && call.Synthetic() {
			if long++; call.Duration < time.Second {
				t.Errorf("40,000,000,000 ticks: got %v", call.Duration)
			}
		} else if call.Duration != file.Untimed {
			t.Errorf("%s has a duration", text(call))
		}
	}
	if long != rounds {
		t.Errorf("%d long calls, want %d", long, rounds)
	}
}

// A batch belongs to one context, and each call is in a batch of its context.
func TestContexts(t *testing.T) {
	const rounds = 3000
	f := play(t, nil, "contexts", fmt.Sprint(rounds))
	checkEnd(t, f, "exit")
	calls := 0
	for _, call := range all(t, f) {
		if call.Function.Name == "uniform4f" {
			calls++
		}
		if call.Flags&tracepb.CallFlag_FLAG_ATTACH != 0 {
			t.Errorf("%s has the flag ATTACH", text(call))
		}
	}
	of := map[uint32]int{}
	for _, c := range all(t, f) {
		of[c.Context]++
	}
	if calls != rounds || of[0] != rounds*5/3 || of[1] != rounds*5/3 || of[2] != rounds*5/3 {
		t.Errorf("%d rounds, calls by context %v", calls, of)
	}
}
