package main

import (
	"testing"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// Everything is made and each figure taken once. Whether limits are kept is for the benchmark to say.
func TestOnce(t *testing.T) {
	r := &measure.Report{}
	b, err := prepare(t.Context(), t.TempDir(), r)
	if err != nil {
		t.Fatal(err)
	}
	b.rounds = 1
	for _, p := range parts {
		before := len(r.Rows)
		if err := p.Run(b, t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(r.Rows) == before {
			t.Errorf("part %s reports nothing", p.Name)
		}
	}
	barred := 0
	for _, row := range r.Rows {
		if len(row.Measured) != 1 || row.Measured[0] <= 0 || row.Bar != nil && row.Bar.Limit <= 0 {
			t.Errorf("%s: %v, %+v", row.What, row.Measured, row.Bar)
		}
		if row.Bar != nil {
			barred++
		}
	}
	if barred != 4 {
		t.Errorf("%d rows have a limit", barred)
	}
}
