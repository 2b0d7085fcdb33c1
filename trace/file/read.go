package file

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Call returns the call with index i. It fails if i is out of range or the batch cannot be read.
func (f *File) Call(i int) (*Call, error) {
	for c, err := range f.Calls(i, i+1) {
		return c, err
	}
	return nil, fmt.Errorf("call %d out of range: the recording has %d calls", i, f.Len())
}

// Calls returns an iterator over the existing calls in [from, to). Iteration ends after the first error.
func (f *File) Calls(from, to int) iter.Seq2[*Call, error] {
	return func(yield func(*Call, error) bool) {
		for i := max(from, 0); i < to; {
			p, ok := f.piece(i, to)
			if !ok {
				return
			}
			c, err := f.content(&p.batch)
			if err != nil {
				yield(nil, err)
				return
			}
			if !p.calls(c, yield) {
				return
			}
			i = p.to
		}
	}
}

// piece is the requested part of a run.
type piece struct {
	batch    batch
	place    int // place of the first call in the batch
	from, to int // indices of the calls in the recording
	clock    clock
	frames   []Frame
	thread   uint32
	numbers  []int32 // indices of the frames of the thread
	current  frameOfCalls
}

// frameOfCalls has the calls [from, to) of a thread that are in one frame.
type frameOfCalls struct{ from, to, number int }

// piece returns the piece that begins at index i, or false if there is no such call.
func (f *File) piece(i, to int) (piece, bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	x := f.x
	if i >= x.calls {
		return piece{}, false
	}
	return x.piece(x.runOf(i), i, to), true
}

// threadPiece returns the first piece of a thread from index i on, or false if there is none.
func (f *File) threadPiece(thread uint32, i int) (piece, bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	x := f.x
	t, known := x.byNumber[thread]
	if !known || i >= x.calls {
		return piece{}, false
	}
	at, ok := f.runs.next(x, t, x.runOf(i))
	if !ok {
		return piece{}, false
	}
	return x.piece(at, max(i, int(x.runs.at(at).first)), x.calls), true
}

// piece returns the calls from i to below to of a run.
func (x *index) piece(at, i, to int) piece {
	r, end := x.runs.at(at), x.calls
	if at+1 < x.runs.n {
		end = int(x.runs.at(at + 1).first)
	}
	b := x.batches.at(int(r.batch))
	t := x.threads[b.thread]
	return piece{batch: *b, place: int(r.place) + i - int(r.first), from: i, to: min(to, end), clock: x.clock, frames: x.frames,
		thread: t.Number, numbers: t.frames}
}

// runOf returns the index of the run that has a call.
func (x *index) runOf(call int) int {
	return sort.Search(x.runs.n, func(k int) bool { return int(x.runs.at(k).first) > call }) - 1
}

// calls yields the calls of a piece and reports whether iteration continues.
func (p *piece) calls(c *content, yield func(*Call, error) bool) bool {
	const atOnce = 64
	for p.from < p.to {
		n := min(p.to-p.from, atOnce)
		for _, call := range p.some(c, n) {
			if !yield(call, nil) {
				return false
			}
		}
		p.from, p.place = p.from+n, p.place+n
	}
	return true
}

// some returns the next n calls. It allocates memory for all of them at once.
func (p *piece) some(c *content, n int) []*Call {
	calls, out := make([]Call, n), make([]*Call, n)
	cells, captures := 0, 0
	for i := range n {
		at := c.order.call(p.place + i)
		cells += len(c.calls.Cells(at))
		captures += len(c.calls.Captures(at))
	}
	m := callMemory{make([]Value, 0, cells), make([]Data, 0, captures)}
	for i := range n {
		out[i] = &calls[i]
		p.fill(&calls[i], c, i, &m)
	}
	return out
}

// callMemory has the arguments of calls.
type callMemory struct {
	values []Value
	data   []Data
}

// fill sets call to the call that is behind calls after the first of the piece. Its arguments are added to m.
func (p *piece) fill(call *Call, c *content, behind int, m *callMemory) {
	place := p.place + behind
	at := c.order.call(place)
	call.Index, call.Thread, call.Context, call.Frame = p.from+behind, p.thread, p.batch.context, p.frame(p.from+behind)
	call.Function, call.Flags, call.Depth = c.used[c.calls.Function[at]], c.calls.Flag(at), 0
	call.Start, call.Duration = p.time(c, at)
	if c.order.depth != nil {
		call.Depth = int(c.order.depth[place])
	}
	cells, first := c.calls.Cells(at), len(m.values)
	m.values = slices.Grow(m.values, len(cells))[:first+len(cells)]
	values := m.values[first:]
	for i, bits := range cells {
		values[i] = Value{Bits: bits}
	}
	if captures := c.calls.Captures(at); len(captures) > 0 {
		m.data = slices.Grow(m.data, len(captures)) // append must not move them
		for i := range captures {
			m.addCapture(&values[captures[i].Param], &captures[i])
		}
	}
	last := len(values) - 1
	call.Args, call.Result = values[:last:last], values[last]
}

// time returns the start and duration of a call of the batch.
func (p *piece) time(c *content, at int) (start, duration time.Duration) {
	start = p.clock.at(c.calls.Starts[at])
	if !c.calls.IsTimed(at) {
		return start, Untimed
	}
	return start, max(p.clock.at(c.calls.Ends[at])-start, 0) // never negative, even if the clock is inconsistent: -1 would be Untimed
}

// addCapture adds a capture to a value. If only a part of the data is known, the value keeps that part.
func (m *callMemory) addCapture(v *Value, c *format.Capture) {
	if v.Data != nil && c.Kind == tracepb.Capture_CAPTURE_UNKNOWN {
		v.Data.Capture = c.Kind
		return
	}
	m.data = append(m.data, Data{Capture: c.Kind, Size: c.Size, Payloads: c.Payloads})
	v.Data = &m.data[len(m.data)-1]
}

// frame returns the number of the frame of a call of the piece's thread, or -1 if the frame is not complete.
func (p *piece) frame(call int) int {
	if call < p.current.from || call >= p.current.to {
		p.current = p.findFrame(call)
	}
	return p.current.number
}

func (p *piece) findFrame(call int) frameOfCalls {
	last := func(i int) int { return p.frames[p.numbers[i]].Last }
	at := sort.Search(len(p.numbers), func(i int) bool { return last(i) >= call })
	out := frameOfCalls{0, math.MaxInt, -1}
	if at > 0 {
		out.from = last(at-1) + 1
	}
	if at < len(p.numbers) {
		out.to, out.number = last(at)+1, int(p.numbers[at])
	}
	return out
}
