package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// Everything is built and each figure taken once. Whether limits are kept is for the benchmark to say.
func TestOnce(t *testing.T) {
	r := &measure.Report{}
	b, err := prepare(t.Context(), t.TempDir(), r)
	if err != nil {
		t.Fatal(err)
	}
	b.effort = effort{rounds: 1, share: "0.01"}
	for _, p := range parts {
		before := len(r.Rows)
		if err := p.Run(b, t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(r.Rows) == before {
			t.Errorf("part %s reports nothing", p.Name)
		}
	}
	for _, row := range r.Rows {
		if len(row.Measured) == 0 || row.Bar != nil && row.Bar.Limit <= 0 && row.Unit != allocations {
			t.Errorf("%s: %v, %+v", row.What, row.Measured, row.Bar)
		}
		for _, ref := range row.References {
			if ref.Measured.Median() <= 0 {
				t.Errorf("%s: %s takes %v", row.What, ref.Name, ref.Measured)
			}
		}
	}
}
