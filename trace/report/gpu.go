package report

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Pass has the GPU times of consecutive draws and dispatches of a context with the same framebuffer, in a frame.
type Pass struct {
	Context     uint32        `json:"context"`
	Framebuffer uint32        `json:"framebuffer"`
	Total       time.Duration `json:"total"`              // ns, as all times
	Disjoint    bool          `json:"disjoint,omitempty"` // a time can be wrong
	Calls       int           `json:"calls"`              // number of draws and dispatches
	Work        []GPUWork     `json:"work"`               // the draws and dispatches
}

// GPUWork is a draw or dispatch and its GPU time.
type GPUWork struct {
	Call     int           `json:"call"` // index
	Name     string        `json:"name"` // function
	Time     time.Duration `json:"time"`
	Disjoint bool          `json:"disjoint,omitempty"` // the time can be wrong
}

// ComputePasses returns the passes of a frame in the order of their first calls. A frame without GPU times has none.
func ComputePasses(ctx context.Context, f *file.File, frame int) ([]Pass, error) {
	in := f.Frames()[frame]
	var all []file.GPUTime
	for one, err := range f.GPUTimes(in.First, in.Last+1) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if one.Frame == frame {
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b file.GPUTime) int { return cmp.Compare(a.Call, b.Call) })
	return passesOf(all), nil
}

func passesOf(all []file.GPUTime) []Pass {
	passes, numbers := []Pass{}, file.Passes{}
	for _, one := range all {
		at := numbers.Add(one.Frame, one.Context, one.Framebuffer)
		if at == len(passes) {
			passes = append(passes, Pass{Context: one.Context, Framebuffer: one.Framebuffer})
		}
		p := &passes[at]
		p.Calls++
		p.Total += one.Time
		p.Disjoint = p.Disjoint || one.Disjoint
		p.Work = append(p.Work, GPUWork{one.Call, one.Function.Name, one.Time, one.Disjoint})
	}
	return passes
}

// addGPUTimes adds the GPU times of the draws and dispatches in [from, to) of the wanted frames.
func addGPUTimes(f *file.File, counters map[string]*statsCounter, from, to int, wanted func(frame int) bool) error {
	for one, err := range f.GPUTimes(from, to) {
		if err != nil {
			return err
		}
		if c := counters[one.Function.Name]; c != nil && (wanted == nil || wanted(one.Frame)) {
			c.Measured++
			c.GPU += one.Time
		}
	}
	return nil
}
