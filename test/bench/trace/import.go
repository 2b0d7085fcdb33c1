package main

import (
	"context"
	"fmt"
	"os"

	"github.com/gleslayergen/gleslayergen/bench/measure"
)

const (
	importTimes = 4    // the calls of a trace are so many times those of other parts, because the tool takes time to start
	mostImport  = 500  // ns: 2 million calls a second
	nanoseconds = 1e-9 // s
	importing   = "a call of a trace, with trace import"
	dumping     = "a call of a trace, with apitrace dump"
)

// imports measures the processor time that the import of a call takes, on one core, beside that of apitrace, which prints the calls.
func (b *bench) imports(ctx context.Context) error {
	program, err := b.program(ctx)
	if err != nil {
		return err
	}
	trace, out := b.Path("imported.trace"), b.Path("imported.gltrace")
	calls := importTimes * b.effort.calls
	w, record := b.call(way{env: []string{"LD_PRELOAD=" + b.apitrace, "TRACE_FILE=" + trace}}, program, calls, 1)
	record.Env = w.env
	if _, err := record.Run(ctx); err != nil {
		return err
	}
	defer os.Remove(trace)
	probe := func(name string, c measure.Command) measure.Probe {
		return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
			defer os.Remove(out)
			u, err := c.Cores(1).Run(ctx)
			return measure.Values{"": u.Processor.Seconds() / nanoseconds / float64(calls)}, err
		}}
	}
	got, err := measure.Turns{Title: "import", Rounds: b.turns, Warm: true}.Run(ctx, measure.CPU,
		probe(importing, b.Tool("trace", "import", trace, "--out", out)),
		probe(dumping, measure.Command{Args: []string{"sh", "-c", fmt.Sprintf("apitrace dump --call-nos=no '%s' >/dev/null", trace)}}))
	if err != nil {
		return err
	}
	speed := got[measure.CPU.Name]
	b.report.Add(measure.Row{What: importing, Unit: measure.Nanosecond, Measured: got[importing], Limit: measure.Scaled(mostImport, measure.Nanosecond, speed),
		References: []measure.Reference{{Name: "apitrace dump's", Unit: measure.Nanosecond, Measured: got[dumping]}, {Name: measure.CPU.Name, Unit: measure.Millisecond, Measured: speed}}})
	return nil
}
