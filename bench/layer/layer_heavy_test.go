//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The test builds everything and runs each measurement once. Whether limits hold is for the benchmark to
// decide.
func TestBenchLayer(t *testing.T) {
	b, r := measure.PrepareTest(t, prepare)
	b.effort = effort{rounds: 1, share: "0.01", bursts: 2}
	measure.RunOnce(t, b, r, parts, allocations)
}
