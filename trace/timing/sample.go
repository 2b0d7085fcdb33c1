package timing

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// sample is what was measured of a draw or dispatch, or of the calls of a frame.
type sample struct {
	moment
	gpu, cpu time.Duration
	timed    bool // gpu is known
	disjoint bool
}

// samples has what was measured in all rounds.
type samples struct {
	work   []sample
	frames []sample // processor time of all calls of the frames, by their swaps
}

// Finished returns what was measured with Finish.
func (p *Plan) finished() (s samples, err error) {
	const clocks = 3 // before the call, after it, and after glFinish
	for _, m := range p.made {
		if _, measured := p.places[m.call]; !measured {
			continue
		}
		if len(p.times) < clocks*(len(s.work)+1) {
			return s, fmt.Errorf("the player measured %d of the draws", len(s.work))
		}
		t := p.times[clocks*len(s.work):]
		s.work = append(s.work, sample{moment: m, gpu: t[2] - t[0], cpu: t[1] - t[0], timed: true})
	}
	return s, nil
}

// recorded returns what the recording of the replay has. missing are the functions that the driver does not have.
func (p *Plan) recorded(ctx context.Context, b *file.File, missing []string) (s samples, err error) {
	at, sums := map[int]int{}, map[int]time.Duration{} // samples by the calls of b; times by the frames of b
	left := p.made
	next := func(c *file.Call) (moment, error) {
		for len(left) > 0 && slices.Contains(missing, left[0].function) {
			left = left[1:]
		}
		if len(left) == 0 {
			return moment{}, fmt.Errorf("the recording of the replay has the additional call %s", c.Function.Name)
		}
		m := left[0]
		left = left[1:]
		return m, nil
	}
	for c, err := range b.Calls(0, b.Len()) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return s, err
		}
		if c.Synthetic() {
			continue
		}
		if c.Depth == 0 {
			sums[c.Frame] += max(c.Duration, 0)
		}
		if !c.Function.IsGPUWork() && !c.Function.IsSwap() {
			continue
		}
		m, err := next(c)
		if err != nil {
			return s, err
		}
		if place, measured := p.places[m.call]; measured {
			if place.function != c.Function.Name {
				return s, fmt.Errorf("the replay made call %d as %s", m.call, c.Function.Name)
			}
			at[c.Index] = len(s.work)
			s.work = append(s.work, sample{moment: m, cpu: max(c.Duration, 0)})
		} else if _, measured := p.swaps[m.call]; measured {
			s.frames = append(s.frames, sample{moment: m, cpu: sums[c.Frame]})
		}
	}
	for one, err := range b.GPUTimes(0, b.Len()) {
		if err != nil {
			return s, err
		}
		if i, measured := at[one.Call]; measured {
			s.work[i].gpu, s.work[i].timed, s.work[i].disjoint = one.Time, true, one.Disjoint
		}
	}
	return s, nil
}
