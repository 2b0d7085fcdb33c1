package main

import (
	"context"
	"encoding/json"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// Values that the page measures for a recording of a million calls.
const (
	firstFrame = "the first frame on the screen"
	scroll     = "scrolling"
	search     = "a search"
	absent     = "a search without a match"
)

// viewer measures the viewer in a browser, which a program of the test module controls.
func (b *bench) viewer(ctx context.Context) error {
	program := b.Path("speed")
	_, err := measure.Command{Args: []string{"go", "build", "-o", program, "./viewer/speed"}, Dir: filepath.Join(b.Root, "test")}.Run(ctx)
	if err != nil {
		return err
	}
	page := measure.Probe{Once: func(ctx context.Context) (measure.Values, error) {
		u, err := measure.Command{Args: []string{program}}.Run(ctx)
		if err != nil {
			return nil, err
		}
		return parseTimes(u.Out)
	}}
	limits := []measure.Limit{{What: firstFrame, Most: 1500}, {What: scroll, Most: 100}, {What: search, Most: 100}, {What: absent, Most: 100}}
	_, err = b.report.Limits(ctx, measure.Turns{Title: "viewer", Rounds: b.turns}, limits, page)
	return err
}

// parseTimes parses the page's times. Of several positions and several searches, the slowest counts.
func parseTimes(out string) (measure.Values, error) {
	var times struct {
		First, Absent  float64
		Scroll, Search measure.Series
	}
	if err := json.Unmarshal([]byte(out), &times); err != nil {
		return nil, err
	}
	return measure.Values{firstFrame: times.First, scroll: times.Scroll.Max(), search: times.Search.Max(), absent: times.Absent}, nil
}
