//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure/measuretest"
)

// Everything is made and each figure taken once. Whether limits are kept is for the benchmark to say.
func TestOnce(t *testing.T) {
	b, r := measuretest.Prepare(t, prepare)
	b.rounds, b.many = 1, 3
	measuretest.Once(t, b, r, parts)
}
