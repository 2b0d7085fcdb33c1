package file

import (
	"container/heap"
	"sort"
)

// run is a sequence of calls that are adjacent both in a batch and in the recording.
type run struct {
	first uint32 // index of the first call
	batch int32  // index in index.batches
	place int32  // place of the first call in the batch
}

// lane is the position in the calls of a thread during a merge.
type lane struct {
	thread  uint32
	batches []int32
	place   int
	key     uint64    // key of the call at place
	calls   *sequence // of the first batch, once it is needed
}

// lanes is a heap ordered by the key of the next call, then by thread number, so that the order does not
// depend on how calls were split into batches.
type lanes []*lane

func (l lanes) Len() int { return len(l) }
func (l lanes) Less(i, j int) bool {
	return l[i].key < l[j].key || l[i].key == l[j].key && l[i].thread < l[j].thread
}
func (l lanes) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l *lanes) Push(v any)   { *l = append(*l, v.(*lane)) }
func (l *lanes) Pop() any {
	last := (*l)[len(*l)-1]
	*l = (*l)[:len(*l)-1]
	return last
}

// mostKeys is the maximum number of keys in memory during a merge. A thousand threads of a compressed
// recording have fewer.
var mostKeys = 1 << 24

// merge appends the pending batches to the recording, ordered by the start of their calls.
func (x *index) merge(read func(*batch) (*sequence, error)) error {
	h, held := x.lanes(), 0
	heap.Init(&h)
	counted := func(b *batch) (*sequence, error) {
		if held += int(b.count); held > mostKeys {
			return nil, invalid("the calls of different threads that overlap in time exceed the limit of %d calls", mostKeys)
		}
		return read(b)
	}
	for len(h) > 0 {
		l := h[0]
		b := x.batches.at(int(l.batches[0]))
		to, err := l.until(b, h.second(), counted)
		if err != nil {
			return err
		}
		if err := x.emit(l, to); err != nil {
			return err
		}
		if l.place = to; to < int(b.count) {
			l.key = l.calls.keys[to]
			heap.Fix(&h, 0)
			continue
		}
		if l.calls != nil {
			held -= int(b.count)
		}
		l.place, l.calls, l.batches = 0, nil, l.batches[1:]
		if len(l.batches) == 0 {
			heap.Pop(&h)
			continue
		}
		l.key = x.batches.at(int(l.batches[0])).first
		heap.Fix(&h, 0)
	}
	x.pending = newPending()
	return nil
}

// lanes returns the pending batches by thread.
func (x *index) lanes() (h lanes) {
	byThread := map[int32]*lane{}
	for i := x.batches.n - x.pending.batches.n; i < x.batches.n; i++ {
		b := x.batches.at(i)
		l := byThread[b.thread]
		if l == nil {
			l = &lane{thread: x.threads[b.thread].Number, key: b.first}
			byThread[b.thread] = l
			h = append(h, l)
		}
		l.batches = append(l.batches, int32(i))
	}
	return h
}

// second returns the lane that follows the first in order, or nil if there is none.
func (l lanes) second() *lane {
	switch {
	case len(l) < 2:
		return nil
	case len(l) == 2 || l.Less(1, 2):
		return l[1]
	}
	return l[2]
}

// until returns the place in the batch up to which the lane precedes the other one.
func (l *lane) until(b *batch, other *lane, read func(*batch) (*sequence, error)) (int, error) {
	if other == nil || b.last < other.key || b.last == other.key && l.thread < other.thread {
		return int(b.count), nil
	}
	if l.calls == nil {
		var err error
		if l.calls, err = read(b); err != nil {
			return 0, err
		}
	}
	most := other.key
	if l.thread < other.thread {
		most++
	}
	n := l.calls.before(l.place, most)
	return max(n, l.place+1), nil
}

// before returns the place of the first call, from a place on, whose key is not below a limit. Runs are mostly short.
func (s *sequence) before(from int, limit uint64) int {
	for step := 8; from < len(s.keys); step *= 2 {
		to := min(from+step, len(s.keys))
		if s.keys[to-1] >= limit {
			return from + sort.Search(to-from, func(i int) bool { return s.keys[from+i] >= limit })
		}
		from = to
	}
	return len(s.keys)
}
