package file

import (
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// PayloadReader reads large payloads that are needed once. It does not cache them, but uses its memory again.
type PayloadReader struct {
	f      *File
	memory []*format.Memory // of each payload
}

// maxMemory is the number of payloads that a PayloadReader has memory for. It reads more as the File does.
const maxMemory = 64

// NewPayloadReader returns a reader of payloads of the recording.
func (f *File) NewPayloadReader() *PayloadReader { return &PayloadReader{f: f} }

// Payloads is like File.Payloads, but the result is valid until the next call.
func (r *PayloadReader) Payloads(ids []uint64) ([][]byte, error) {
	n := 0
	return r.f.payloadsBy(ids, func(id uint64, at reference) ([]byte, error) {
		switch n++; {
		case n > maxMemory:
			return r.f.payload(id, at)
		case n > len(r.memory):
			r.memory = append(r.memory, format.NewMemory(2*format.MaxPayload))
		}
		return r.payload(r.memory[n-1], id, at)
	})
}

func (r *PayloadReader) payload(m *format.Memory, id uint64, at reference) ([]byte, error) {
	if all, ok := r.f.contents.get(at.offset); ok {
		if content, ok := all[id]; ok {
			return content, nil
		}
	}
	c, err := m.ReadAt(r.f.r, at.offset, at.size)
	switch {
	case err != nil:
		return nil, err
	case c.Type != tracepb.ChunkType_CHUNK_PAYLOAD: // several small ones, which are read together
		return r.f.payload(id, at)
	}
	found, content, err := format.Payload(c.Body)
	if err != nil || found != id {
		return nil, changedPayload(id)
	}
	return content, nil
}
