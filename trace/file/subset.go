package file

import (
	"cmp"
	"context"
	"io"
	"math"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Subset is a part of a recording.
type Subset struct {
	Calls   Set            // indices of its calls
	Changes map[int]Change // by call
}

// Change has new values of some arguments of a call, by the names of the parameters.
type Change struct {
	Args map[string]uint64
	Data map[string][]byte // what pointers refer to; nil for a null pointer
}

// SubsetStats describes a recording that WriteSubset wrote.
type SubsetStats struct {
	Calls    int
	Payloads int
	Bytes    int64
}

// WriteSubset writes a compressed recording with some of the calls. Times, threads, contexts, options and what the recording lacks
// stay; calls and batches have new numbers. Only payloads that the calls refer to are written.
func (f *File) WriteSubset(ctx context.Context, to io.Writer, s Subset) (SubsetStats, error) {
	out, err := format.NewWriter(to, format.Small)
	if err != nil {
		return SubsetStats{}, err
	}
	w := &subsetWriter{f: f, s: &s, out: out, p: newCompressor(out), threads: map[uint32]*subsetThread{}, payloads: map[uint64]bool{}}
	w.named, w.gaps = f.byNumber()
	if err := w.begin(); err != nil {
		return SubsetStats{}, err
	}
	if err := w.calls(ctx); err != nil {
		return SubsetStats{}, err
	}
	err = w.end()
	return SubsetStats{w.p.stats.Calls, len(w.payloads), out.Size()}, err
}

// subsetWriter writes a part of a recording.
type subsetWriter struct {
	f        *File
	s        *Subset
	out      *format.Writer
	p        *compressor
	threads  map[uint32]*subsetThread
	order    []*subsetThread
	payloads map[uint64]bool
	added    uint64 // payloads with the data of changes
	named    map[uint32]Thread
	gaps     map[uint32][]Gap // by thread: those that are not written yet
}

// byNumber returns the threads and the gaps of each thread, by its number.
func (f *File) byNumber() (map[uint32]Thread, map[uint32][]Gap) {
	threads, gaps := map[uint32]Thread{}, map[uint32][]Gap{}
	for _, t := range f.Threads() {
		threads[t.Number] = t
	}
	for _, g := range f.Gaps() {
		gaps[g.Thread] = append(gaps[g.Thread], g)
	}
	return threads, gaps
}

// subsetThread has the selected calls of a thread's batch, and the position of the next batch.
type subsetThread struct {
	number     uint32
	c          *content
	list       []int          // indices in c
	changes    map[int]Change // by index in c
	next       format.Position
	uncaptured uint64
}

// begin writes what precedes the calls.
func (w *subsetWriter) begin() error {
	if err := w.out.Message(tracepb.ChunkType_CHUNK_HELLO, 0, w.f.Hello()); err != nil {
		return err
	}
	clock := locked(w.f, func(x *index) clock { return x.clock })
	for _, p := range clock.points[1:] {
		reading := &tracepb.Clock{Ticks: p.ticks, MonotonicNs: p.ns, BoottimeNs: p.boot, TicksPerSecond: clock.rate}
		if err := w.out.Message(tracepb.ChunkType_CHUNK_CLOCK, 0, reading); err != nil {
			return err
		}
	}
	if damaged := w.f.Totals().Damaged; damaged > 0 {
		if err := w.out.Message(tracepb.ChunkType_CHUNK_DAMAGED, 0, damage(damaged)); err != nil {
			return err
		}
	}
	omitted := locked(w.f, func(x *index) *tracepb.Options { return proto.CloneOf(x.omitted) })
	for _, o := range []*tracepb.Options{omitted, w.f.Options()} { // first each option that was ever on, then the last options
		if err := w.out.Message(tracepb.ChunkType_CHUNK_OPTIONS, 0, o); err != nil {
			return err
		}
	}
	return nil
}

// damage returns the message about damaged chunks.
func damage(chunks int) *tracepb.Damaged {
	return &tracepb.Damaged{Chunks: uint32(min(chunks, math.MaxUint32))}
}

// calls writes the selected calls. It decodes only batches that have some.
func (w *subsetWriter) calls(ctx context.Context) error {
	for i := 0; ctx.Err() == nil; {
		p, ok := w.f.piece(i, w.f.Len())
		if !ok {
			break
		}
		if err := w.piece(&p); err != nil {
			return err
		}
		i = p.to
	}
	for _, t := range w.order {
		if err := w.flush(t); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// piece selects the calls of a piece of a batch.
func (w *subsetWriter) piece(p *piece) error {
	var t *subsetThread
	for i := p.from; i < p.to; i++ {
		if !w.s.Calls.Has(uint32(i)) {
			continue
		}
		if t == nil {
			var err error
			if t, err = w.thread(p); err != nil {
				return err
			}
		}
		at := t.c.order.call(p.place + i - p.from)
		t.list = append(t.list, at)
		if change, ok := w.s.Changes[i]; ok {
			t.changes[at] = change
		}
	}
	return nil
}

// thread returns the thread of a piece, prepared for its batch.
func (w *subsetWriter) thread(p *piece) (*subsetThread, error) {
	c, err := w.f.content(&p.batch)
	if err != nil {
		return nil, err
	}
	t := w.threads[p.thread]
	if t == nil {
		t = &subsetThread{number: p.thread, changes: map[int]Change{}}
		w.threads[p.thread], w.order = t, append(w.order, t)
		if err := w.nameThread(p.thread); err != nil {
			return nil, err
		}
	}
	if t.c == nil || t.c.offset != c.offset {
		if err := w.flush(t); err != nil {
			return nil, err
		}
		t.c = c
		w.pass(t, p.from)
	}
	return t, nil
}

// pass adds the gaps of a thread up to a call to the position of its next batch.
func (w *subsetWriter) pass(t *subsetThread, call int) {
	list := w.gaps[t.number]
	for len(list) > 0 && list[0].Before <= call {
		t.next.Sequence += list[0].Batches
		t.next.First += list[0].Calls
		t.next.Dropped += list[0].Dropped
		list = list[1:]
	}
	w.gaps[t.number] = list
}

// nameThread writes the name of a thread.
func (w *subsetWriter) nameThread(number uint32) error {
	t := w.named[number]
	return w.out.Message(tracepb.ChunkType_CHUNK_THREAD, number, &tracepb.Thread{Number: number, Tid: t.Tid, Name: t.Name})
}

// end writes pending batches and the end.
func (w *subsetWriter) end() error {
	if err := w.p.flush(); err != nil {
		return err
	}
	end := &tracepb.End{Calls: uint64(w.p.stats.Calls), Dropped: w.f.Totals().Dropped, Reason: "disconnected"}
	if whole := w.f.End(); whole != nil {
		end.Reason = cmp.Or(whole.Reason, "stopped")
	}
	for _, list := range w.gaps { // of threads without later calls, which could show the gap
		for _, g := range list {
			end.Dropped += g.Calls - g.Dropped
		}
	}
	for _, t := range w.order {
		end.Uncaptured += t.uncaptured
	}
	return w.out.Message(tracepb.ChunkType_CHUNK_END, 0, end)
}
