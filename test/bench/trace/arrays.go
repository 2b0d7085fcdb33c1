package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// atLeastRate is the required ratio to apitrace's frame rate.
const atLeastRate = 1.5

// arrays measures a scene with vertices in the program's memory, which is copied at each draw. A test of
// test/trace/apitrace checks that the data of this scene equals apitrace's.
func (b *bench) arrays(ctx context.Context) error {
	display, err := testutil.StartXServer(ctx, "-screen", "0", "640x480x24")
	if err != nil {
		return err
	}
	defer display.Close()
	dump := b.Path("scene.trace")
	c := measure.Command{Args: []string{"glmark2-es2", "--off-screen", "-s", "64x64", "-b", "build:use-vbo=false:duration=2"}}
	scene := func(w way) measure.Probe {
		w.env = append(w.env, software, "EGL_PLATFORM=x11", "DISPLAY="+display.Display, "GLTRACE_FOLDER="+b.Path("control"), "HOME="+b.Path())
		return measure.Probe{Name: w.name, Once: func(ctx context.Context) (measure.Values, error) {
			if w.file != "" {
				defer os.Remove(w.file)
			}
			u, err := in(ctx, b, w, c, measure.Command.Run)
			if err != nil {
				return nil, err
			}
			rate, err := rateOf(u.Out)
			if err == nil && w.layer {
				err = noneDropped(w.file)
			}
			return measure.Values{"": rate}, err
		}}
	}
	got, err := measure.Turns{Title: "client arrays", Rounds: b.turns, Warm: true}.Run(ctx,
		scene(way{name: bare}),
		scene(way{name: theirs, file: dump, env: []string{"LD_PRELOAD=" + b.apitrace, "TRACE_FILE=" + dump}}),
		scene(b.recording(timed, "GLTRACE_BLOCK=1"))) // no call may be dropped
	if err != nil {
		return err
	}
	b.reportArrays(got)
	return nil
}

// reportArrays reports times instead of rates, because for them less is better.
func (b *bench) reportArrays(got map[string]measure.Series) {
	frames := func(name string) (ms measure.Series) {
		for _, rate := range got[name] {
			ms = append(ms, 1000/rate)
		}
		return ms
	}
	apitrace := measure.Reference{Name: "apitrace's", Unit: measure.Millisecond, Measured: frames(theirs)}
	b.report.Add(measure.Row{What: "a frame of client arrays", Unit: measure.Millisecond, Measured: frames(timed), References: []measure.Reference{
		apitrace, {Name: "alone", Unit: measure.Millisecond, Measured: frames(bare)}}, Limit: measure.Share(1/atLeastRate, "1/1.5 of", apitrace)})
}

var rateLine = regexp.MustCompile(`FPS: ([0-9]+)`)

func rateOf(out string) (float64, error) {
	found := rateLine.FindStringSubmatch(out)
	if found == nil {
		return 0, fmt.Errorf("no frame rate in %q", out)
	}
	return strconv.ParseFloat(found[1], 64)
}

func noneDropped(path string) error {
	f, err := openWhole(path)
	if err != nil {
		return err
	}
	return f.Close()
}
