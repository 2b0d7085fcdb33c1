package file

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Limits of a compressed batch. Reading one call requires decoding its whole batch.
const (
	maxCalls = 16 << 10
	maxBytes = 2 << 20
)

// Limits of the memory in use. A small malicious file may decompress to any number of functions, and have any
// number of threads with pending batches.
const (
	maxDefined = 32 << 20 // bytes of definitions; all functions of EGL and OpenGL ES take less than half a million
	maxWaiting = 64 << 20 // bytes of pending batches
)

// errFunctions is the error for a recording that defines far more functions than EGL and OpenGL ES have.
var errFunctions = fmt.Errorf("invalid recording: its function definitions exceed %d bytes", maxDefined)

// compressor writes the chunks of a recording in compressed form and merges small batches of a thread.
type compressor struct {
	w         *format.Joiner
	functions map[uint32]*definition
	threads   map[uint32]*pendingBatch
	order     []*pendingBatch // threads that had a pending batch since the last flush
	defined   int             // bytes of function definitions
	waiting   int             // bytes of pending batches
	stats     CompressStats
}

// CompressStats has the counts of what was compressed.
type CompressStats struct {
	Calls  int
	Before int // number of batches
	After  int
	Bad    int // number of inconsistent batches and groups of payloads, which were omitted
}

// definition is a function that the recording defines.
type definition struct {
	*tracepb.Function
	layout  format.Layout
	written bool
}

// newCompressor returns a compressor that writes to w.
func newCompressor(w *format.Writer) *compressor {
	return &compressor{w: format.NewJoiner(w), functions: map[uint32]*definition{}, threads: map[uint32]*pendingBatch{}}
}

// add adds the next chunk. A batch stays pending until it is large enough, or until flush.
func (p *compressor) add(c format.Chunk) error {
	switch c.Type {
	case tracepb.ChunkType_CHUNK_BATCH:
		return p.batch(c)
	case tracepb.ChunkType_CHUNK_PAYLOADS:
		return p.payloads(c)
	case tracepb.ChunkType_CHUNK_OPTIONS, tracepb.ChunkType_CHUNK_END: // chunks that precede this one must stay in front of it
		if err := p.flush(); err != nil {
			return err
		}
	}
	return p.w.Write(c)
}

// flush writes all pending batches and payloads.
func (p *compressor) flush() error {
	for _, t := range p.order {
		if err := p.write(t); err != nil {
			return err
		}
		t.waits = false
	}
	p.order = p.order[:0]
	return p.w.Flush()
}

// batch adds a batch. It omits an inconsistent batch; the call numbers then show a gap.
func (p *compressor) batch(c format.Chunk) error {
	b, err := format.Parse(c.Body)
	if err != nil || b.Thread != c.Thread {
		p.stats.Bad++
		return nil
	}
	good, err := p.define(b)
	if err != nil {
		return err
	}
	layouts, known := p.layouts(b)
	if !good || !known {
		p.stats.Bad++
		return nil
	}
	calls, err := b.Decode(layouts)
	if err != nil {
		p.stats.Bad++
		return nil
	}
	if b.Count == 0 {
		return nil
	}
	p.stats.Before, p.stats.Calls = p.stats.Before+1, p.stats.Calls+b.Count
	return p.join(b, calls, layouts)
}

// define adds the functions that a batch defines, up to the first invalid one. A definition replaces an
// earlier one with the same ID; pending batches, which use the earlier one, are written first.
func (p *compressor) define(b *format.Batch) (good bool, err error) {
	for _, f := range b.Functions {
		layout, unsound := format.ValidLayout(f)
		if unsound != nil {
			return false, nil
		}
		old := p.functions[f.GetId()]
		if old != nil && proto.Equal(old.Function, f) {
			continue
		}
		if p.defined += proto.Size(f) + 1; p.defined > maxDefined {
			return false, errFunctions
		}
		if old != nil {
			err = p.flush()
		}
		if p.functions[f.GetId()] = (&definition{Function: f, layout: layout}); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (p *compressor) layouts(b *format.Batch) (layouts []format.Layout, known bool) {
	for _, id := range b.Used {
		f := p.functions[id]
		if f == nil {
			return nil, false
		}
		layouts = append(layouts, f.layout)
	}
	return layouts, true
}

// join appends a batch to the pending batch of its thread, or makes it the pending batch.
func (p *compressor) join(b *format.Batch, calls *format.Calls, layouts []format.Layout) error {
	t := p.threads[b.Thread]
	if t == nil {
		t = &pendingBatch{}
		p.threads[b.Thread] = t
	}
	if !t.canAppend(b, calls) {
		if err := p.write(t); err != nil {
			return err
		}
		t.begin(b, calls)
	}
	if !t.waits {
		t.waits = true
		p.order = append(p.order, t)
	}
	before := t.Size()
	if err := t.add(b, calls, layouts); err != nil {
		return err
	}
	if p.waiting += t.Size() - before; p.waiting > maxWaiting {
		return p.flush()
	}
	if t.Len() >= maxCalls || t.Size() >= maxBytes {
		return p.write(t)
	}
	return nil
}

// write writes the pending batch of a thread, if there is one.
func (p *compressor) write(t *pendingBatch) error {
	if t.Len() == 0 {
		return nil
	}
	p.waiting -= t.Size()
	for _, id := range t.Used() {
		f := p.functions[id]
		if f.written {
			continue
		}
		f.written = true
		if err := t.Define(f.Function); err != nil {
			return err
		}
	}
	p.stats.After++
	err := p.w.Write(format.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: t.Thread, Body: t.Body()})
	t.empty()
	return err
}
