package main

import (
	"context"
	"slices"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// A footprint is the memory of one layer.
type footprint struct {
	project, what, key, unit string
	bytes                    float64 // in unit
	limit                    float64 // 0: no limit
}

var footprints = []footprint{
	{"hookgo", "idle memory, Go hooks: resident", " rss", measure.Megabyte, 1e6, 3},
	{"hooknone", "idle memory, no hooks: anonymous", " anonymous", measure.Kilobyte, 1e3, 100},
}

var fullFootprints = []footprint{
	{"fullgo", "idle memory, @all Go hooks: resident", " rss", measure.Megabyte, 1e6, 0},
	{"fullnone", "idle memory, @all no hooks: anonymous", " anonymous", measure.Kilobyte, 1e3, 0},
}

// memory measures the additional memory of a process that has loaded a layer and called no function.
func (b *bench) memory(ctx context.Context) error {
	list := footprints
	if b.full {
		list = append(slices.Clone(list), fullFootprints...)
	}
	probes, err := b.loaders(ctx, list)
	if err != nil {
		return err
	}
	got, err := measure.Turns{Title: "memory", Rounds: b.rounds, Warm: true}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	for _, f := range list {
		row := measure.Row{What: f.what, Unit: f.unit, Measured: in(got[f.project+f.key], f.bytes)}
		if f.limit > 0 {
			row.Limit = measure.Fixed(f.limit)
		}
		b.report.Add(row)
	}
	return nil
}

// loaders returns a probe for each layer.
func (b *bench) loaders(ctx context.Context, list []footprint) (probes []measure.Probe, err error) {
	program, err := b.Compile(ctx, "footprint.c", "footprint")
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		lib, err := b.Layer(ctx, f.project)
		if err != nil {
			return nil, err
		}
		probes = append(probes, measure.Printed(f.project, measure.Command{Args: []string{program, lib, b.names}}))
	}
	return probes, nil
}

func in(bytes measure.Series, unit float64) (s measure.Series) {
	for _, v := range bytes {
		s = append(s, v/unit)
	}
	return s
}
