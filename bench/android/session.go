package main

import (
	"context"
	"fmt"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// one runs commands one after the other and returns their total time.
func one(ctx context.Context, commands ...measure.Command) (measure.Usage, error) {
	var sum measure.Usage
	for _, c := range commands {
		u, err := c.Run(ctx)
		if err != nil {
			return sum, err
		}
		sum.Wall += u.Wall
	}
	return sum, nil
}

// session measures enabling a layer and reading the state.
func (b *bench) session(ctx context.Context) error {
	const most = 1500
	return b.with(ctx, 1, func(d *devices) error {
		const what = "device enable and status"
		enable, status := d.tool("enable", "--app", app, "libbench.so"), d.tool("status")
		_, err := b.run(ctx, "session", []measure.Limit{{What: what, Most: most}}, probe(what, func(ctx context.Context) (measure.Usage, error) {
			u, err := one(ctx, enable, status)
			if err == nil {
				_, err = d.tool("disable").Run(ctx)
			}
			return u, err
		}))
		return err
	})
}

// why measures "device why" for an app that has loaded a layer.
func (b *bench) why(ctx context.Context) error {
	const most = 2000
	return b.with(ctx, 1, func(d *devices) error {
		const what = "device why"
		if _, err := d.tool("enable", "--app", app, "libbench.so", "--launch", "--wait").Run(ctx); err != nil {
			return err
		}
		why := d.tool("why", app)
		_, err := b.run(ctx, "why", []measure.Limit{{What: what, Most: most}}, probe(what, why.Run))
		return err
	})
}

// all measures fifty devices at once, with one device as the reference.
func (b *bench) all(ctx context.Context) error {
	const most = 3
	const single = "the same, one device"
	what := fmt.Sprintf("device status --all, %d devices", b.many)
	return b.with(ctx, b.many, func(many *devices) error {
		return b.with(ctx, 1, func(few *devices) error {
			got, err := b.run(ctx, "all", nil, probe(what, many.tool("status", "--all").Run), probe(single, few.tool("status", "--all").Run))
			if err != nil {
				return err
			}
			ref := measure.Reference{Name: single, Unit: measure.Millisecond, Measured: got[single]}
			b.report.Add(measure.Row{What: what, Unit: measure.Millisecond, Measured: got[what], References: []measure.Reference{ref},
				Limit: measure.Share(most, "3 x", ref)})
			return nil
		})
	})
}
