package file

import (
	"iter"
	"slices"
	"time"
)

// GPUTime is the time that the GPU took for a draw or dispatch.
type GPUTime struct {
	Call        int // index of the draw or dispatch
	Frame       int // its frame; -1 for none
	Context     uint32
	Function    *Function
	Start       time.Duration // when the program called it
	Framebuffer uint32        // name of the framebuffer of the draw; of a dispatch, of the bound one
	Time        time.Duration
	Disjoint    bool // the time can be wrong, for example because the clock of the GPU changed
}

// Limits of the distance between a draw or dispatch and the call with its time. The recorder has at most 4096
// pending times for each context.
const (
	lateTimes = 1 << 15
	mostWork  = 1 << 13
)

// GPUTimes returns the GPU times of the draws and dispatches with an index in [from, to), in the order in
// which the recorder received them. The times of the last ones may be missing.
func (f *File) GPUTimes(from, to int) iter.Seq2[GPUTime, error] {
	return func(yield func(GPUTime, error) bool) {
		if !f.calls(gpuTime) {
			return
		}
		m := matcher{recent: map[uint32][]GPUTime{}, gaps: f.Gaps()}
		for c, err := range f.Calls(from, min(to+lateTimes, f.Len())) {
			if err != nil {
				yield(GPUTime{}, err)
				return
			}
			m.add(c)
			if one, found := m.time(c); found && one.Call < to && !yield(one, nil) {
				return
			}
		}
	}
}

// calls reports whether the recording has a function of a class.
func (f *File) calls(of class) bool {
	for _, fn := range f.Functions() {
		if fn.class == of {
			return true
		}
	}
	return false
}

// matcher finds the draw or dispatch of a GPU time, which counts those since then.
type matcher struct {
	recent map[uint32][]GPUTime // draws and dispatches without their times, by context
	gaps   []Gap
}

// add adds a draw or dispatch. After a gap, the numbers are known only for later calls.
func (m *matcher) add(c *Call) {
	for len(m.gaps) > 0 && m.gaps[0].Before <= c.Index {
		clear(m.recent)
		m.gaps = m.gaps[1:]
	}
	if !c.Function.IsGPUWork() {
		return
	}
	all := append(m.recent[c.Context], GPUTime{Call: c.Index, Frame: c.Frame, Context: c.Context, Start: c.Start, Function: c.Function})
	if len(all) > 2*mostWork {
		all = slices.Clone(all[len(all)-mostWork:])
	}
	m.recent[c.Context] = all
}

// time returns the time that a call of the recorder has.
func (m *matcher) time(c *Call) (GPUTime, bool) {
	if c.Function.class != gpuTime || len(c.Args) < 4 {
		return GPUTime{}, false
	}
	all, ago := m.recent[c.Context], c.Args[1].Uint()
	if ago >= uint64(len(all)) {
		return GPUTime{}, false
	}
	one := all[len(all)-1-int(ago)]
	one.Framebuffer, one.Time, one.Disjoint = uint32(c.Args[0].Uint()), time.Duration(c.Args[2].Uint()), c.Args[3].Uint() != 0
	return one, true
}

// GPULanes has the end of the last GPU time of each context. A recording does not have the time at which the GPU began a draw:
// it was after the call, and after the draws before.
type GPULanes map[uint32]time.Duration

// longestDraw limits a GPU time: those of damaged recordings can be any number.
const longestDraw = time.Hour

// Place returns the earliest time at which the GPU can have begun a draw or dispatch, and the end. The GPU times of a context
// are placed in their order.
func (l GPULanes) Place(one GPUTime) (start, end time.Duration) {
	start = max(one.Start, l[one.Context])
	end = start + min(max(one.Time, 0), longestDraw)
	l[one.Context] = end
	return start, end
}
