//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The test builds everything and runs each measurement once. Whether limits hold is for the benchmark to
// decide.
func TestBenchLoader(t *testing.T) {
	b, r := measure.PrepareTest(t, prepare)
	b.effort = effort{rounds: 1, share: 0.01, pairs: 2, turns: 2, seconds: 0.2}
	measure.RunOnce(t, b, r, parts)
}
