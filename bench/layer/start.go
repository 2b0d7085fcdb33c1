package main

import (
	"context"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// start measures what a layer adds to the start of an app and of its threads, beside a shared object with one function in
// Go: the start of Go's runtime is in both.
func (b *bench) start(ctx context.Context) error {
	const one, layer, none = "one function in Go", "Go hooks", "no hooks"
	starts, err := b.starters(ctx, map[string]func() (string, error){
		one:   func() (string, error) { return b.single(ctx) },
		layer: func() (string, error) { return b.Layer(ctx, "hookgo") },
		none:  func() (string, error) { return b.Layer(ctx, "hooknone") },
	})
	if err != nil {
		return err
	}
	got, err := measure.Turns{Title: "start", Rounds: b.rounds, Warm: true}.Run(ctx, starts...)
	if err != nil {
		return err
	}
	for _, step := range []struct{ key, what string }{
		{" load", "load: dlopen, Initialize, all names"},
		{" first", "first Go call"},
		{" thread", "first Go call on a new thread"},
	} {
		ref := measure.Reference{Name: one, Unit: measure.Microsecond, Measured: got[one+step.key]}
		b.report.Add(measure.Row{What: step.what, Unit: measure.Microsecond, Measured: got[layer+step.key],
			References: []measure.Reference{ref}, Bar: measure.Share(1.2, "1.2 x", ref)})
	}
	b.report.Add(measure.Row{What: "load, no hooks", Unit: measure.Microsecond, Measured: got[none+" load"]})
	return nil
}

// starters makes a probe for each layer.
func (b *bench) starters(ctx context.Context, layers map[string]func() (string, error)) ([]measure.Probe, error) {
	program, err := b.Compile(ctx, "start.c", "start")
	if err != nil {
		return nil, err
	}
	var probes []measure.Probe
	for name, make := range layers {
		lib, err := make()
		if err != nil {
			return nil, err
		}
		probes = append(probes, printed(name, measure.Command{Args: []string{program, lib, b.names}}))
	}
	return probes, nil
}
