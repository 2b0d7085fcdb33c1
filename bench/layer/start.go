package main

import (
	"context"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The shared objects whose start is measured.
const (
	oneFunction = "one function in Go"
	logging     = "one function in Go that logs"
	goHooks     = "Go hooks"
	noHooks     = "no hooks"
)

// startsARound is the number of processes of each object in a round: they are short and vary widely.
const startsARound = 5

// start measures what a layer adds to the start of an app and of its threads. The reference is a shared
// object with one function in Go, because both include the start of the Go runtime. The runtime starts on its
// own thread. The scheduler decides how much of that falls into the load and how much into the first call,
// which waits for it.
func (b *bench) start(ctx context.Context) error {
	probes, err := b.starters(ctx)
	if err != nil {
		return err
	}
	got, err := measure.Turns{Title: "start", Rounds: startsARound * b.rounds, Warm: true}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	for _, step := range []struct{ key, what, beside string }{
		{" load", "load: dlopen, Initialize, all names", logging},
		{" first", "first Go call", oneFunction},
		{" both", "load and first Go call", oneFunction},
		{" thread", "first Go call on a new thread", oneFunction},
	} {
		reference := func(name string) measure.Reference {
			return measure.Reference{Name: name, Unit: measure.Microsecond, Measured: got[name+step.key]}
		}
		b.report.Add(measure.Row{What: step.what, Unit: measure.Microsecond, Measured: got[goHooks+step.key],
			References: []measure.Reference{reference(oneFunction), reference(logging)},
			Limit:      measure.Share(1.2, "1.2 x", reference(step.beside))})
	}
	b.report.Add(measure.Row{What: "load, no hooks", Unit: measure.Microsecond, Measured: got[noHooks+" load"]})
	return nil
}

// starters returns a probe for each shared object.
func (b *bench) starters(ctx context.Context) ([]measure.Probe, error) {
	program, err := b.Compile(ctx, "start.c", "start")
	if err != nil {
		return nil, err
	}
	var probes []measure.Probe
	for _, object := range []struct {
		name string
		make func() (string, error)
	}{
		{oneFunction, func() (string, error) { return b.bareShared(ctx, "single") }},
		{logging, func() (string, error) { return b.bareShared(ctx, "single", "logging") }},
		{goHooks, func() (string, error) { return b.Layer(ctx, "hookgo") }},
		{noHooks, func() (string, error) { return b.Layer(ctx, "hooknone") }},
	} {
		lib, err := object.make()
		if err != nil {
			return nil, err
		}
		probes = append(probes, measure.Printed(object.name, measure.Command{Args: []string{program, lib, b.names}}.Cores(1)))
	}
	return probes, nil
}
