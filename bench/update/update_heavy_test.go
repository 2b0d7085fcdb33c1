//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The test runs each measurement once. Whether limits hold is for the benchmark to decide.
func TestBenchUpdate(t *testing.T) {
	b, r := measure.PrepareTest(t, prepare)
	b.rounds = 1
	measure.RunOnce(t, b, r, parts)
	limits := 0
	for _, row := range r.Rows {
		if len(row.Measured) != 1 || row.Measured[0] <= 0 {
			t.Errorf("%s: %v", row.What, row.Measured)
		}
		if row.Limit != nil {
			limits++
		}
	}
	if limits != 4 {
		t.Errorf("%d rows have a limit", limits)
	}
}
