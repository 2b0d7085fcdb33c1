package file

import (
	"iter"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// CallReader reads calls like [File.Calls], but uses the memory of calls and batches again: it is faster for calls that are read once
// and in order.
type CallReader struct {
	f       *File
	caches  bool
	call    Call
	memory  callMemory
	batches map[uint32]*lastBatch // by thread
}

// lastBatch is the last batch of a thread.
type lastBatch struct {
	content content
	memory  format.Memory
}

// Limits of the memory of a CallReader: the number of threads whose batches it decodes itself, and the size of one with its memory in bytes. Other
// batches are cached, as those of [File.Calls] are.
const (
	maxReaders   = 8
	maxReadBatch = 8 << 20
)

// NewCallReader returns a reader of the calls of the recording. If caches is true, it caches the batches: the calls are read several
// times.
func (f *File) NewCallReader(caches bool) *CallReader {
	return &CallReader{f: f, caches: caches, batches: map[uint32]*lastBatch{}}
}

// Calls returns an iterator over the existing calls in [from, to). A call is valid until the next one; [Call.Clone] copies it. Iteration
// ends after the first error.
func (r *CallReader) Calls(from, to int) iter.Seq2[*Call, error] {
	return func(yield func(*Call, error) bool) {
		for i := max(from, 0); i < to; {
			p, ok := r.f.piece(i, to)
			if !ok {
				return
			}
			c, err := r.content(&p)
			if err != nil {
				yield(nil, err)
				return
			}
			for n := range p.to - p.from {
				r.memory.values, r.memory.data = r.memory.values[:0], r.memory.data[:0]
				p.fill(&r.call, c, n, &r.memory)
				if !yield(&r.call, nil) {
					return
				}
			}
			i = p.to
		}
	}
}

// content returns the decoded batch of a piece.
func (r *CallReader) content(p *piece) (*content, error) {
	b := &p.batch
	one := r.batches[p.thread]
	if one != nil && one.content.offset == b.offset {
		return &one.content, nil
	}
	if cached, ok := r.f.batches.get(b.offset); ok {
		return cached, nil
	}
	if r.caches || b.count > largeBatch || one == nil && len(r.batches) == maxReaders {
		return r.f.content(b)
	}
	if one == nil {
		one = &lastBatch{content: content{calls: &format.Calls{}}}
	}
	delete(r.batches, p.thread) // until the batch is decoded, and is not too large
	if err := r.f.decode(&one.content, b, &one.memory); err != nil {
		return nil, err
	}
	if size := one.content.calls.Size() + one.memory.Size(); size > maxReadBatch {
		r.f.batches.add(b.offset, &one.content, size, maxCached)
	} else {
		r.batches[p.thread] = one
	}
	return &one.content, nil
}
