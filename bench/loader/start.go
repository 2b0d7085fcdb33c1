package main

import (
	"context"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// start measures the start of the smallest program, alone and under "gleslayergen run" with a filled cache.
func (b *bench) start(ctx context.Context) error {
	const alone, none, one, limit = "alone", "no layer", "one layer", 30
	program, err := b.compileGL(ctx, "start")
	if err != nil {
		return err
	}
	layer, err := b.layers(ctx, 1)
	if err != nil {
		return err
	}
	got, err := measure.Turns{Title: "start", Rounds: startsARound * b.rounds, Warm: true}.Run(ctx, measure.CPU,
		b.wall(alone, measure.Command{Args: []string{program}}),
		b.wall(none, b.Tool("run", "--", program)),
		b.wall(one, b.Tool("run", "--layer", layer[0], "--", program)))
	if err != nil {
		return err
	}
	speed := got[measure.CPU.Name]
	for _, way := range []struct {
		name string
		bar  *measure.Threshold
	}{{none, measure.Scaled(limit, measure.Millisecond, speed)}, {one, nil}} {
		b.report.Add(measure.Row{What: "run, " + way.name + ": over the program alone", Unit: measure.Millisecond, Limit: way.bar,
			Measured: difference(got[way.name], got[alone]),
			References: []measure.Reference{{Name: "alone", Unit: measure.Millisecond, Measured: got[alone]},
				{Name: measure.CPU.Name, Unit: measure.Millisecond, Measured: speed}}})
	}
	return nil
}

// startsARound is the number of processes of each kind in a round: they are short and vary widely.
const startsARound = 3

// wall returns a probe of the wall-clock time. The benchmark has its own cache, which the first start fills.
func (b *bench) wall(name string, c measure.Command) measure.Probe {
	c.Env = append(c.Env, append(surfaceless, "XDG_CACHE_HOME="+b.Path("cache"))...)
	return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
		u, err := c.Run(ctx)
		return measure.Values{"": float64(u.Wall.Nanoseconds()) / 1e6}, err
	}}
}
