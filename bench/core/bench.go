package main

import (
	"context"
	"embed"
	"os"
	"path/filepath"
	"time"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// rounds is the number of processes per median.
const rounds = 9

//go:embed testdata
var sources embed.FS

// bench is the state that the parts share.
type bench struct {
	*measure.Workshop
	std    string // GOCACHE with only the standard library
	report *measure.Report
}

func prepare(ctx context.Context, dir string, r *measure.Report) (*bench, error) {
	if err := measure.Need("go", "cc", "glad", "taskset", measure.GlXML, measure.EglXML); err != nil {
		return nil, err
	}
	shop, err := measure.NewWorkshop(ctx, dir, sources)
	if err != nil {
		return nil, err
	}
	shop.Projects = projects
	r.Path = filepath.Join(shop.Root, r.Path)
	return &bench{Workshop: shop, report: r}, nil
}

// probe returns a probe of a command's time, in a unit. before restores the state that the previous round
// changed.
func probe(name, unit string, c measure.Command, before func() error) measure.Probe {
	return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
		if err := before(); err != nil {
			return nil, err
		}
		u, err := c.Run(ctx)
		return measure.Values{"": in(unit, u.Wall), measure.Processor: in(unit, u.Processor)}, err
	}}
}

func in(unit string, d time.Duration) float64 {
	if unit == measure.Second {
		return d.Seconds()
	}
	return float64(d.Nanoseconds()) / 1e6
}

func nothing() error { return nil }

// without removes a directory.
func without(dir string) func() error { return func() error { return os.RemoveAll(dir) } }
