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

// maxHud is the limit for what the module hud adds to a frame over Mesa, in microseconds of the thread.
const maxHud = 50

// hud measures the processor time that the module adds to a frame, without that of the rasterizer's threads.
func (b *bench) hud(ctx context.Context) error {
	lib, err := b.Layer(ctx, "hudding")
	if err != nil {
		return err
	}
	program, err := b.Compile(ctx, "frames.c", "frames", "-lEGL", "-lGLESv2")
	if err != nil {
		return err
	}
	frame := func(on string) measure.Probe {
		run := b.Tool("run", "--layer", lib, "--set", "hud.on="+on, "--", program, b.share)
		run.Env = append(run.Env, "LIBGL_ALWAYS_SOFTWARE=1", "LP_NUM_THREADS=2")
		return measure.Printed("", run)
	}
	off, on := frame("0"), frame("1")
	over := measure.Probe{Once: func(ctx context.Context) (measure.Values, error) {
		without, err := off.Once(ctx)
		if err != nil {
			return nil, err
		}
		with, err := on.Once(ctx)
		if err != nil {
			return nil, err
		}
		return measure.Values{"off": without[" frame"], "over": with[" frame"] - without[" frame"]}, nil
	}}
	got, err := measure.Turns{Title: "hud", Rounds: b.rounds, Warm: true}.Run(ctx, over, measure.CPU)
	if err != nil {
		return err
	}
	b.report.Add(measure.Row{What: "module hud: a frame over Mesa, on the app's thread", Unit: microsecond, Measured: got["over"],
		References: []measure.Reference{{Name: "off", Unit: microsecond, Measured: got["off"]}}, Limit: measure.Scaled(maxHud, microsecond, got[measure.CPU.Name])})
	return nil
}
