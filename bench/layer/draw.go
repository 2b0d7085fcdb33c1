package main

import (
	"context"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

const microsecond = "us"

// maxSave is the limit for saving and restoring the state over Mesa, in microseconds.
const maxSave = 15

// draw measures what hooks that draw cost over Mesa, with a state that the layer knows.
func (b *bench) draw(ctx context.Context) error {
	const project = "drawing"
	if err := b.Project(ctx, project); err != nil {
		return err
	}
	if err := b.Copy("drawing.c", project+"/src/hooks.c"); err != nil {
		return err
	}
	lib, err := b.Layer(ctx, project)
	if err != nil {
		return err
	}
	program, err := b.Compile(ctx, "swaps.c", "swaps", "-lEGL", "-lGLESv2")
	if err != nil {
		return err
	}
	run := b.Tool("run", "--layer", lib, "--", program)
	run.Env = append(run.Env, "LIBGL_ALWAYS_SOFTWARE=1")
	got, err := measure.Turns{Title: "draw", Rounds: b.rounds, Warm: true}.Run(ctx, measure.Printed("", run.Cores(1)), measure.CPU)
	if err != nil {
		return err
	}
	b.report.Add(measure.Row{What: "save and restore the state", Unit: microsecond, Measured: got[" save"],
		Limit: measure.Scaled(maxSave, microsecond, got[measure.CPU.Name])})
	b.report.Add(measure.Row{What: "a line of text", Unit: microsecond, Measured: got[" text"]})
	return nil
}
