package file

import (
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// maxCached is the maximum size in bytes of the decoded batches in the cache.
const maxCached = 64 << 20

// largeBatch is a number of calls that no batch of a recorder or of "trace compress" has. Decoded, a batch can have 100 MB.
const largeBatch = 1 << 16

// content is a decoded batch.
type content struct {
	offset int64
	head   format.Head
	used   []*Function
	calls  *format.Calls
	order  order
}

// content returns the decoded batch, from the cache or the file.
func (f *File) content(b *batch) (*content, error) {
	if one, ok := f.batches.get(b.offset); ok {
		return one, nil
	}
	if b.count > largeBatch { // one at a time, and by one of the goroutines that need it
		f.large.Lock()
		defer f.large.Unlock()
		if one, ok := f.batches.get(b.offset); ok {
			return one, nil
		}
	}
	one := &content{calls: &format.Calls{}}
	if err := f.decode(one, b, &format.Memory{}); err != nil {
		return nil, err
	}
	f.batches.add(b.offset, one, one.calls.Size(), maxCached)
	return one, nil
}

// decode decodes a batch into the memory of calls and of a chunk that are not needed any more.
func (f *File) decode(to *content, b *batch, m *format.Memory) error {
	parsed, err := f.parse(b, m)
	if err != nil {
		return err
	}
	f.mu.RLock()
	used, err := f.x.functions.used(parsed.Used, b.offset)
	f.mu.RUnlock()
	if err != nil {
		return b.damaged(err)
	}
	if err := parsed.DecodeInto(to.calls, layouts(used)); err != nil {
		return b.damaged(err)
	}
	f.markLost(to.calls)
	*to = content{b.offset, parsed.Head, used, to.calls, orderOf(to.calls, b.floor)}
	return nil
}

func (b *batch) damaged(err error) error {
	return &format.Damaged{Offset: b.offset, Size: int64(b.size), Why: "has " + err.Error()}
}

// sequence has the calls of a batch in the order in which they began.
type sequence struct {
	keys      []uint64 // ticks at which they began, in ascending order
	functions []byte   // indices in used
	used      []*Function
}

// sequence reads the sequence of a batch while the index is locked.
func (f *File) sequence(b *batch) (*sequence, error) {
	parsed, err := f.parse(b, &format.Memory{})
	if err != nil {
		return nil, err
	}
	used, err := f.x.functions.used(parsed.Used, b.offset)
	if err != nil {
		return nil, err
	}
	calls, err := parsed.Times()
	if err != nil {
		return nil, err
	}
	o := orderOf(calls, b.floor)
	s := &sequence{o.keys, calls.Function, used}
	if o.at != nil {
		s.functions = make([]byte, len(o.at))
		for place, call := range o.at {
			s.functions[place] = calls.Function[call]
		}
	}
	return s, nil
}

// parse reads the chunk of a batch again, into the memory.
func (f *File) parse(b *batch, m *format.Memory) (*format.Batch, error) {
	c, err := m.ReadAt(f.r, b.offset, int64(b.size))
	if err != nil {
		return nil, err
	}
	parsed, err := format.Parse(c.Body)
	if err == nil && (parsed.Count != int(b.count) || c.Type != tracepb.ChunkType_CHUNK_BATCH) {
		err = fmt.Errorf("the batch at byte %d changed after it was first read", b.offset)
	}
	return parsed, err
}
