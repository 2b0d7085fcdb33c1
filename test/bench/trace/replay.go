package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// The limits of replays.
const (
	mostReplay = 0.5  // processor time of a call, beside eglretrace
	mostFrame  = 1.05 // time of a frame, beside the program itself
)

// scenes are those of glmark2 that end with a driver that draws nothing.
var scenes = []string{"build:use-vbo=false", "build:use-vbo=true", "texture", "shading", "bump", "effect2d", "pulsar", "buffer", "ideas", "jellyfish",
	"shadow", "refract", "conditionals", "function", "loop", "terrain"}

// wasPrepared is the value of a replay that is 1 if the script of an earlier one was played.
const wasPrepared = " prepared"

// drawNothing makes Mesa check and store the state of OpenGL ES, but not draw. Otherwise the time of a replay is that of the software
// driver.
const drawNothing = "GALLIUM_NOOP=1"

// replay measures replays: the processor time of a call, beside eglretrace; the time of a frame, beside the program; and the size of a
// recording that can be replayed, beside apitrace's.
func (b *bench) replay(ctx context.Context) error {
	display, err := testutil.StartXServer(ctx, "-screen", "0", "640x480x24")
	if err != nil {
		return err
	}
	defer display.Close()
	env := []string{software, "DISPLAY=" + display.Display}
	if err := b.replayScenes(ctx, env); err != nil {
		return err
	}
	return b.replayFill(ctx, env)
}

// sceneArgs returns the command that draws all scenes.
func (b *bench) sceneArgs() []string {
	args := []string{"glmark2-es2", "--size", "64x64"}
	for _, scene := range scenes {
		args = append(args, "-b", fmt.Sprintf("%s:nframes=%d", scene, max(2, b.effort.calls/1000)))
	}
	return args
}

// recordFor records a program for a replay.
func (b *bench) recordFor(ctx context.Context, out string, env, args []string) error {
	c := b.Tool(append([]string{"trace", "record", "--replayable", "--out", out, "--"}, args...)...)
	c.Env = env
	_, err := c.Run(ctx)
	return err
}

// replayScenes measures the scenes of glmark2. Both programs replay the same calls: eglretrace those of the exported recording.
func (b *bench) replayScenes(ctx context.Context, env []string) error {
	ours, exported, theirTrace := b.Path("scenes.gltrace"), b.Path("scenes.trace"), b.Path("their-scenes.trace")
	env = append(slices.Clone(env), drawNothing)
	if err := b.recordFor(ctx, ours, env, b.sceneArgs()); err != nil {
		return err
	}
	if _, err := b.Tool("trace", "export", "--format", "apitrace", "--out", exported, ours).Run(ctx); err != nil {
		return err
	}
	record := measure.Command{Args: b.sceneArgs(), Env: append(slices.Clone(env), "LD_PRELOAD="+b.apitrace, "TRACE_FILE="+theirTrace)}
	if _, err := record.Run(ctx); err != nil {
		return err
	}
	calls, err := countCalls(ctx, ours)
	if err != nil {
		return err
	}
	repeated := b.Tool("trace", "replay", ours, "--check", "off", "--json")
	repeated.Env = append(slices.Clone(env), "XDG_CACHE_HOME="+b.Path("replay-cache"))
	if _, err := repeated.Run(ctx); err != nil { // the second one, which does not count either, prepares the script
		return err
	}
	player := b.Tool("trace", "replay", ours, "--check", "off", "--json", "--no-cache")
	player.Env = repeated.Env
	got, err := measure.Turns{Title: "replay", Rounds: b.turns, Warm: true}.Run(ctx,
		perCallOf("ours", player, calls), perCallOf("repeated", repeated, calls),
		perCallOf(theirs, measure.Command{Args: []string{"eglretrace", "-b", exported}, Env: env}, calls))
	if err != nil {
		return err
	}
	if slices.Min(got["repeated"+wasPrepared]) == 0 {
		return errors.New("replay: the script was not prepared; is there enough space for temporary files?")
	}
	retrace := measure.Reference{Name: "eglretrace's", Unit: measure.Nanosecond, Measured: got[theirs]}
	add := func(what string, measured measure.Series, limit *measure.Threshold) {
		b.report.Add(measure.Row{What: what, Unit: measure.Nanosecond, Measured: measured, References: []measure.Reference{retrace}, Limit: limit})
	}
	add("a call of a replay of glmark2 without drawing, processor time of the player", got["ours"+own], measure.Share(mostReplay, "1/2 of", retrace))
	add("the same, with gleslayergen, a replay that is repeated: the script of an earlier one is played", got["repeated"], measure.Share(mostReplay, "1/2 of", retrace))
	add("the same, with gleslayergen, the first replay: the recording is read and decompressed", got["ours"], measure.Share(mostReplay, "1/2 of", retrace))
	return b.reportSize(ours, theirTrace)
}

// perCallOf returns a probe of the processor time of a call, in nanoseconds: of all processes, and as the report of trace replay has it.
func perCallOf(name string, c measure.Command, calls int) measure.Probe {
	return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
		u, err := c.Run(ctx)
		if err != nil {
			return nil, err
		}
		values := measure.Values{"": float64(u.Processor.Nanoseconds()) / float64(calls)}
		if slices.Contains(c.Args, "--json") {
			var report replayReport
			err = json.Unmarshal([]byte(u.Out), &report)
			values[own] = report.Processor / float64(calls)
			values[wasPrepared] = 0
			if report.Prepared {
				values[wasPrepared] = 1
			}
		}
		return values, err
	}}
}

// replayReport has the parts of the report of trace replay that are measured, in nanoseconds.
type replayReport struct {
	Processor float64 `json:"processor"`
	Prepared  bool    `json:"prepared"`
	Summary   struct {
		Median float64 `json:"median"`
	} `json:"summary"`
}

// countCalls returns the number of calls of the program in a recording.
func countCalls(ctx context.Context, path string) (n int, err error) {
	f, err := file.OpenContext(ctx, path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			return 0, err
		}
		if !c.Synthetic() {
			n++
		}
	}
	return n, nil
}

func (b *bench) reportSize(ours, apitraces string) error {
	var kilobytes []float64
	for _, path := range []string{ours, apitraces} {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		kilobytes = append(kilobytes, float64(info.Size())/1000)
	}
	size := measure.Reference{Name: "apitrace's", Unit: measure.Kilobyte, Measured: measure.Series{kilobytes[1]}}
	b.report.Add(measure.Row{What: "a recording of glmark2 that can be replayed", Unit: measure.Kilobyte, Measured: measure.Series{kilobytes[0]},
		References: []measure.Reference{size}, Limit: measure.Share(1, "1 x", size)})
	return nil
}

// replayFill measures a scene whose time is that of its pixels.
func (b *bench) replayFill(ctx context.Context, env []string) error {
	program, err := b.Compile(ctx, "fill.c", "fill", "-lEGL", "-lGLESv2")
	if err != nil {
		return err
	}
	env = append(slices.Clone(env), "EGL_PLATFORM=surfaceless")
	itself := measure.Command{Args: []string{program, fmt.Sprint(max(3, b.effort.calls/100_000))}, Env: env}
	out := b.Path("fill.gltrace")
	if err := b.recordFor(ctx, out, env, itself.Args); err != nil {
		return err
	}
	player := b.Tool("trace", "replay", out, "--check", "off", "--surface", "pbuffer", "--json")
	player.Env = env
	got, err := measure.Turns{Title: "replay, fill-bound", Rounds: b.turns, Warm: true}.Run(ctx,
		frameTime("itself", itself, func(text string) (ms float64, err error) {
			_, err = fmt.Sscan(text, &ms)
			return ms, err
		}),
		frameTime("ours", player, medianFrame))
	if err != nil {
		return err
	}
	alone := measure.Reference{Name: "the program's", Unit: measure.Millisecond, Measured: got["itself"]}
	b.report.Add(measure.Row{What: "a frame of a replay, fill-bound", Unit: measure.Millisecond, Measured: got["ours"],
		References: []measure.Reference{alone}, Limit: measure.Share(mostFrame, "1.05 x", alone)})
	return nil
}

func frameTime(name string, c measure.Command, parse func(string) (float64, error)) measure.Probe {
	return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
		u, err := c.Run(ctx)
		if err != nil {
			return nil, err
		}
		ms, err := parse(strings.TrimSpace(u.Out))
		return measure.Values{"": ms}, err
	}}
}

// medianFrame returns the median time of a frame in milliseconds, from the report of trace replay.
func medianFrame(text string) (float64, error) {
	var report replayReport
	err := json.Unmarshal([]byte(text), &report)
	return report.Summary.Median / 1e6, err
}
