//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/measuretest"
)

// The test builds everything and runs each measurement once. Whether limits hold is for the benchmark to
// decide.
func TestOnce(t *testing.T) {
	b, r := measuretest.Prepare(t, prepare)
	b.effort = effort{rounds: 1, share: 0.01, pairs: 2, turns: 2, seconds: 0.2}
	measuretest.Once(t, b, r, parts)
}
