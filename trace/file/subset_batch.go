package file

import (
	"math"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// flush adds the selected calls of a batch to the pending batch of the thread.
func (w *subsetWriter) flush(t *subsetThread) error {
	slices.Sort(t.list)
	for rest := t.list; len(rest) > 0; {
		n := t.c.together(rest)
		if err := w.batch(t, rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	t.list = t.list[:0]
	clear(t.changes)
	return nil
}

// together returns how many of the calls can be in a batch: without times, calls begin when the previous timed one ended.
func (c *content) together(list []int) int {
	now := c.calls.Starts[list[0]]
	for i, at := range list {
		switch {
		case c.calls.IsTimed(at):
			now = c.calls.Ends[at]
		case c.calls.Starts[at] != now:
			return max(i, 1)
		}
	}
	return len(list)
}

// batch adds calls of a batch.
func (w *subsetWriter) batch(t *subsetThread, list []int) error {
	b := &format.Batch{Head: t.c.head, Count: len(list)}
	for _, f := range t.c.used {
		b.Used = append(b.Used, uint32(f.ID))
		if w.p.functions[uint32(f.ID)] == nil {
			w.p.functions[uint32(f.ID)] = &definition{Function: f.message(uint32(f.ID)), layout: f.layout}
		}
	}
	calls := t.c.calls.Pick(list)
	for i, at := range list {
		if change, ok := t.changes[at]; ok {
			if err := w.change(t.c.used[calls.Function[i]], calls, i, &change); err != nil {
				return err
			}
		}
		if err := w.data(t, calls.Captures(i)); err != nil {
			return err
		}
	}
	b.Sequence, b.First, b.Dropped, b.Start = t.next.Sequence, t.next.First, t.next.Dropped, calls.Starts[0]
	b.Uncaptured = t.uncaptured
	t.next = t.next.After(b)
	w.p.stats.Calls += b.Count
	return w.p.join(b, calls, layouts(t.c.used))
}

// change changes arguments of call i of a function, and writes their new data.
func (w *subsetWriter) change(f *Function, calls *format.Calls, i int, change *Change) error {
	cells, captures := calls.Cells(i), calls.Captures(i)
	for n, p := range f.Params {
		if value, ok := change.Args[p.Name]; ok {
			cells[n] = value
		}
		data, ok := change.Data[p.Name]
		at := slices.IndexFunc(captures, func(c format.Capture) bool { return c.Param == n })
		switch {
		case !ok || at < 0:
			continue
		case data == nil:
			cells[n], captures[at] = 0, format.Capture{Param: n, Kind: tracepb.Capture_CAPTURE_NULL}
			continue
		}
		w.added++
		id := math.MaxUint64 - w.added // recorders count from 1
		captures[at] = format.Capture{Param: n, Kind: tracepb.Capture_CAPTURE_DATA, Size: uint64(len(data)), Payloads: []uint64{id}}
		if err := w.newPayload(id, data); err != nil {
			return err
		}
	}
	return nil
}

// data writes the payloads of a call that are not written yet, and counts missing data.
func (w *subsetWriter) data(t *subsetThread, captures []format.Capture) error {
	for _, c := range captures {
		if isUncaptured(c.Kind) || c.Kind == tracepb.Capture_CAPTURE_LOST {
			t.uncaptured++
		}
		for _, id := range c.Payloads {
			if err := w.payload(id); err != nil {
				return err
			}
		}
	}
	return nil
}

// payload writes a payload, unless it is written or missing.
func (w *subsetWriter) payload(id uint64) error {
	at, err := w.f.placeOf(id)
	if err != nil || w.payloads[id] {
		return nil
	}
	content, err := w.f.payload(id, at)
	if err != nil {
		return err
	}
	return w.newPayload(id, content)
}

// newPayload writes a payload.
func (w *subsetWriter) newPayload(id uint64, content []byte) error {
	w.payloads[id] = true
	body, err := proto.Marshal(&tracepb.Payload{Id: id, Content: content})
	if err != nil {
		return err
	}
	return w.p.w.Write(format.Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOAD, Body: body})
}
