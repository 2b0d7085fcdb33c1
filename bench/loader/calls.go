package main

import (
	"context"
	"fmt"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// Limits in nanoseconds are scaled by how long a call through a pointer takes, which was this long where they were set.
const (
	indirect   = "indirect"
	indirectNS = 1.8
)

// atMost is what each step may add to a call.
const atMost = 1.5

// bound stands for a number of layers: there is not even the loader.
const bound = -1

// The steps from the machine's own library to a stack of layers: each is held against the one before.
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

// The functions that are called: of no parameter and a result, of integers, of floats; the last one the loader
// implements itself.
var functions = []string{"glGetError", "glClearStencil", "glTexParameteri", "glBlendColor", "glUniform4f", "glGetIntegerv"}

// calls measures what a call of GL costs at each step.
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
				Bar:        limit})
		}
	}
	return nil
}

// call runs the program that calls, in turns at each step, unless that is done.
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

// caller makes a probe of the program at one step.
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

// allCalled fails if one of the functions did not pass the loader.
func allCalled(calls map[string]float64) error {
	for _, f := range functions {
		if calls[f] < 1000 {
			return fmt.Errorf("%s passed the loader %.0f times", f, calls[f])
		}
	}
	return nil
}

func key(layers int, function string) string { return fmt.Sprint(layers) + " " + function }

// indirect is what a call through a pointer took, in all processes.
func (b *bench) indirect() (all measure.Series) {
	for _, step := range steps {
		all = append(all, b.called[key(step.layers, indirect)]...)
	}
	return all
}

// difference is taken round by round.
func difference(a, b measure.Series) (d measure.Series) {
	for i := range a {
		d = append(d, a[i]-b[i])
	}
	return d
}

// added is what the loader with one layer adds to a call, of that function where it is most.
func (b *bench) added() (most float64) {
	for _, f := range functions {
		most = max(most, difference(b.called[key(1, f)], b.called[key(bound, f)]).Median())
	}
	return most
}
