package main

import (
	"context"
	"fmt"
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

const (
	callsOfFrame = 1000 // of the program calls
	framesToKeep = 10
	mostTrim     = 5000 // ms
	trimming     = "ten frames of a million calls, with trace trim"
)

// trim measures how long it takes to write ten frames from the middle of a recording.
func (b *bench) trim(ctx context.Context) error {
	program, err := b.program(ctx)
	if err != nil {
		return err
	}
	recording, out := b.Path("whole.gltrace"), b.Path("trimmed.gltrace")
	env := []string{"EGL_PLATFORM=surfaceless", software}
	if err := b.recordFor(ctx, recording, env, []string{program, fmt.Sprint(b.effort.calls), "1"}); err != nil {
		return err
	}
	defer os.Remove(recording)
	first := b.effort.calls / callsOfFrame / 2
	trim := b.Tool("trace", "trim", recording, "--frames", fmt.Sprintf("%d-%d", first, first+framesToKeep-1), "--out", out)
	_, err = b.report.Limits(ctx, measure.Turns{Title: "trim", Rounds: b.turns, Warm: true}, []measure.Limit{{What: trimming, Most: mostTrim}},
		measure.Probe{Name: trimming, Once: func(ctx context.Context) (measure.Values, error) {
			defer os.Remove(out)
			u, err := trim.Run(ctx)
			return measure.Values{"": float64(u.Wall.Microseconds()) / 1000}, err
		}})
	return err
}
