package main

import (
	"math"
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

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
