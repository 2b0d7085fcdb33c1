package minimize

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/trim"
)

// passes returns the passes, from coarse to fine. After the last one, no single call can be removed.
func (r *Recording) passes() []Pass {
	return []Pass{
		{Name: "last frames", Candidates: r.lastFrames},
		{Name: "frames", Groups: r.frames},
		{Name: "objects", Groups: r.objects},
		{Name: "functions", Groups: r.functions},
		{Name: "draws", Groups: r.draws},
		{Name: "calls", Groups: r.calls},
		{Name: "shaders", Groups: r.lines, Repeat: true},
		{Name: "sizes", Groups: r.sizes},
		{Name: "calls", Groups: r.calls, Repeat: true},
	}
}

// lastFrames returns trimmed recordings with the last frame, the last two frames, the last four, and so on.
func (r *Recording) lastFrames(ctx context.Context, s file.Set) (out []file.Set, err error) {
	frames := r.f.Frames()
	for n := 1; n < len(frames); n *= 2 {
		calls, err := trim.Calls(ctx, r.f, trim.Range{From: frames[len(frames)-n-1].Last + 1, To: r.f.Len()})
		if err != nil {
			return nil, err
		}
		some := slices.Clone(s)
		for i, f := range r.names {
			if f != nil && !calls.Has(uint32(i)) {
				some.Remove(uint32(i))
			}
		}
		out = append(out, some)
	}
	return out, nil
}

// segments returns the calls in runs that end with the calls for which ends is true.
func (r *Recording) segments(ends func(call int) bool) (out [][]uint32) {
	var group []uint32
	for i, f := range r.names {
		if f == nil {
			continue
		}
		if group = append(group, uint32(i)); ends(i) {
			out, group = append(out, group), nil
		}
	}
	return append(out, group)
}

func (r *Recording) frames(file.Set) [][]uint32 {
	last := map[int]bool{}
	for _, frame := range r.f.Frames() {
		last[frame.Last] = true
	}
	return r.segments(func(call int) bool { return last[call] })
}

// draws returns the draws with the calls before them, then the draws alone.
func (r *Recording) draws(s file.Set) [][]uint32 {
	out := r.segments(func(call int) bool { return s.Has(uint32(call)) && r.names[call].IsGPUWork() })
	for i, f := range r.names {
		if f != nil && f.IsGPUWork() {
			out = append(out, []uint32{uint32(i)})
		}
	}
	return out
}

// objects returns the calls that created objects; the calls that name the objects need them.
func (r *Recording) objects(file.Set) (out [][]uint32) {
	for _, call := range slices.Sorted(maps.Keys(r.made)) {
		out = append(out, []uint32{call})
	}
	return out
}

// functions returns the calls of each function, from the function with the fewest calls to that with the most.
func (r *Recording) functions(s file.Set) (out [][]uint32) {
	by := map[string][]uint32{}
	for i, f := range r.names {
		if f != nil && s.Has(uint32(i)) {
			by[f.Name] = append(by[f.Name], uint32(i))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		out = append(out, by[name])
	}
	slices.SortStableFunc(out, func(a, b []uint32) int { return cmp.Compare(len(a), len(b)) })
	return out
}

func (r *Recording) calls(s file.Set) (out [][]uint32) {
	for i, f := range r.names {
		if f != nil && s.Has(uint32(i)) {
			out = append(out, []uint32{uint32(i)})
		}
	}
	return out
}

// lines returns the blocks of shaders, then their other parts.
func (r *Recording) lines(file.Set) (out [][]uint32) {
	for i := range r.shaders {
		out = append(out, r.shaders[i].blocks...)
	}
	for i := range r.shaders {
		out = append(out, r.shaders[i].statements...)
	}
	return out
}
