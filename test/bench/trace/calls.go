package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/test/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// Limits in nanoseconds are scaled by the time of a call through a pointer. This was its time where they were
// set.
const indirectNS = 1.8

// The ways to make the calls. The cost of a recorder is the difference from the same run without it: for
// ours, both use the desktop loader.
const (
	bare    = "alone"
	theirs  = "apitrace"
	loaded  = "loader"
	off     = "off"
	timed   = "timed"
	untimed = "untimed"
	needed  = "replayable"
	loaded2 = "loader, two threads"
	timed2  = "timed, two threads"
)

// Values of a run.
const (
	own      = " own"
	all      = " all"
	indirect = " indirect"
	counter  = " counter"
	perCall  = " bytes"
)

func (b *bench) recording(name string, env ...string) way {
	out := b.Path(strings.ReplaceAll(name, " ", "-") + ".gltrace")
	return way{name: name, layer: true, file: out, env: append(env, "GLTRACE_START=1", "GLTRACE_FILE="+out)}
}

// replayable returns the settings of trace record --replayable.
func replayable() (env []string) {
	changes, _ := record.Changes{}.ForReplay()
	for _, name := range record.Settings(changes.Apply(&tracepb.Options{})) {
		env = append(env, "GLTRACE_"+strings.ToUpper(name)+"=1")
	}
	return env
}

func (b *bench) program(ctx context.Context) (string, error) {
	return b.Compile(ctx, "calls.c", "calls", "-pthread", "-lEGL", "-lGLESv2")
}

// calls measures the cost of recording a cheap call.
func (b *bench) calls(ctx context.Context) error {
	program, err := b.program(ctx)
	if err != nil {
		return err
	}
	dump := b.Path("their.trace")
	one := func(w way) measure.Probe { return bestOfThree(b.caller(program, 1)(w)) }
	two := b.caller(program, 2)
	probes := []measure.Probe{
		one(way{name: bare}),
		one(way{name: theirs, file: dump, env: []string{"LD_PRELOAD=" + b.apitrace, "TRACE_FILE=" + dump}}),
		one(way{name: loaded, loader: true}),
		one(way{name: off, layer: true}),
		one(b.recording(timed)),
		one(b.recording(untimed, "GLTRACE_UNTIMED=1")),
		one(b.recording(needed, replayable()...)),
		two(way{name: loaded2, loader: true}),
		two(b.recording(timed2, "GLTRACE_BLOCK=1")), // the third thread on two processors is the recorder's: no call may be dropped
	}
	got, err := measure.Turns{Title: "calls", Rounds: b.rounds, Warm: true}.Run(ctx, probes...)
	if err != nil {
		return err
	}
	b.reportCalls(got)
	return nil
}

// caller returns probes of the program with a number of threads.
func (b *bench) caller(program string, threads int) func(way) measure.Probe {
	return func(w way) measure.Probe {
		w, c := b.call(w, program, b.effort.calls, threads)
		return measure.Probe{Name: w.name, Once: func(ctx context.Context) (measure.Values, error) {
			if w.file != "" {
				defer os.Remove(w.file)
			}
			u, err := in(ctx, b, w, c, measure.Command.Run)
			if err != nil {
				return nil, err
			}
			values, err := u.Numbers()
			if err == nil && w.file != "" {
				err = b.checkWay(ctx, w, threads, values)
			}
			return values, err
		}}
	}
}

// bestOfThree returns a probe that runs another one three times, and keeps the run whose calls take the thread the least time. The time
// of a call differs more between two processes than with and without a recorder that records nothing.
func bestOfThree(p measure.Probe) measure.Probe {
	once := p.Once
	p.Once = func(ctx context.Context) (best measure.Values, err error) {
		for range 3 {
			values, err := once(ctx)
			if err != nil {
				return nil, err
			}
			if best == nil || values[own] < best[own] {
				best = values
			}
		}
		return best, nil
	}
	return p
}

// call returns the program in a way.
func (b *bench) call(w way, program string, calls, threads int) (way, measure.Command) {
	w.env = append(w.env, "EGL_PLATFORM=surfaceless", software, "GLTRACE_FOLDER="+b.Path("control"), "HOME="+b.Path())
	return w, measure.Command{Args: []string{program, fmt.Sprint(calls), fmt.Sprint(threads)}}
}

// checkWay checks that a recording has every call, and measures its size for each.
func (b *bench) checkWay(ctx context.Context, w way, threads int, values measure.Values) error {
	total := float64(b.effort.calls * threads)
	if w.name == theirs {
		info, err := os.Stat(w.file)
		if err != nil {
			return err
		}
		values[perCall] = float64(info.Size()) / total
		b.counts, err = apitrace.Count(ctx, w.file)
		return err
	}
	compressed := w.file + ".compressed"
	defer os.Remove(compressed)
	if _, err := b.Tool("trace", "compress", w.file, "--out", compressed).Run(ctx); err != nil {
		return err
	}
	info, err := os.Stat(compressed)
	if err != nil {
		return err
	}
	values[perCall] = float64(info.Size()) / total
	return b.whole(w, compressed, threads)
}

// added returns the difference of two ways in each round.
func added(got map[string]measure.Series, way, without, what string) (d measure.Series) {
	for i, v := range got[way+what] {
		d = append(d, v-got[without+what][i])
	}
	return d
}

// cost returns what a way adds to the fastest runs. The addresses of code and stack differ in each process: they alone add 15 ns
// to a call of about every second process, with and without a recorder.
func cost(got map[string]measure.Series, way, without, what string) measure.Series {
	return added(map[string]measure.Series{
		way + what:     got[way+what].Fastest(),
		without + what: got[without+what].Fastest(),
	}, way, without, what)
}

func (b *bench) reportCalls(got map[string]measure.Series) {
	ns := func(most float64) *measure.Threshold {
		return measure.ScaledBy(most, measure.Nanosecond, got[loaded+indirect], indirectNS)
	}
	add := func(what string, measured measure.Series, bar *measure.Threshold, refs ...measure.Reference) {
		b.report.Add(measure.Row{What: what, Unit: measure.Nanosecond, Measured: measured, Limit: bar, References: refs})
	}
	apitrace := measure.Reference{Name: "apitrace's", Unit: measure.Nanosecond, Measured: cost(got, theirs, bare, all)}
	add("a call with times, all threads", cost(got, timed, loaded, all), measure.Share(0.25, "1/4 of", apitrace), apitrace)
	// The limit was 45 ns, where each of the two readings took 15 ns. Machines differ in it: up to 30 ns in virtual machines.
	reading := measure.Reference{Name: "a counter's reading", Unit: measure.Nanosecond, Measured: got[loaded+counter]}
	add("a call with times, its own thread", cost(got, timed, loaded, own), ns(15).Plus(2, "2 x", reading), reading)
	add("a call without times, all threads", cost(got, untimed, loaded, all), nil, apitrace)
	add("a call without times, its own thread", cost(got, untimed, loaded, own), ns(15))
	add("a call while nothing is recorded", cost(got, off, loaded, own), ns(2))
	usual := measure.Reference{Name: "usual recording's", Unit: measure.Nanosecond, Measured: cost(got, timed, loaded, all)}
	add("a call of a replayable recording, all threads", cost(got, needed, loaded, all), measure.Share(1.3, "1.3 x", usual), usual)
	one := func(what string) measure.Reference {
		return measure.Reference{Name: "one thread's", Unit: measure.Nanosecond, Measured: got[timed+what].Fastest()}
	}
	add("a call on two threads, all threads", got[timed2+all].Fastest(), measure.Share(1.3, "1.3 x", one(all)), one(all))
	add("a call on two threads, its own thread", got[timed2+own].Fastest(), measure.Share(1.3, "1.3 x", one(own)), one(own))
	size := measure.Reference{Name: "apitrace's", Unit: "bytes", Measured: got[theirs+perCall]}
	b.report.Add(measure.Row{What: "a call in the compressed file, with times", Unit: "bytes", Measured: got[timed+perCall],
		References: []measure.Reference{size}, Limit: measure.Share(1, "1 x", size)})
	b.report.Add(measure.Row{What: "a call in the compressed file, without times", Unit: "bytes", Measured: got[untimed+perCall],
		References: []measure.Reference{size}, Limit: measure.Share(1, "1 x", size)})
}
