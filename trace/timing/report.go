package timing

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// By says what a row is about.
type By string

// Rows.
const (
	Draw  By = "draw" // or dispatch
	Pass  By = "pass"
	Frame By = "frame"
)

// Times describes the times of all rounds.
type Times struct {
	Median  time.Duration `json:"median"` // ns, as all times
	Lowest  time.Duration `json:"lowest"`
	Highest time.Duration `json:"highest"`
}

// Row has the times of a draw, a pass or a frame.
type Row struct {
	Frame       int    `json:"frame"`              // -1 after the last swap
	Pass        int    `json:"pass"`               // number in the frame; -1 for a frame
	Draw        int    `json:"draw"`               // number in the frame; -1 for a frame or pass
	Call        int    `json:"call"`               // index of the draw or dispatch, or of the first one
	Function    string `json:"function,omitempty"` // of a draw or dispatch
	Framebuffer uint32 `json:"framebuffer"`        // its name in the recording; 0 for a frame
	Work        int    `json:"work"`               // number of draws and dispatches
	GPU         *Times `json:"gpu,omitempty"`      // of the rounds with the times of all its draws; absent if there is none
	CPU         Times  `json:"cpu"`                // in the driver
	Untimed     int    `json:"untimed,omitempty"`  // draws and dispatches whose time of the GPU is missing in a round
	Varies      string `json:"varies,omitempty"`   // why the time of the GPU is uncertain
}

// Options select the rows.
type Options struct {
	By        By
	Threshold float64 // spread of times that vary, as a part of the median
}

// Finished returns the rows of a replay with Finish, those with the longest times first.
func (p *Plan) Finished(o Options) ([]Row, error) {
	s, err := p.finished()
	return p.rows(s, o), err
}

// Recorded returns the rows of the recording of a replay with Query, those with the longest times first. missing are the functions
// that the driver does not have.
func (p *Plan) Recorded(ctx context.Context, b *file.File, missing []string, o Options) ([]Row, error) {
	s, err := p.recorded(ctx, b, missing)
	return p.rows(s, o), err
}

// key identifies a row.
type key struct{ frame, pass, call int }

// group has the times of a row by round.
type group struct {
	Row
	rounds   []round
	untimed  map[int]bool // calls without a time of the GPU
	disjoint bool
}

// round has the times of a row in a round.
type round struct {
	gpu, cpu time.Duration
	untimed  bool // the time of the GPU is not known
}

// add adds a draw or dispatch.
func (g *group) add(one sample) {
	for len(g.rounds) <= one.round {
		g.rounds = append(g.rounds, round{})
	}
	r := &g.rounds[one.round]
	r.gpu, r.cpu = r.gpu+one.gpu, r.cpu+one.cpu
	g.disjoint = g.disjoint || one.disjoint
	if one.round == 0 {
		g.Work++
	}
	if !one.timed {
		r.untimed, g.untimed[one.call] = true, true
	}
}

// finish sets the times of the row.
func (g *group) finish(threshold float64) {
	var gpu, cpu []time.Duration
	for _, r := range g.rounds {
		cpu = append(cpu, r.cpu)
		if !r.untimed {
			gpu = append(gpu, r.gpu)
		}
	}
	g.CPU, g.Untimed = timesOf(cpu), len(g.untimed)
	if len(gpu) > 0 {
		times := timesOf(gpu)
		g.GPU = &times
	}
	g.Varies = g.reason(gpu, threshold)
}

// rows groups what was measured.
func (p *Plan) rows(s samples, o Options) []Row {
	groups := map[key]*group{}
	for _, one := range s.work {
		w := p.places[one.call]
		k, row := key{w.Frame, -1, -1}, Row{Frame: w.Frame, Pass: -1, Draw: -1, Call: w.Call}
		if o.By != Frame {
			k.pass, row.Pass, row.Framebuffer = w.Pass, w.Pass, w.Framebuffer
		}
		if o.By == Draw {
			k.call, row.Draw, row.Function = w.Call, w.Draw, w.function
		}
		g := groups[k]
		if g == nil {
			g = &group{Row: row, untimed: map[int]bool{}}
			groups[k] = g
		}
		g.add(one)
	}
	if o.By == Frame && len(s.frames) > 0 {
		p.replaceCPU(groups, s.frames)
	}
	rows := []Row{}
	for _, g := range groups {
		g.finish(o.Threshold)
		rows = append(rows, g.Row)
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(b.median(), a.median()), cmp.Compare(a.Frame, b.Frame), cmp.Compare(a.Call, b.Call))
	})
	return rows
}

// median returns the median of the times of the GPU; -1 if none is known.
func (r *Row) median() time.Duration {
	if r.GPU == nil {
		return -1
	}
	return r.GPU.Median
}

// replaceCPU sets the processor times of frames to those of all their calls.
func (p *Plan) replaceCPU(groups map[key]*group, frames []sample) {
	for _, one := range frames {
		if g := groups[key{p.swaps[one.call], -1, -1}]; g != nil && one.round < len(g.rounds) {
			g.rounds[one.round].cpu = one.cpu
		}
	}
}

// timesOf returns the times of at least one round.
func timesOf(list []time.Duration) Times {
	sorted := slices.Sorted(slices.Values(list))
	middle := len(sorted) / 2
	median := sorted[middle]
	if len(sorted)%2 == 0 {
		median = (sorted[middle-1] + median) / 2
	}
	return Times{median, sorted[0], sorted[len(sorted)-1]}
}

// leastSpread is the spread of times that never counts: queries and clocks are not more precise.
const leastSpread = 10 * time.Microsecond

// reason returns why the time of the GPU is uncertain, or "".
func (g *group) reason(gpu []time.Duration, threshold float64) string {
	varies := func(list []time.Duration) bool {
		if len(list) < 2 {
			return false
		}
		t := timesOf(list)
		return t.Highest-t.Lowest > max(leastSpread, time.Duration(threshold*float64(t.Median)))
	}
	switch {
	case g.disjoint:
		return "the clock of the GPU changed"
	case !varies(gpu):
		return ""
	case len(gpu) > 2 && !g.rounds[0].untimed && !varies(gpu[1:]):
		return "the first round differs"
	case len(gpu) > 3 && !varies(withoutOne(gpu)):
		return "one round differs"
	}
	return "all rounds differ"
}

// withoutOne returns the times without the one that is farthest from the median.
func withoutOne(list []time.Duration) []time.Duration {
	median, out := timesOf(list).Median, slices.Clone(list)
	far := 0
	for i, t := range out {
		if (t - median).Abs() > (out[far] - median).Abs() {
			far = i
		}
	}
	return slices.Delete(out, far, far+1)
}
