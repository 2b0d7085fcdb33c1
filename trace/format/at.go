package format

import (
	"fmt"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// ReadAt reads again one chunk of size bytes, header included, that a Reader found at offset. The caller owns
// the body.
func ReadAt(r io.ReaderAt, offset, size int64) (Chunk, error) {
	wrong := func(why string) (Chunk, error) {
		return Chunk{}, &Damaged{Offset: offset, Size: size, Why: why}
	}
	if size < HeaderSize || size > HeaderSize+MaxBody {
		return wrong(fmt.Sprintf("has an invalid size of %d bytes", size))
	}
	b := make([]byte, size)
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
	if c.Body, err = open(h.codec, body, nil); err != nil {
		return wrong(err.Error())
	}
	return c, nil
}
