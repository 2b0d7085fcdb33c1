package main

import (
	"context"
	"fmt"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// Limits in nanoseconds are scaled by a call through a pointer; this is its time on the machine where they
// were set.
const (
	indirect   = "indirect"
	indirectNS = 1.8
)

// atMost is the limit of the time that each step adds to a call.
const atMost = 1.5

// bound is used in place of a number of layers for a program without the loader.
const bound = -1

// The steps from the system's library to a stack of layers. Each is compared with the previous one.
var steps = []struct {
	name   string
	layers int
}{
	{"the machine's own library", bound},
	{"no layer", 0},
	{"one layer", 1},
	{"two layers", 2},
	{"three layers", 3},
}

// The functions to call: without parameters, with integers, with floats, and one that the loader implements
// itself.
var functions = []string{"glGetError", "glClearStencil", "glTexParameteri", "glBlendColor", "glUniform4f", "glGetIntegerv"}

// calls measures a GL call at each step.
func (b *bench) calls(ctx context.Context) error {
	if err := b.call(ctx); err != nil {
		return err
	}
	limit := measure.ScaledBy(atMost, measure.Nanosecond, b.indirect(), indirectNS)
	for i, step := range steps[1:] {
		before := steps[i]
		for _, f := range functions {
			b.report.Add(measure.Row{What: fmt.Sprintf("%s, %s: over %s", f, step.name, before.name), Unit: measure.Nanosecond,
				Measured:   difference(b.called[key(step.layers, f)], b.called[key(before.layers, f)]),
				References: []measure.Reference{{Name: before.name, Unit: measure.Nanosecond, Measured: b.called[key(before.layers, f)]}},
				Limit:      limit})
		}
	}
	return nil
}

// call runs the program and alternates between the steps. Later calls return the first result.
func (b *bench) call(ctx context.Context) error {
	if b.called != nil {
		return nil
	}
	program, err := b.compileGL(ctx, "calls")
	if err != nil {
		return err
	}
	reference, err := b.Compile(ctx, "indirect.c", "libindirect.so", "-shared", "-fPIC")
	if err != nil {
		return err
	}
	command := measure.Command{Args: []string{program, fmt.Sprint(b.share), reference}, Env: surfaceless}.Cores(1)
	var probes []measure.Probe
	for _, step := range steps {
		probes = append(probes, b.caller(step.layers, command))
	}
	b.called, err = measure.Turns{Title: "calls", Rounds: b.rounds, Warm: true}.Run(ctx, probes...)
	return err
}

// caller returns a probe of the program at one step.
func (b *bench) caller(layers int, c measure.Command) measure.Probe {
	return measure.Probe{Name: fmt.Sprint(layers), Once: func(ctx context.Context) (measure.Values, error) {
		u, calls, err := b.once(ctx, layers, c)
		if err == nil && layers != bound {
			err = allCalled(calls)
		}
		if err != nil {
			return nil, err
		}
		return u.Numbers()
	}}
}

// allCalled returns an error if the loader did not count calls of all functions.
func allCalled(calls map[string]float64) error {
	for _, f := range functions {
		if calls[f] < 1000 {
			return fmt.Errorf("%s: the loader counted %.0f calls, expected at least 1000", f, calls[f])
		}
	}
	return nil
}

func key(layers int, function string) string { return fmt.Sprint(layers) + " " + function }

// indirect is the time of a call through a pointer, from all processes.
func (b *bench) indirect() (all measure.Series) {
	for _, step := range steps {
		all = append(all, b.called[key(step.layers, indirect)]...)
	}
	return all
}

// difference computes a difference for each round.
func difference(a, b measure.Series) (d measure.Series) {
	for i := range a {
		d = append(d, a[i]-b[i])
	}
	return d
}

// added is the largest time that the loader with one layer adds to a call of any function.
func (b *bench) added() (most float64) {
	for _, f := range functions {
		most = max(most, difference(b.called[key(1, f)], b.called[key(bound, f)]).Median())
	}
	return most
}
