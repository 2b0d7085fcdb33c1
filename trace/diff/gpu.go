package diff

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// GPU compares the GPU times of a function that draws or dispatches.
type GPU struct {
	Function  string        `json:"function"`
	MeasuredA int           `json:"measured_a"` // number of calls with a time
	MeasuredB int           `json:"measured_b"`
	TimeA     time.Duration `json:"time_a"` // ns, as all times
	TimeB     time.Duration `json:"time_b"`
}

// Pass compares the GPU times of a pass of the frame whose GPU times differ most: consecutive draws and dispatches with the same
// framebuffer.
type Pass struct {
	Frame       int           `json:"frame"`       // of A
	Context     uint32        `json:"context"`     // of A
	Framebuffer uint32        `json:"framebuffer"` // its name in A
	TimeA       time.Duration `json:"time_a"`      // ns, as all times
	TimeB       time.Duration `json:"time_b"`
	Work        []Work        `json:"work"` // the draws and dispatches; empty if their numbers are different
}

// Work compares the GPU times of a draw or dispatch.
type Work struct {
	A        int           `json:"a"` // index of the call in A
	B        int           `json:"b"`
	Function string        `json:"function"`
	TimeA    time.Duration `json:"time_a"` // ns, as all times
	TimeB    time.Duration `json:"time_b"`
}

const gpuTime = "gltrace.GPUTime"

// addGPUTimes adds the GPU times of both recordings to the frames, and sums them by function.
func (c *comparison) addGPUTimes(ctx context.Context) error {
	if !defines(c.a.File, gpuTime) || !defines(c.b.File, gpuTime) || len(c.report.Frames) == 0 {
		return nil
	}
	functions := map[string]*GPU{}
	errA := c.gpuTimes(ctx, c.a.File, func(f *Frame) int { return f.A }, functions, func(f *Frame, g *GPU, time time.Duration) {
		g.MeasuredA, g.TimeA, f.GPUA = g.MeasuredA+1, g.TimeA+time, f.GPUA+time
	})
	errB := c.gpuTimes(ctx, c.b.File, func(f *Frame) int { return f.B }, functions, func(f *Frame, g *GPU, time time.Duration) {
		g.MeasuredB, g.TimeB, f.GPUB = g.MeasuredB+1, g.TimeB+time, f.GPUB+time
	})
	if err := cmp.Or(errA, errB); err != nil {
		return err
	}
	for _, g := range functions {
		c.report.GPU = append(c.report.GPU, *g)
	}
	slices.SortFunc(c.report.GPU, func(x, y GPU) int {
		return cmp.Or(cmp.Compare(y.TimeA, x.TimeA), cmp.Compare(x.Function, y.Function))
	})
	return c.addPasses(ctx, slices.MaxFunc(c.report.Frames, func(x, y Frame) int {
		return cmp.Compare((x.GPUB - x.GPUA).Abs(), (y.GPUB - y.GPUA).Abs())
	}))
}

// gpuTimes calls add for the GPU times of a recording in the compared frames. number returns the number of a frame in the recording.
func (c *comparison) gpuTimes(ctx context.Context, f *file.File, number func(*Frame) int, functions map[string]*GPU, add func(*Frame, *GPU, time.Duration)) error {
	frames := map[int]*Frame{}
	for i := range c.report.Frames {
		one := &c.report.Frames[i]
		frames[number(one)] = one
	}
	for one, err := range f.GPUTimes(0, f.Len()) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		in, name := frames[one.Frame], one.Function.Name
		if in == nil {
			continue
		}
		if functions[name] == nil {
			functions[name] = &GPU{Function: name}
		}
		add(in, functions[name], one.Time)
	}
	return nil
}

// addPasses compares the passes of a frame, if it has the same passes in both recordings.
func (c *comparison) addPasses(ctx context.Context, f Frame) error {
	a, err := report.ComputePasses(ctx, c.a.File, f.A)
	if err != nil {
		return err
	}
	b, err := report.ComputePasses(ctx, c.b.File, f.B)
	if err != nil || len(a) != len(b) {
		return err
	}
	for i := range a {
		out := Pass{Frame: f.A, Context: a[i].Context, Framebuffer: a[i].Framebuffer, TimeA: a[i].Total, TimeB: b[i].Total, Work: []Work{}}
		if len(a[i].Work) == len(b[i].Work) {
			for n, w := range a[i].Work {
				out.Work = append(out.Work, Work{w.Call, b[i].Work[n].Call, w.Name, w.Time, b[i].Work[n].Time})
			}
		}
		c.report.Passes = append(c.report.Passes, out)
	}
	return nil
}
