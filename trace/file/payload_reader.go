package file

import (
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// PayloadReader reads large payloads that are needed once. It does not cache them, but uses its memory again.
type PayloadReader struct {
	f          *File
	memory     []*format.Memory // of each payload
	difference format.Difference
}

// maxMemory is the number of payloads that a PayloadReader has memory for. It reads more as the File does.
const maxMemory = 64

// NewPayloadReader returns a reader of payloads of the recording.
func (f *File) NewPayloadReader() *PayloadReader { return &PayloadReader{f: f} }

// Payloads is like File.Payloads, but the result is valid until the next call.
func (r *PayloadReader) Payloads(ids []uint64) ([][]byte, error) {
	n := 0
	return r.f.payloadsBy(ids, func(id uint64, at reference) ([]byte, error) {
		if n++; n > maxMemory {
			return r.f.payload(id, at)
		}
		return r.payload(r.memoryOf(n-1), id, at)
	})
}

func (r *PayloadReader) payload(m *format.Memory, id uint64, at reference) ([]byte, error) {
	content, d, err := r.stored(m, id, at)
	if d != nil {
		return r.f.payload(id, at)
	}
	return content, err
}

// Stored returns a payload as it is stored: its content, or the difference to an earlier one. The result is valid until the next call.
func (r *PayloadReader) Stored(id uint64) (content []byte, d *format.Difference, err error) {
	at, err := r.f.placeOf(id)
	if err != nil {
		return nil, nil, err
	}
	return r.stored(r.memoryOf(0), id, at)
}

func (r *PayloadReader) stored(m *format.Memory, id uint64, at reference) ([]byte, *format.Difference, error) {
	if all, ok := r.f.contents.get(at.offset); ok {
		if content, ok := all.find(id); ok {
			return content, nil, nil
		}
	}
	c, err := m.ReadAt(r.f.r, at.offset, at.size)
	if err != nil {
		return nil, nil, err
	}
	found, content := id, []byte(nil)
	switch c.Type {
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		found, content, err = format.Payload(c.Body)
	case tracepb.ChunkType_CHUNK_DIFFERENCE:
		r.difference, err = format.ParseDifference(c.Body)
		found = r.difference.ID
	default: // several small ones, which are read together
		content, err = r.f.payload(id, at)
		return content, nil, err
	}
	switch {
	case err != nil || found != id:
		return nil, nil, changedPayload(id)
	case c.Type == tracepb.ChunkType_CHUNK_DIFFERENCE:
		return nil, &r.difference, nil
	}
	return content, nil, nil
}

// maxKept is the maximum size in bytes of the memory of a payload that is used again. A hostile recording can make it larger.
const maxKept = 1 << 20

// memoryOf returns the memory of the payload with an index.
func (r *PayloadReader) memoryOf(i int) *format.Memory {
	if i == len(r.memory) {
		r.memory = append(r.memory, nil)
	}
	if r.memory[i] == nil || r.memory[i].Size() > maxKept {
		r.memory[i] = format.NewMemory(2 * format.MaxPayload)
	}
	return r.memory[i]
}
