//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/bench/measure/measuretest"
)

// Everything is made and each figure taken once. Whether limits are kept is for the benchmark to say.
func TestOnce(t *testing.T) {
	r := &measure.Report{}
	b, err := prepare(t.Context(), t.TempDir(), r)
	if err != nil {
		t.Fatal(err)
	}
	b.rounds, b.many = 1, 3
	measuretest.Once(t, b, r, parts)
}
