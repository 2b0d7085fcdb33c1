package format

import (
	"fmt"
	"io"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Writer writes a recording chunk by chunk, each with a single write: a concurrent reader never sees part of
// a header.
type Writer struct {
	w       io.Writer
	packing Packing
	size    int64
	buf     []byte
	zbuf    []byte
}

// NewWriter starts a recording. It stores a body uncompressed if compression does not make it smaller.
func NewWriter(w io.Writer, packing Packing) (*Writer, error) {
	n, err := io.WriteString(w, Magic)
	return &Writer{w: w, packing: packing, size: int64(n)}, err
}

// Size returns the number of bytes written.
func (w *Writer) Size() int64 { return w.size }

// Write writes one chunk.
func (w *Writer) Write(c Chunk) error {
	if len(c.Body) > MaxBody {
		return fmt.Errorf("chunk of %d bytes exceeds the limit of 64 MiB", len(c.Body))
	}
	how, body := plain, c.Body
	if w.packing != Unpacked {
		codec, small, err := squeeze(w.packing, c, w.zbuf)
		if err != nil {
			return err
		}
		if w.zbuf = small; len(small) < len(body) {
			how, body = codec, small
		}
	}
	w.buf = append(append(w.buf[:0], make([]byte, HeaderSize)...), body...)
	header{typ: uint8(c.Type), codec: how, thread: c.Thread}.encode(w.buf, body)
	n, err := w.w.Write(w.buf)
	w.size += int64(n)
	return err
}

// Message writes a chunk with a message.
func (w *Writer) Message(t tracepb.ChunkType, thread uint32, m proto.Message) error {
	body, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		return err
	}
	return w.Write(Chunk{Type: t, Thread: thread, Body: body})
}
