//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The test runs each measurement once. Whether limits hold is for the benchmark to decide.
func TestBenchAndroid(t *testing.T) {
	b, r := measure.PrepareTest(t, prepare)
	b.rounds, b.many = 1, 3
	measure.RunOnce(t, b, r, parts)
}
