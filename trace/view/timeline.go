package view

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// Limits of a timeline: the lanes are those with the most calls, and with many lanes the bins are wider.
const (
	mostLanes = 512
	mostBins  = 96 << 10
	leastBins = 64
)

// lane has the calls of one thread in one context, or the GPU times of a context.
type lane struct {
	GPU     bool        `json:"gpu,omitempty"`
	Thread  uint32      `json:"thread"` // 0 of GPU times
	Context uint32      `json:"context"`
	Bins    []bin       `json:"bins"` // bins with calls
	Frames  []laneFrame `json:"frames"`

	all   []bin
	whole []int // calls that last for a whole bin: difference from the previous bin
	calls int
}

// bin is a part of the time span.
type bin struct {
	Start int64 `json:"start"`
	End   int64 `json:"end"`
	Busy  int64 `json:"busy"` // time in calls
	Calls int   `json:"calls"`
	Draws int   `json:"draws"`
}

type laneFrame struct {
	N        int   `json:"n"`
	Start    int64 `json:"start"`
	Duration int64 `json:"duration"`
}

// timeline is a time span in parts of equal length.
type timeline struct {
	Lanes []*lane `json:"lanes"`

	from, to int64
	width    int
}

func (s *Server) timeline(r *http.Request) (any, error) {
	end, err := s.end()
	if err != nil {
		return nil, err
	}
	q := &query{values: r.URL.Query()}
	from, to, width := q.number("from", 0, 0, 1<<62), q.number("to", int(end)+1, 0, 1<<62), q.number("width", 1000, 1, mostRows)
	if q.err == nil && from >= to {
		q.fail("parameter \"to\" (%d) must be greater than parameter \"from\" (%d)", to, from)
	}
	if q.err != nil {
		return nil, q.err
	}
	t := &timeline{Lanes: []*lane{}, from: int64(from), to: int64(to), width: min(width, to-from, max(leastBins, mostBins/max(1, len(s.file.Threads()))))}
	lanes := map[index.Lane]*lane{}
	if err := t.addCalls(r.Context(), s, lanes); err != nil {
		return nil, err
	}
	t.addFrames(s, lanes)
	t.choose()
	if err := t.addGPUTimes(r.Context(), s); err != nil {
		return nil, err
	}
	return t, nil
}

// mostExact is the maximum number of blocks whose calls a timeline reads. Beyond it, a timeline has the sums over batches of calls.
const mostExact = 256

func (t *timeline) addCalls(ctx context.Context, s *Server, lanes map[index.Lane]*lane) error {
	blocks, kinds := s.index.Within(t.from, t.to), s.index.Kinds()
	if len(blocks) > mostExact {
		s.file.Activities(time.Duration(t.from), time.Duration(t.to), func(a file.Activity) {
			if l := t.lane(lanes, index.Lane{Thread: a.Thread, Context: a.Context}); l != nil {
				t.spread(l, &a)
			}
		})
		return ctx.Err()
	}
	for _, n := range blocks {
		b, err := s.index.Block(ctx, n)
		if err != nil {
			return err
		}
		t.add(b, lanes, kinds)
	}
	return nil
}

// lane returns a lane, and adds it if it is new. It returns nil if there are too many.
func (t *timeline) lane(lanes map[index.Lane]*lane, where index.Lane) *lane {
	l := lanes[where]
	if l == nil && len(lanes) < 2*mostLanes {
		l = t.newLane(where)
		lanes[where] = l
		t.Lanes = append(t.Lanes, l)
	}
	return l
}

func (t *timeline) newLane(where index.Lane) *lane {
	return &lane{Thread: where.Thread, Context: where.Context, Frames: []laneFrame{}, all: make([]bin, t.width), whole: make([]int, t.width+1)}
}

// addFrames adds to each lane the frames that end in it, at most one for each bin.
func (t *timeline) addFrames(s *Server, lanes map[index.Lane]*lane) {
	last := map[*lane]int{}
	for n, f := range s.file.Frames() {
		start, length := int64(f.Start), int64(f.Duration)
		l := lanes[index.Lane{Thread: f.Thread, Context: f.Context}]
		if l == nil || start >= t.to || start+length < t.from {
			continue
		}
		at := t.bin(start) + 1 // 0 means none yet
		if last[l] == at {
			continue
		}
		last[l] = at
		l.Frames = append(l.Frames, laneFrame{n, start, length})
	}
}

// choose keeps the lanes with the most calls, in the order of threads, and the bins with content.
func (t *timeline) choose() {
	slices.SortFunc(t.Lanes, func(a, b *lane) int { return b.calls - a.calls })
	t.Lanes = t.Lanes[:min(len(t.Lanes), mostLanes)]
	slices.SortFunc(t.Lanes, func(a, b *lane) int {
		return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Context, b.Context))
	})
	for _, l := range t.Lanes {
		t.keep(l)
	}
}

// keep keeps the bins of a lane that have content.
func (t *timeline) keep(l *lane) {
	l.Bins = []bin{}
	whole := 0
	for n, b := range l.all {
		b.Start, b.End = t.edge(n), t.edge(n+1)
		if whole += l.whole[n]; whole > 0 {
			b.Busy = b.End - b.Start
		}
		if b.Calls > 0 || b.Busy > 0 {
			l.Bins = append(l.Bins, b)
		}
	}
}
