package file

import (
	"errors"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// How large batches get. Whoever wants one call has to read all of its batch.
const (
	maxCalls = 16 << 10
	maxBytes = 2 << 20
)

// What is held in memory at most: few bytes of a file may open to any number of functions, and of threads whose batches wait.
const (
	maxDefined = 32 << 20 // bytes of definitions; those of all functions there are take half of one million
	maxWaiting = 64 << 20 // bytes of batches that wait
)

// errFunctions is of a recording that defines far more functions than there are.
var errFunctions = errors.New("invalid recording: too many function definitions")

// compressor takes the chunks of a recording, and writes them packed.
type compressor struct {
	w         *format.Writer
	functions map[uint32]*definition
	threads   map[uint32]*pendingBatch
	order     []*pendingBatch // those that had a batch waiting since the last flush
	defined   int             // bytes of functions
	waiting   int             // and of batches
	stats     CompressStats
}

// CompressStats say what was packed.
type CompressStats struct {
	Calls  int
	Before int // batches
	After  int
	Bad    int // batches that were left out, as they do not make sense
}

// function is what is known of a function.
type definition struct {
	*tracepb.Function
	layout  format.Layout
	written bool
}

// newCompressor packs into a recording that has been begun.
func newCompressor(w *format.Writer) *compressor {
	return &compressor{w: w, functions: map[uint32]*definition{}, threads: map[uint32]*pendingBatch{}}
}

// add takes the next chunk. Batches wait until they are large enough, or for flush.
func (p *compressor) add(c format.Chunk) error {
	switch c.Type {
	case tracepb.ChunkType_CHUNK_BATCH:
		return p.batch(c)
	case tracepb.ChunkType_CHUNK_OPTIONS, tracepb.ChunkType_CHUNK_END: // what is before has to stay before
		if err := p.flush(); err != nil {
			return err
		}
	}
	return p.w.Write(c)
}

// flush writes all batches that wait.
func (p *compressor) flush() error {
	for _, t := range p.order {
		if err := p.write(t); err != nil {
			return err
		}
		t.waits = false
	}
	p.order = p.order[:0]
	return nil
}

// batch takes a batch. One that does not make sense is left out; its calls are missed by their numbers then.
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

// define takes the functions that a batch defines, up to one that does not make sense. One with the number of another takes its
// place, which batches that wait must not see.
func (p *compressor) define(b *format.Batch) (good bool, err error) {
	for _, f := range b.Functions {
		layout, unsound := format.Defined(f)
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

// join puts a batch behind those of its thread that wait, or lets it wait alone.
func (p *compressor) join(b *format.Batch, calls *format.Calls, layouts []format.Layout) error {
	t := p.threads[b.Thread]
	if t == nil {
		t = &pendingBatch{}
		p.threads[b.Thread] = t
	}
	if !t.takes(b, calls) {
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

// write writes the batch of a thread, if one waits.
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
