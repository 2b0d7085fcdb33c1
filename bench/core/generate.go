package main

import (
	"context"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

// all are the arguments of new for a project that intercepts every command.
func all(out string, more ...string) []string {
	return append([]string{"new", "layer", "--out", out, "--intercept", "@all", "--force", "--hooks", "go", "--active"}, more...)
}

// generate compares new with glad, another generator for the same registry.
func (b *bench) generate(ctx context.Context) error {
	const glad, snapshot, fromXML, one = "glad", "new @all", "new @all from XML", "new, one hook"
	out := b.Path("generated")
	oneHook := b.Tool("new", "layer", "--out", out, "--intercept", "eglChooseConfig", "--active")
	commands := map[string]measure.Command{
		glad:     {Args: []string{"glad", "--reproducible", "--api", "gles2=3.2,egl=1.5", "--out-path", out, "c"}, Dir: b.Path()},
		snapshot: b.Tool(all(out)...),
		fromXML:  b.Tool(all(out, "--gl-xml", measure.GlXML, "--egl-xml", measure.EglXML)...),
	}
	probes := []measure.Probe{measure.CPU, probe(one, measure.Millisecond, oneHook, without(out))}
	for _, name := range []string{glad, snapshot, fromXML} {
		probes = append(probes, probe(name, measure.Millisecond, commands[name], without(out)), peakProbe(name, commands[name], without(out)))
	}
	got, err := measure.Turns{Title: "new", Rounds: rounds, Warm: true}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	b.report.Add(measure.Row{What: one, Unit: measure.Millisecond, Measured: got[one], References: []measure.Reference{speed(got)},
		Limit: measure.Scaled(120, measure.Millisecond, got[measure.CPU.Name])})
	add := func(name, what, unit, of string, share float64) {
		ref := measure.Reference{Name: glad, Unit: unit, Measured: got[glad+what]}
		row := measure.Row{What: name + what, Unit: unit, Measured: got[name+what], References: []measure.Reference{ref}}
		if share > 0 {
			row.Limit = measure.Share(share, of, ref)
		}
		b.report.Add(row)
	}
	for _, s := range []struct {
		name, of string
		share    float64
	}{
		{snapshot, "1/4 of", 0.25},
		{fromXML, "35 % of", 0.35}, // a tenth of glad's time more, for reading the XML files
	} {
		add(s.name, "", measure.Millisecond, s.of, s.share)
		add(s.name, measure.Memory, measure.Megabyte, "that of", 1)
		add(s.name, measure.Processor, measure.Millisecond, "", 0)
	}
	return nil
}

func peakProbe(name string, c measure.Command, before func() error) measure.Probe {
	return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
		if err := before(); err != nil {
			return nil, err
		}
		peak, err := c.Peak(ctx)
		return measure.Values{measure.Memory: peak}, err
	}}
}
