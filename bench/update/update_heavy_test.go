//go:build heavy

package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/measuretest"
)

// The test runs each measurement once. Whether limits hold is for the benchmark to decide.
func TestOnce(t *testing.T) {
	b, r := measuretest.Prepare(t, prepare)
	b.rounds = 1
	measuretest.Once(t, b, r, parts)
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
