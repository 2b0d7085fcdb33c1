//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// TestBenchTrace runs each part once. It does not check the limits, which the benchmark does.
func TestBenchTrace(t *testing.T) {
	b, r := measure.PrepareTest(t, prepare)
	b.effort = effort{rounds: 1, calls: 20_000, turns: 1}
	measure.RunOnce(t, b, r, parts)
}
