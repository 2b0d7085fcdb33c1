package main

import (
	"context"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// start measures what must answer at once.
func (b *bench) start(ctx context.Context) error {
	const limit = 30
	probes := []measure.Probe{measure.CPU}
	var names []string
	for _, line := range []string{"registry show glTexImage2D", "version", "--help", "new --help"} {
		names = append(names, line)
		probes = append(probes, probe(line, measure.Millisecond, b.Tool(strings.Fields(line)...), nothing))
	}
	got, err := measure.Turns{Title: "start", Rounds: 2*rounds + 1, Warm: true}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	for _, name := range names {
		b.report.Add(measure.Row{What: name, Unit: measure.Millisecond, Measured: got[name],
			References: []measure.Reference{speed(got)}, Bar: measure.Scaled(limit, measure.Millisecond, got[measure.CPU.Name])})
	}
	return nil
}

// speed is the reference for the speed of the machine.
func speed(got map[string]measure.Series) measure.Reference {
	return measure.Reference{Name: measure.CPU.Name, Unit: measure.Millisecond, Measured: got[measure.CPU.Name]}
}
