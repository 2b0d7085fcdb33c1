package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/test/trace/apitrace"
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
	loaded2 = "loader, two threads"
	timed2  = "timed, two threads"
)

// Values of a run.
const (
	own      = " own"
	all      = " all"
	indirect = " indirect"
	perCall  = " bytes"
)

func (b *bench) recording(name string, env ...string) way {
	out := b.Path(strings.ReplaceAll(name, " ", "-") + ".gltrace")
	return way{name: name, layer: true, file: out, env: append(env, "GLTRACE_START=1", "GLTRACE_FILE="+out)}
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
	one, two := b.caller(program, 1), b.caller(program, 2)
	probes := []measure.Probe{
		one(way{name: bare}),
		one(way{name: theirs, file: dump, env: []string{"LD_PRELOAD=" + b.apitrace, "TRACE_FILE=" + dump}}),
		one(way{name: loaded, loader: true}),
		one(way{name: off, layer: true}),
		one(b.recording(timed)),
		one(b.recording(untimed, "GLTRACE_UNTIMED=1")),
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

func (b *bench) reportCalls(got map[string]measure.Series) {
	ns := func(most float64) *measure.Threshold {
		return measure.ScaledBy(most, measure.Nanosecond, got[loaded+indirect], indirectNS)
	}
	add := func(what string, measured measure.Series, bar *measure.Threshold, refs ...measure.Reference) {
		b.report.Add(measure.Row{What: what, Unit: measure.Nanosecond, Measured: measured, Limit: bar, References: refs})
	}
	apitrace := measure.Reference{Name: "apitrace's", Unit: measure.Nanosecond, Measured: added(got, theirs, bare, all)}
	add("a call with times, all threads", added(got, timed, loaded, all), measure.Share(0.25, "1/4 of", apitrace), apitrace)
	add("a call with times, its own thread", added(got, timed, loaded, own), ns(45))
	add("a call without times, all threads", added(got, untimed, loaded, all), nil, apitrace)
	add("a call without times, its own thread", added(got, untimed, loaded, own), ns(15))
	add("a call while nothing is recorded", added(got, off, loaded, own), ns(2))
	one := func(what string) measure.Reference {
		return measure.Reference{Name: "one thread's", Unit: measure.Nanosecond, Measured: got[timed+what]}
	}
	add("a call on two threads, all threads", got[timed2+all], measure.Share(1.3, "1.3 x", one(all)), one(all))
	add("a call on two threads, its own thread", got[timed2+own], measure.Share(1.3, "1.3 x", one(own)), one(own))
	size := measure.Reference{Name: "apitrace's", Unit: "bytes", Measured: got[theirs+perCall]}
	b.report.Add(measure.Row{What: "a call in the compressed file, with times", Unit: "bytes", Measured: got[timed+perCall],
		References: []measure.Reference{size}, Limit: measure.Share(1, "1 x", size)})
	b.report.Add(measure.Row{What: "a call in the compressed file, without times", Unit: "bytes", Measured: got[untimed+perCall],
		References: []measure.Reference{size}, Limit: measure.Share(1, "1 x", size)})
}
