package main

import (
	"context"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// viewer measures the viewer in a browser, over a recording of a million calls: a program of the tests' module drives it and
// prints what the page measured.
func (b *bench) viewer(ctx context.Context) error {
	program := b.Path("measure-viewer")
	_, err := measure.Command{Args: []string{"go", "build", "-o", program, "./viewer/measure"}, Dir: filepath.Join(b.Root, "test")}.Run(ctx)
	if err != nil {
		return err
	}
	probe := measure.Probe{Name: "viewer", Once: func(ctx context.Context) (measure.Values, error) {
		u, err := measure.Command{Args: []string{program}}.Run(ctx)
		if err != nil {
			return nil, err
		}
		values, err := u.Numbers()
		return spaced(values), err
	}}
	got, err := measure.Turns{Title: "viewer", Rounds: b.turns}.Run(ctx, probe, measure.CPU)
	if err != nil {
		return err
	}
	for _, l := range []measure.Limit{
		{What: "first", Most: 1500},
		{What: "scroll", Most: 100},
		{What: "search", Most: 100},
	} {
		b.report.Add(measure.Row{What: viewerRows[l.What], Unit: measure.Millisecond, Measured: got["viewer "+l.What],
			References: []measure.Reference{{Name: measure.CPU.Name, Unit: measure.Millisecond, Measured: got[measure.CPU.Name]}},
			Bar:        measure.Scaled(l.Most, measure.Millisecond, got[measure.CPU.Name])})
	}
	return nil
}

var viewerRows = map[string]string{
	"first":  "the first frame on the screen, of a million calls",
	"scroll": "scrolling to another place",
	"search": "a search",
}
