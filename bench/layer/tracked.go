package main

import (
	"context"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// maxTracked is the limit of what the module memory adds to a call that specifies storage over Mesa, in microseconds.
const maxTracked = 1

// trackedCalls are the calls that testdata/tracked.c makes.
var trackedCalls = []struct{ name, what string }{
	{"buffer", "glBufferData"}, {"texture", "glTexImage2D of a level"}, {"renderbuffer", "glRenderbufferStorage"}, {"made", "glGenBuffers and glDeleteBuffers"},
}

// tracked measures what the module memory adds to the calls that it tracks.
func (b *bench) tracked(ctx context.Context) error {
	lib, err := b.Layer(ctx, "tracked")
	if err != nil {
		return err
	}
	program, err := b.Compile(ctx, "tracked.c", "storage", "-lEGL", "-lGLESv2")
	if err != nil {
		return err
	}
	run := func(on string) measure.Probe {
		c := b.Tool("run", "--layer", lib, "--", program)
		c.Env = append(c.Env, "LIBGL_ALWAYS_SOFTWARE=1", "TRACKED_MEMORY_ON="+on)
		return measure.Printed("", c.Cores(1))
	}
	off, on := run("0"), run("1")
	both := measure.Probe{Once: func(ctx context.Context) (measure.Values, error) {
		without, err := off.Once(ctx)
		if err != nil {
			return nil, err
		}
		values, err := on.Once(ctx)
		if err != nil {
			return nil, err
		}
		for name := range values {
			values[name] -= without[name]
		}
		return values, nil
	}}
	got, err := measure.Turns{Title: "tracked", Rounds: b.rounds, Warm: true}.Run(ctx, both, measure.CPU)
	if err != nil {
		return err
	}
	for _, c := range trackedCalls {
		b.report.Add(measure.Row{What: c.what + ", module memory", Unit: microsecond, Measured: got[" "+c.name],
			Limit: measure.Scaled(maxTracked, microsecond, got[measure.CPU.Name])})
	}
	return nil
}
