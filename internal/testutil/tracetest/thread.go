package tracetest

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Thread is a thread whose calls are recorded.
type Thread struct {
	w          *Writer
	number     uint32
	batch      format.Builder
	open       bool
	context    uint32
	sequence   uint64
	first      uint64
	dropped    uint64
	uncaptured uint64
	took       time.Duration
	flags      tracepb.CallFlag
}

// Thread returns a thread by its number, from 1.
func (w *Writer) Thread(number uint32) *Thread {
	return w.Named(number, fmt.Sprintf("thread %d", number))
}

// Named is like Thread and sets the name of a new thread.
func (w *Writer) Named(number uint32, name string) *Thread {
	t, ok := w.threads[number]
	if !ok {
		t = &Thread{w: w, number: number}
		w.threads[number] = t
		w.order = append(w.order, t)
		w.Chunk(tracepb.ChunkType_CHUNK_THREAD, number, &tracepb.Thread{Number: number, Tid: 4710 + number, Name: name})
	}
	return t
}

// Context sets the current context; 0 means none.
func (t *Thread) Context(number uint32) *Thread {
	if t.context != number {
		t.Flush()
	}
	t.context = number
	return t
}

// NewContext records a new context and makes it current.
func (t *Thread) NewContext(number uint32, handle uint64, major, minor int, share uint32) *Thread {
	return t.Synthetic("gltrace.Context", number, handle, major, minor, share, false).Context(number)
}

// Took sets the duration of the next call; the default is 50 ns.
func (t *Thread) Took(d time.Duration) *Thread { t.took = d; return t }

// Flags adds flags to the next call.
func (t *Thread) Flags(f tracepb.CallFlag) *Thread { t.flags |= f; return t }

// Drop records the loss of the given number of calls.
func (t *Thread) Drop(calls uint64) *Thread {
	t.Flush()
	t.dropped, t.first = t.dropped+calls, t.first+calls
	return t
}

// Lose discards the open batch: it is counted but not written.
func (t *Thread) Lose() *Thread {
	if t.open {
		t.first += uint64(t.batch.Len())
	}
	t.sequence, t.open = t.sequence+1, false
	return t
}

// Synthetic records a call that the recorder makes.
func (t *Thread) Synthetic(name string, args ...any) *Thread {
	return t.Flags(tracepb.CallFlag_FLAG_SYNTHETIC).Call(name, args...)
}

// Call records a call. Arguments are numbers, names of enums, booleans and Data; for a call with a result,
// the last one is that of Returns.
func (t *Thread) Call(name string, args ...any) *Thread { return t.Around(name, func() {}, args...) }

// Around records a call and the calls that inner makes while it runs.
func (t *Thread) Around(name string, inner func(), args ...any) *Thread {
	const gap, took = 100, 50
	flags, duration := t.flags, t.took
	t.flags, t.took = 0, 0
	t.w.now += gap
	begin := t.w.now
	inner()
	if duration == 0 {
		duration = took
	}
	t.w.now = max(t.w.now, begin+duration)
	t.record(name, flags, begin, t.w.now, args)
	return t
}

// defined caches function definitions, which are slow to read a million times.
var defined sync.Map

// asked is the key of the cache: a name, and whether its cells are wide.
type asked struct {
	name string
	wide bool
}

type readFunction struct {
	f *tracepb.Function
	l format.Layout
}

func definition(name string, wide bool) (*tracepb.Function, format.Layout) {
	if d, ok := defined.Load(asked{name, wide}); ok {
		return d.(readFunction).f, d.(readFunction).l
	}
	f := function(name)
	if f == nil {
		panic("tracetest: unknown function " + name)
	}
	if wide {
		widen(append(f.GetParameters(), f.GetResult()))
	}
	d := readFunction{f, format.LayoutOf(f)}
	defined.Store(asked{name, wide}, d)
	return d.f, d.l
}

// widen gives numbers of 32 bits cells of 64 bits.
func widen(parameters []*tracepb.Parameter) {
	wide := map[tracepb.Cell]tracepb.Cell{tracepb.Cell_CELL_INT: tracepb.Cell_CELL_LONG, tracepb.Cell_CELL_UINT: tracepb.Cell_CELL_ULONG}
	for _, p := range parameters {
		if cell, ok := wide[p.GetCell()]; ok {
			p.Cell = cell
		}
	}
}

func (t *Thread) record(name string, flags tracepb.CallFlag, begin, end time.Duration, args []any) {
	f, layout := definition(name, t.w.o.Wide)
	if t.w.o.Untimed && strings.HasPrefix(name, "egl") {
		flags |= tracepb.CallFlag_FLAG_TIMED
	}
	c := &format.Call{Layout: layout, Start: t.w.ticks(begin), End: t.w.ticks(end), Flags: flags, Cells: make([]uint64, len(layout))}
	t.arguments(f, c, args)
	c.Function = t.w.id(f)
	if t.open && (t.batch.Len() >= t.w.o.PerBatch || !t.batch.Fits(c.Function)) {
		t.Flush()
	}
	if !t.open {
		t.batch.Begin(format.Head{Thread: t.number, Sequence: t.sequence, First: t.first, Dropped: t.dropped, Uncaptured: t.uncaptured, Context: t.context, Start: c.Start}, t.w.o.Untimed)
		t.open = true
	}
	must(t.batch.Add(c))
	t.w.calls++
}

func (t *Thread) arguments(f *tracepb.Function, c *format.Call, args []any) {
	params := f.GetParameters()
	if f.Result != nil && len(args) == len(params) {
		args = append(args[:len(args):len(args)], Returns(0))
	}
	if len(args) != len(params) && (f.Result == nil || len(args) != len(params)+1) {
		panic(fmt.Sprintf("tracetest: %s has %d parameters", f.GetName(), len(params)))
	}
	for i, v := range args {
		p := f.Result
		if i < len(params) {
			p = params[i]
		} else {
			v = v.(Result).Value
		}
		c.Cells[i] = bits(p, v)
		if d, ok := v.(Data); ok {
			t.capture(c, i, d)
		}
	}
}

func (t *Thread) capture(c *format.Call, param int, d Data) {
	c.Flags |= tracepb.CallFlag_FLAG_CAPTURES
	one := format.Capture{Param: param, Kind: d.Capture}
	if d.Capture == tracepb.Capture_CAPTURE_DATA {
		one.Size, one.Payloads = uint64(len(d.Bytes)), t.w.payloads(d.Bytes)
	}
	if d.Capture == tracepb.Capture_CAPTURE_UNKNOWN || d.Capture == tracepb.Capture_CAPTURE_NO_ROOM {
		t.uncaptured++
	}
	c.Captures = append(c.Captures, one)
}

// Flush ends the open batch.
func (t *Thread) Flush() {
	if !t.open {
		return
	}
	t.w.define(&t.batch)
	must(t.w.chunks.Write(chunkOf(t.number, t.batch.Body())))
	t.sequence, t.first, t.open = t.sequence+1, t.first+uint64(t.batch.Len()), false
}
