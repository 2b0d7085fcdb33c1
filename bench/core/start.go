package main

import (
	"context"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// startLimits are the command lines that must answer at once, with their limits in ms. Only the first reads
// the registry.
var startLimits = []struct {
	line  string
	limit float64
}{
	{"registry show glTexImage2D", 30},
	{"version", 7},
	{"--help", 7},
	{"new --help", 7},
}

// start measures commands that must answer at once.
func (b *bench) start(ctx context.Context) error {
	probes := []measure.Probe{measure.CPU}
	for _, c := range startLimits {
		probes = append(probes, probe(c.line, measure.Millisecond, b.Tool(strings.Fields(c.line)...), nothing))
	}
	got, err := measure.Turns{Title: "start", Rounds: 2*rounds + 1, Warm: true}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	for _, c := range startLimits {
		b.report.Add(measure.Row{What: c.line, Unit: measure.Millisecond, Measured: got[c.line],
			References: []measure.Reference{speed(got)}, Limit: measure.Scaled(c.limit, measure.Millisecond, got[measure.CPU.Name])})
	}
	return nil
}

// speed is the reference for the speed of the machine.
func speed(got map[string]measure.Series) measure.Reference {
	return measure.Reference{Name: measure.CPU.Name, Unit: measure.Millisecond, Measured: got[measure.CPU.Name]}
}
