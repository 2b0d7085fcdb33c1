package measure

import (
	"context"
	"slices"
	"testing"
)

// PrepareTest creates a benchmark in a directory of its test, and its report.
func PrepareTest[B any](t *testing.T, prepare func(ctx context.Context, dir string, r *Report) (B, error)) (B, *Report) {
	t.Helper()
	r := &Report{}
	b, err := prepare(t.Context(), t.TempDir(), r)
	if err != nil {
		t.Fatal(err)
	}
	return b, r
}

// RunOnce runs parts of a benchmark in its test. Each must report values, and limits and references above 0, but limits
// need not hold. Limits in units of counts may be 0.
func RunOnce[B any](t *testing.T, b B, r *Report, parts []Part[B], counts ...string) {
	t.Helper()
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
		if len(row.Measured) == 0 || row.Limit != nil && row.Limit.Value <= 0 && !slices.Contains(counts, row.Unit) {
			t.Errorf("%s: %v, %+v", row.What, row.Measured, row.Limit)
		}
		for _, ref := range row.References {
			if ref.Measured.Median() <= 0 {
				t.Errorf("%s: %s takes %v", row.What, ref.Name, ref.Measured)
			}
		}
	}
}
