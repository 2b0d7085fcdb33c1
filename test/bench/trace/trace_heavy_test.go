//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure/measuretest"
)

// Everything is built and each figure taken once. Whether limits are kept is for the benchmark to say.
func TestOnce(t *testing.T) {
	b, r := measuretest.Prepare(t, prepare)
	b.effort = effort{rounds: 1, calls: 20_000, turns: 1}
	measuretest.Once(t, b, r, parts)
}
