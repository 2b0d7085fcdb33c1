package apitrace

import (
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/s2"

	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
)

// chunkSize is the size in bytes of a chunk before compression.
const chunkSize = 1 << 20

// container writes a trace as chunks, each with its compressed size first.
type container struct {
	w      io.Writer
	data   []byte // not yet written
	packed []byte
	err    error
}

func newContainer(w io.Writer) *container {
	c := &container{w: w, data: make([]byte, 0, chunkSize)}
	_, c.err = io.WriteString(w, events.Magic)
	return c
}

// write adds bytes to the trace. After an error it does nothing.
func (c *container) write(p []byte) {
	for len(p) > 0 && c.err == nil {
		n := min(len(p), chunkSize-len(c.data))
		c.data, p = append(c.data, p[:n]...), p[n:]
		if len(c.data) == chunkSize {
			c.flush()
		}
	}
}

func (c *container) writeByte(b byte) {
	if c.data = append(c.data, b); len(c.data) == chunkSize {
		c.flush()
	}
}

// flush writes the open chunk, and returns the first error.
func (c *container) flush() error {
	if len(c.data) == 0 || c.err != nil {
		return c.err
	}
	c.packed = s2.EncodeSnappy(c.packed[:cap(c.packed)], c.data)
	c.data = c.data[:0]
	var size [4]byte
	binary.LittleEndian.PutUint32(size[:], uint32(len(c.packed)))
	if _, c.err = c.w.Write(size[:]); c.err == nil {
		_, c.err = c.w.Write(c.packed)
	}
	return c.err
}
