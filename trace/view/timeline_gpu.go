package view

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// Limits of the GPU times of a timeline: blocks whose calls are read, and contexts.
const (
	mostMeasured = 64
	mostGPULanes = 32
)

// addGPUTimes adds a lane for each context with GPU times, if the time span has few calls. The lanes follow those of threads.
func (t *timeline) addGPUTimes(ctx context.Context, s *Server) error {
	blocks := s.index.Within(t.from, t.to)
	if len(blocks) == 0 || len(blocks) > mostMeasured {
		return nil
	}
	lanes, places := map[uint32]*lane{}, file.GPULanes{}
	for one, err := range s.file.GPUTimes(slices.Min(blocks)*index.Size, (slices.Max(blocks)+1)*index.Size) {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		start, end := places.Place(one)
		if int64(end) < t.from || int64(start) >= t.to {
			continue
		}
		l := lanes[one.Context]
		if l == nil {
			if len(lanes) == mostGPULanes {
				continue
			}
			l = t.newLane(index.Lane{Context: one.Context})
			l.GPU = true
			lanes[one.Context] = l
		}
		b := &l.all[t.bin(int64(start))]
		b.Calls++
		if one.Function.IsDraw() {
			b.Draws++
		}
		t.fill(l, int64(start), int64(end))
	}
	for _, context := range slices.Sorted(maps.Keys(lanes)) {
		t.keep(lanes[context])
		t.Lanes = append(t.Lanes, lanes[context])
	}
	return nil
}
