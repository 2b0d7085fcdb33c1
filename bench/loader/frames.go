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

// What a run of a scene gives.
const (
	plain      = "plain"
	layered    = "layered"
	frameTime  = " ms"
	frameCalls = " calls"
)

// What a scene may lose to the loader and one layer.
const (
	mostOfFrame = 2 // percent of a frame's time, by what its calls cost
	mostRate    = 4 // percent of the frame rate, at the far end of the interval
)

// frames measures scenes of a real program with a layer and without, in pairs. What else the machine does slows a run down,
// often for seconds; so each half of a pair is several short runs, by turns with the other's.
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

// scene makes a probe of one run, off-screen: what an X server takes to show a frame is not in its time.
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

// frameOf takes the mean time of a frame, in ms, from what the program wrote.
func frameOf(out string) (float64, error) {
	found := frameLine.FindStringSubmatch(out)
	if found == nil {
		return 0, fmt.Errorf("no time of a frame in %q", out)
	}
	return strconv.ParseFloat(found[1], 64)
}

// perFrame counts all calls, those of the start too. Off-screen each frame ends with a glFinish.
func perFrame(calls map[string]float64) float64 {
	var sum float64
	for _, n := range calls {
		sum += n
	}
	return sum / calls["glFinish"]
}

// steady gives the time of each pair's half: of its turns, the mean of the faster half. The others were disturbed.
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

// reportFrames adds what a scene lost, reckoned from its calls, and as its frame rate shows it.
func (b *bench) reportFrames(scene string, got map[string]measure.Series) error {
	before, after, calls := b.steady(got[plain+frameTime]), b.steady(got[layered+frameTime]), got[layered+frameCalls].Median()
	const nanoseconds = 1e6 // in a ms
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
		References: []measure.Reference{frame, {Name: "of", Unit: amount, Measured: got[layered+frameCalls]}}, Bar: measure.Fixed(mostOfFrame)})
	b.report.Add(measure.Row{What: scene + ": frame rate with a layer", Unit: percent, Measured: rate,
		References: []measure.Reference{frame}})
	b.report.Add(measure.Row{What: scene + ": frame rate lost, at the far end of the 95 % interval", Unit: percent,
		Measured: measure.Series{100 * (1 - low)}, Bar: measure.Fixed(mostRate)})
	return nil
}
