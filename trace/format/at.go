package format

import (
	"fmt"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// ReadAt reads again one chunk of size bytes, header included, that a Reader found at offset. The caller owns
// the body.
func ReadAt(r io.ReaderAt, offset, size int64) (Chunk, error) {
	return new(Memory).ReadAt(r, offset, size)
}

// Memory is memory for a chunk, which is used again for the next one. The zero value is ready to use.
type Memory struct{ encoded, decoded []byte }

// NewMemory returns memory for chunks with up to size bytes, decoded. The decoder is faster if it may write beyond its result.
func NewMemory(size int) *Memory {
	const beyond = 4 << 10
	return &Memory{decoded: make([]byte, 0, size+beyond)}
}

// Size returns the size of the memory in bytes.
func (m *Memory) Size() int { return cap(m.encoded) + cap(m.decoded) }

// ReadAt is like the function ReadAt, but the body is valid until the next call.
func (m *Memory) ReadAt(r io.ReaderAt, offset, size int64) (Chunk, error) {
	wrong := func(why string) (Chunk, error) {
		return Chunk{}, &Damaged{Offset: offset, Size: size, Why: why}
	}
	if size < HeaderSize || size > HeaderSize+MaxBody {
		return wrong(fmt.Sprintf("has an invalid size of %d bytes", size))
	}
	if int64(cap(m.encoded)) < size {
		m.encoded = make([]byte, size)
	}
	b := m.encoded[:size]
	if _, err := r.ReadAt(b, offset); err != nil {
		if err == io.EOF {
			err = ErrCut
		}
		return Chunk{}, err
	}
	h, body := parseHeader(b), b[HeaderSize:]
	if !h.possible() || int64(h.length) != size-HeaderSize || checksum(b, body) != h.sum {
		return wrong("changed after it was first read")
	}
	c := Chunk{Type: tracepb.ChunkType(h.typ), Thread: h.thread, Body: body}
	if h.codec == plain {
		return c, nil
	}
	var err error
	if c.Body, err = open(h.codec, body, m.decoded); err != nil {
		return wrong(err.Error())
	}
	m.decoded = c.Body
	return c, nil
}
