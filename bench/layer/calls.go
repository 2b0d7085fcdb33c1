package main

import (
	"context"
	"fmt"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// bareNS is the time of a bare C-Go-C call on the machine where the limits were set. Limits in nanoseconds
// are scaled by it. A direct call would not do: it takes 1.2 or 1.7 ns on the same processor, depending on
// addresses.
const bareNS = 74

// functions are the functions to call, and the limit of a Go hook relative to bare C-Go-C.
var functions = []struct {
	name string
	bare float64
}{
	{"glGetError", 1.10},
	{"glDrawArrays", 1.10},
	{"glUniform4f", 1.10},
	{"eglChooseConfig", 1.10},
	{"glTexImage2D", 1.15}, // nine parameters: some are passed on the stack and copied twice
}

// The variants of a call from the app to the driver, with the names of testdata/calls.c.
const (
	direct  = "direct"
	samples = "samples"
	bare    = "bare"
	goHook  = "go"

	allocations = "allocations" // not a variant, but printed in the same form
)

// The variants without Go, and their limits over a direct call in nanoseconds.
var quick = []struct {
	way, what string
	over      float64
}{
	{"none", "no hook", 1},
	{"c", "C hook", 2},
}

// calls measures the time of a call through each kind of hook.
func (b *bench) calls(ctx context.Context) error {
	once, err := b.caller(ctx)
	if err != nil {
		return err
	}
	got, err := measure.Turns{Title: "calls", Rounds: b.rounds}.Run(ctx, once)
	if err != nil {
		return err
	}
	b.reportOver(got)
	b.reportGo(got)
	b.reportSamples(got)
	return nil
}

// caller returns a probe whose process measures all variants.
func (b *bench) caller(ctx context.Context) (measure.Probe, error) {
	args := []string{"", b.names, b.share}
	for _, make := range []func() (string, error){
		func() (string, error) { return b.Compile(ctx, "driver.c", "libdriver.so", "-shared", "-fPIC") },
		func() (string, error) { return b.Layer(ctx, "hooknone") },
		func() (string, error) { return b.Layer(ctx, "hookc") },
		func() (string, error) { return b.Compile(ctx, "samples.cc", "libsamples.so", "-shared", "-fPIC") },
		func() (string, error) { return b.withBare(ctx) },
	} {
		file, err := make()
		if err != nil {
			return measure.Probe{}, err
		}
		args = append(args, file)
	}
	program, err := b.Compile(ctx, "calls.c", "calls", "-rdynamic")
	args[0] = program
	probe := measure.Printed("", measure.Command{Args: args}.Cores(1))
	return measure.Probe{Once: func(ctx context.Context) (measure.Values, error) {
		values, err := probe.Once(ctx)
		if err != nil {
			return nil, err
		}
		for _, f := range functions {
			for _, q := range quick {
				values[over(q.way, f.name)] = values[key(q.way, f.name)] - values[key(direct, f.name)]
			}
		}
		return values, nil
	}}, err
}

func key(way, function string) string { return " " + way + "." + function }

// over is the key of the difference between a variant and a direct call in the same process.
func over(way, function string) string { return key(way, function) + " - " + direct }

func (b *bench) reportOver(got map[string]measure.Series) {
	for _, q := range quick {
		for _, f := range functions {
			b.report.Add(measure.Row{What: fmt.Sprintf("%s, %s: over a direct call", f.name, q.what), Unit: measure.Nanosecond, Measured: got[over(q.way, f.name)],
				References: []measure.Reference{reference("direct call", got[key(direct, f.name)])},
				Limit:      measure.ScaledBy(q.over, measure.Nanosecond, got[key(bare, "glDrawArrays")], bareNS)})
		}
	}
}

func (b *bench) reportGo(got map[string]measure.Series) {
	for _, f := range functions {
		ref := reference("bare C-Go-C", got[key(bare, f.name)])
		b.report.Add(measure.Row{What: f.name + ", Go hook", Unit: measure.Nanosecond, Measured: got[key(goHook, f.name)],
			References: []measure.Reference{ref}, Limit: measure.Share(f.bare, fmt.Sprintf("%.2f x", f.bare), ref)})
	}
	for _, f := range functions {
		b.report.Add(measure.Row{What: f.name + ", Go hook: a million calls", Unit: allocations, Measured: got[key(allocations, f.name)],
			Limit: measure.Fixed(0)})
	}
}

func (b *bench) reportSamples(got map[string]measure.Series) {
	const times = 8
	for _, q := range quick {
		for _, f := range functions {
			ref := reference("map look-up per call", got[key(samples, f.name)])
			b.report.Add(measure.Row{What: f.name + ", " + q.what, Unit: measure.Nanosecond, Measured: got[key(q.way, f.name)],
				References: []measure.Reference{ref}, Limit: measure.Share(1./times, fmt.Sprintf("1/%d of", times), ref)})
		}
	}
}

func reference(name string, measured measure.Series) measure.Reference {
	return measure.Reference{Name: name, Unit: measure.Nanosecond, Measured: measured}
}
