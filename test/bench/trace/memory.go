package main

import (
	"context"
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// The limit of the recorder's memory in bytes, which is the usual one of a device, and the size of the run.
const (
	bound       = 16 << 20
	limit       = "GLTRACE_MEMORY=16"
	manyThreads = 8
	manyCalls   = 200_000 // calls on each thread: many times what the buffers hold
)

// memory measures the increase of the process's peak memory with all buffers full, because no receiver
// connects or because threads are faster than the file. The reserve for copies of indices is full, too.
func (b *bench) memory(ctx context.Context) error {
	program, err := b.program(ctx)
	if err != nil {
		return err
	}
	peak := func(w way) measure.Probe {
		w, c := b.call(w, program, manyCalls, manyThreads)
		c.Args = append(c.Args, "indices")
		return measure.Probe{Name: w.name, Once: func(ctx context.Context) (measure.Values, error) {
			if w.file != "" {
				defer os.Remove(w.file)
			}
			mb, err := in(ctx, b, w, c, measure.Command.Peak)
			return measure.Values{measure.Memory: mb}, err
		}}
	}
	got, err := measure.Turns{Title: "memory", Rounds: b.turns, Warm: true}.Run(ctx,
		peak(way{name: off, layer: true}),
		peak(way{name: noReceiver, layer: true, env: []string{"GLTRACE_START=1", limit}}),
		peak(b.recording(timed, limit)))
	if err != nil {
		return err
	}
	without := measure.Reference{Name: "without the layer", Unit: measure.Megabyte, Measured: got[off+measure.Memory]}
	add := func(what, name string) {
		b.report.Add(measure.Row{What: what, Unit: measure.Megabyte, Measured: added(got, name, off, measure.Memory),
			References: []measure.Reference{without}, Limit: measure.Fixed(bound / 1e6)})
	}
	add("memory without a receiver", noReceiver)
	add("memory while a file is written", timed)
	return nil
}

const noReceiver = "no host"
