package view

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/view/index"
)

// mostLanes is how many lanes a timeline has: those with the most calls.
const mostLanes = 64

// lane is what one thread did with one context.
type lane struct {
	Thread  uint32      `json:"thread"`
	Context uint32      `json:"context"`
	Bins    []bin       `json:"bins"` // those that calls are in
	Frames  []laneFrame `json:"frames"`

	all   []bin
	whole []int // calls that go on for all of a bin: how many more than of the one before
	calls int
}

// bin is what happened in a part of the time.
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

// timeline is a span of time in so many parts of the same length.
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
		q.fail("to: must be greater than from")
	}
	if q.err != nil {
		return nil, q.err
	}
	t := &timeline{Lanes: []*lane{}, from: int64(from), to: int64(to), width: min(width, to-from)}
	blocks, err := s.index.Within(r.Context(), t.from, t.to)
	if err != nil {
		return nil, err
	}
	lanes := map[index.Lane]*lane{}
	for _, n := range blocks {
		b, err := s.index.Block(r.Context(), n)
		if err != nil {
			return nil, err
		}
		t.add(b, lanes, s.index.Kinds())
	}
	t.addFrames(s, lanes)
	t.choose()
	return t, nil
}

// add puts the calls of a block into the bins of their lanes.
func (t *timeline) add(b *index.Block, lanes map[index.Lane]*lane, kinds index.Kinds) {
	for i, where := range b.Lane {
		start, end := b.Start[i], b.Start[i]+max(b.Duration[i], 0)
		if end < t.from || start >= t.to {
			continue
		}
		l := lanes[where]
		if l == nil {
			if len(lanes) >= 2*mostLanes {
				continue
			}
			l = &lane{Thread: where.Thread, Context: where.Context, Frames: []laneFrame{}, all: make([]bin, t.width), whole: make([]int, t.width+1)}
			lanes[where] = l
			t.Lanes = append(t.Lanes, l)
		}
		l.calls++
		first := &l.all[t.bin(start)]
		first.Calls++
		if kinds.Of(b.Function[i]) == index.Draw {
			first.Draws++
		}
		t.fill(l, start, end)
	}
}

// fill counts the time of a call in the bins that it begins and ends in; those between are only marked, however many they are.
func (t *timeline) fill(l *lane, start, end int64) {
	first, last := t.bin(start), t.bin(end)
	t.busy(l, first, start, end)
	if first < last {
		t.busy(l, last, start, end)
		l.whole[first+1]++
		l.whole[last]--
	}
}

// busy adds what of a span lies in a bin, which cannot be busier than all of it: there are calls within calls.
func (t *timeline) busy(l *lane, n int, start, end int64) {
	from, to := t.edge(n), t.edge(n+1)
	b := &l.all[n]
	b.Busy = min(b.Busy+max(min(end, to)-max(start, from), 0), to-from)
}

// edge is where a bin begins. The span is split so that no product of two times is needed, which could be too large.
func (t *timeline) edge(n int) int64 {
	span, width := t.to-t.from, int64(t.width)
	return t.from + span/width*int64(n) + span%width*int64(n)/width
}

// bin is the bin of a time; the first or the last for one outside.
func (t *timeline) bin(at int64) int {
	n := int(float64(at-t.from) / float64(t.to-t.from) * float64(t.width))
	n = min(max(n, 0), t.width-1)
	for n > 0 && t.edge(n) > at {
		n--
	}
	for n < t.width-1 && t.edge(n+1) <= at {
		n++
	}
	return n
}

// addFrames gives each lane the frames that end in it, at most one a bin.
func (t *timeline) addFrames(s *Server, lanes map[index.Lane]*lane) {
	last := map[*lane]int{}
	for n, f := range s.file.Frames() {
		start, length := int64(f.Start), int64(f.Duration)
		l := lanes[index.Lane{Thread: f.Thread, Context: f.Context}]
		if l == nil || start >= t.to || start+length < t.from {
			continue
		}
		at := t.bin(start) + 1 // 0 is none yet
		if last[l] == at {
			continue
		}
		last[l] = at
		l.Frames = append(l.Frames, laneFrame{n, start, length})
	}
}

// choose leaves the lanes with the most calls, in the order of threads, and the bins that have something.
func (t *timeline) choose() {
	slices.SortFunc(t.Lanes, func(a, b *lane) int { return b.calls - a.calls })
	t.Lanes = t.Lanes[:min(len(t.Lanes), mostLanes)]
	slices.SortFunc(t.Lanes, func(a, b *lane) int {
		return cmp.Or(cmp.Compare(a.Thread, b.Thread), cmp.Compare(a.Context, b.Context))
	})
	for _, l := range t.Lanes {
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
}
