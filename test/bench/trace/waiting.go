package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// A program that waits for the receiver must not be slower than one that drops calls, if the receiver keeps up: it runs at
// this share of the receiver's rate.
const (
	paceShare   = 0.6
	mostWaiting = 1.15
)

// sprites is the program, with enough sprites that recording a frame takes longer than drawing it.
var sprites = []string{"/usr/libexec/installed-tests/SDL2/testsprite2", "--geometry", "320x240", "500"}

// Values of a run of the sprites, in microseconds for each frame: without its pauses, with them, and (own) the processor
// time of the program's thread.
const (
	busy  = " busy"
	whole = " whole"
)

// waiting measures what waiting for space in the buffers costs, beside dropping calls.
func (b *bench) waiting(ctx context.Context) error {
	pace, err := b.Compile(ctx, "pace.c", "pace.so", "-shared", "-fPIC", "-ldl")
	if err != nil {
		return err
	}
	display, err := testutil.StartXServer(ctx, "-screen", "0", "640x480x24")
	if err != nil {
		return err
	}
	defer display.Close()
	sprites := b.spriteRun(pace, display.Display)
	rate, err := measure.Turns{Title: "the receiver's rate", Rounds: min(3, b.turns), Warm: true}.Run(ctx, sprites("unpaced", 0, false))
	if err != nil {
		return err
	}
	us := rate["unpaced"+whole].Median() / paceShare
	got, err := measure.Turns{Title: "waiting", Rounds: b.turns, Warm: true}.Run(ctx, sprites("waits", us, false), sprites("drops", us, true))
	if err != nil {
		return err
	}
	b.reportWaiting(rate, got)
	return nil
}

// spriteRun returns probes of the sprites, in which a frame takes at least a time in microseconds. A run that waits must lose
// nothing. One that drops calls fails if it did, and that is fine.
func (b *bench) spriteRun(pace, display string) func(name string, us float64, drop bool) measure.Probe {
	return func(name string, us float64, drop bool) measure.Probe {
		out := b.Path(name + ".gltrace")
		c := b.Tool(append([]string{"trace", "record", fmt.Sprintf("--drop=%v", drop), "--out", out, "--", "env", "LD_PRELOAD=" + pace}, sprites...)...)
		c.Env = []string{software, "DISPLAY=" + display, "SDL_RENDER_DRIVER=opengles2", "SDL_VIDEO_X11_FORCE_EGL=1", "SDL_AUDIODRIVER=dummy",
			fmt.Sprintf("PACE_FRAMES=%d", max(20, b.effort.calls/8000)), fmt.Sprintf("PACE_US=%.3f", us)}
		return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
			defer os.Remove(out)
			u, err := c.Run(ctx)
			if !drop {
				err = errors.Join(err, noneDropped(out))
			} else if ctx.Err() == nil {
				err = nil
			}
			if err != nil {
				return nil, err
			}
			return u.Numbers()
		}}
	}
}

func (b *bench) reportWaiting(rate, got map[string]measure.Series) {
	drops := measure.Reference{Name: "with --drop", Unit: measure.Microsecond, Measured: got["drops"+busy]}
	b.report.Add(measure.Row{What: "a frame of 500 sprites, unpaced", Unit: measure.Microsecond, Measured: rate["unpaced"+whole]})
	b.report.Add(measure.Row{What: "a frame of 500 sprites at 60 % of the receiver's rate", Unit: measure.Microsecond, Measured: got["waits"+busy],
		References: []measure.Reference{drops}, Limit: measure.Share(mostWaiting, "1.15 x", drops)})
	drops.Measured = got["drops"+own]
	b.report.Add(measure.Row{What: "the same, processor time of its thread", Unit: measure.Microsecond, Measured: got["waits"+own],
		References: []measure.Reference{drops}, Limit: measure.Share(mostWaiting, "1.15 x", drops)})
}
