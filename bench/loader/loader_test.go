package main

import (
	"math"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/bench/measure/measuretest"
)

// Everything is built and each figure taken once. Whether limits are kept is for the benchmark to say. The frames, which
// want an X server, are among the heavy tests.
func TestOnce(t *testing.T) {
	once(t, "calls", "start")
}

func once(t *testing.T, names ...string) {
	t.Helper()
	r := &measure.Report{}
	b, err := prepare(t.Context(), t.TempDir(), r)
	if err != nil {
		t.Fatal(err)
	}
	b.effort = effort{rounds: 1, share: 0.01, pairs: 2, turns: 2, seconds: 0.2}
	var chosen []measure.Part[*bench]
	for _, name := range names {
		i := slices.IndexFunc(parts, func(p measure.Part[*bench]) bool { return p.Name == name })
		chosen = append(chosen, parts[i])
	}
	measuretest.Once(t, b, r, chosen)
}

func TestLowerEnd(t *testing.T) {
	for _, c := range []struct {
		ratios measure.Series
		want   float64
	}{
		{measure.Series{0.98, 0.98, 0.98}, 0.98},
		{measure.Series{1, math.Exp(-0.1), math.Exp(0.1)}, math.Exp(-4.303 * 0.1 / math.Sqrt(3))},
	} {
		if got, err := lowerEnd(c.ratios); err != nil || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v: %v, %v, want %v", c.ratios, got, err, c.want)
		}
	}
	for _, n := range []int{0, 1, 100} {
		if _, err := lowerEnd(make(measure.Series, n)); err == nil {
			t.Errorf("an interval of %d", n)
		}
	}
	if _, err := lowerEnd(make(measure.Series, usual.pairs)); err != nil {
		t.Error(err)
	}
}

func TestFrameOf(t *testing.T) {
	got, err := frameOf("=====\n[ideas] duration=2: FPS: 128 FrameTime: 7.835 ms\n=====\n")
	if err != nil || got != 7.835 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := frameOf("Error: no display\n"); err == nil {
		t.Error("no error")
	}
}
