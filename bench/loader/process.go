package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/loader"
)

// once runs a program with the system's own libraries, or under n layers. Under layers it returns the calls
// that the loader's libraries counted.
func (b *bench) once(ctx context.Context, layers int, c measure.Command) (measure.Usage, map[string]float64, error) {
	if layers == bound {
		u, err := c.Run(ctx)
		return u, nil, err
	}
	files, err := b.layers(ctx, layers)
	if err != nil {
		return measure.Usage{}, nil, err
	}
	// An empty search path makes names absolute (rule 1.10).
	run, err := b.host.NewRun("", loader.Setup{List: strings.Join(files, ":")})
	if err != nil {
		return measure.Usage{}, nil, err
	}
	defer run.Close()
	c.Env = append(slices.Clone(c.Env), run.Env()...)
	u, err := c.Run(ctx)
	if err != nil {
		return u, nil, err
	}
	calls, err := tally(run, layers)
	return u, calls, err
}

// tally sums the calls of a run. It fails unless the run has one process with n layers.
func tally(r *loader.Run, layers int) (map[string]float64, error) {
	processes, err := r.Stats()
	if err != nil {
		return nil, err
	}
	if len(processes) != 1 {
		return nil, fmt.Errorf("the loader reported %d processes, expected 1", len(processes))
	}
	stats := processes[0]
	if len(stats.Layers) != layers || len(stats.Problems) > 0 {
		return nil, fmt.Errorf("the process loaded %d layers, expected %d; problems: %s", len(stats.Layers), layers, strings.Join(stats.Problems, "; "))
	}
	calls := map[string]float64{}
	for i, name := range stats.Names {
		calls[name] += float64(stats.Calls[i])
	}
	return calls, nil
}
