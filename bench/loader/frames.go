package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/gleslayergen/gleslayergen/bench/measure"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

const (
	percent = "%"
	amount  = "calls"
)

// The values that a run of a scene gives.
const (
	plain      = "plain"
	layered    = "layered"
	frameTime  = " ms"
	frameCalls = " calls"
)

// The limits of what the loader and one layer cost a scene.
const (
	mostOfFrame = 2 // percent of a frame's time, computed from its calls
	mostRate    = 4 // percent of the frame rate, at the lower end of the interval
)

// frames measures scenes of a real program with a layer and without, in pairs. Other load slows a run down,
// often for seconds. Each half of a pair is therefore several short runs that alternate with those of the
// other half.
func (b *bench) frames(ctx context.Context) error {
	if err := measure.Need("Xvfb", "glmark2-es2"); err != nil {
		return err
	}
	if err := b.call(ctx); err != nil {
		return err
	}
	display, err := testutil.StartXServer(ctx, "-screen", "0", "1024x768x24")
	if err != nil {
		return err
	}
	defer display.Close()
	for _, scene := range []string{"ideas", "desktop"} {
		got, err := measure.Turns{Title: scene, Rounds: b.pairs * b.turns, Warm: true}.Run(ctx,
			b.scene(plain, scene, bound, display), b.scene(layered, scene, 1, display))
		if err == nil {
			err = b.reportFrames(scene, got)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scene returns a probe of one run. It draws off screen, which excludes the time that an X server takes to
// show a frame.
func (b *bench) scene(name, scene string, layers int, d *testutil.XServer) measure.Probe {
	c := measure.Command{Args: []string{"glmark2-es2", "--off-screen", "-b", fmt.Sprintf("%s:duration=%g", scene, b.seconds)},
		Env: []string{software, "EGL_PLATFORM=x11", "DISPLAY=" + d.Display}}
	return measure.Probe{Name: name, Once: func(ctx context.Context) (measure.Values, error) {
		u, calls, err := b.once(ctx, layers, c)
		if err != nil {
			return nil, err
		}
		took, err := frameOf(u.Out)
		values := measure.Values{frameTime: took}
		if layers > 0 {
			values[frameCalls] = perFrame(calls)
		}
		return values, err
	}}
}

var frameLine = regexp.MustCompile(`FrameTime: ([0-9.]+) ms`)

// frameOf reads the mean time of a frame, in ms, from the output of the program.
func frameOf(out string) (float64, error) {
	found := frameLine.FindStringSubmatch(out)
	if found == nil {
		return 0, fmt.Errorf("no frame time in the output %q", out)
	}
	return strconv.ParseFloat(found[1], 64)
}

// perFrame returns the calls per frame, including those at the start. Off screen, each frame ends with a
// glFinish.
func perFrame(calls map[string]float64) float64 {
	var sum float64
	for _, n := range calls {
		sum += n
	}
	return sum / calls["glFinish"]
}

// steady returns one time for each half of a pair: the mean of the faster half of its runs. Other load
// disturbed the slower half.
func (b *bench) steady(times measure.Series) (pairs measure.Series) {
	for turns := range slices.Chunk(times, b.turns) {
		faster := slices.Sorted(slices.Values(turns))[:(len(turns)+1)/2]
		var sum float64
		for _, t := range faster {
			sum += t
		}
		pairs = append(pairs, sum/float64(len(faster)))
	}
	return pairs
}

// reportFrames adds the cost of a scene: computed from its calls, and measured by its frame rate.
func (b *bench) reportFrames(scene string, got map[string]measure.Series) error {
	before, after, calls := b.steady(got[plain+frameTime]), b.steady(got[layered+frameTime]), got[layered+frameCalls].Median()
	const nanoseconds = 1e6 // nanoseconds per millisecond
	var share, ratios, rate measure.Series
	for i := range before {
		share = append(share, 100*b.added()*calls/(before[i]*nanoseconds))
		ratios, rate = append(ratios, before[i]/after[i]), append(rate, 100*before[i]/after[i])
	}
	low, err := lowerEnd(ratios)
	if err != nil {
		return err
	}
	frame := measure.Reference{Name: "a frame", Unit: measure.Millisecond, Measured: before}
	b.report.Add(measure.Row{What: scene + ": cost of the calls of a frame", Unit: percent, Measured: share,
		References: []measure.Reference{frame, {Name: "of", Unit: amount, Measured: got[layered+frameCalls]}}, Limit: measure.Fixed(mostOfFrame)})
	b.report.Add(measure.Row{What: scene + ": frame rate with a layer", Unit: percent, Measured: rate,
		References: []measure.Reference{frame}})
	b.report.Add(measure.Row{What: scene + ": frame rate lost, at the far end of the 95 % interval", Unit: percent,
		Measured: measure.Series{100 * (1 - low)}, Limit: measure.Fixed(mostRate)})
	return nil
}
