package format

import "github.com/gleslayergen/gleslayergen/trace/format/tracepb"

// maxSmallPayload is the maximum size in bytes of an encoded payload that shares a chunk with others. Alone, the header and
// the compression of a small payload cost more than its content.
const maxSmallPayload = 4 << 10

// Joiner writes the chunks of a recording. It joins small payloads, and writes the difference of a large one to a similar one. The order
// of payloads does not change: the index is smaller if their IDs ascend.
type Joiner struct {
	*Writer
	pending []byte // encoded payloads
	similar similar
}

// NewJoiner returns a joiner that writes to w.
func NewJoiner(w *Writer) *Joiner { return &Joiner{Writer: w} }

// Write writes one chunk. A small payload stays pending until the next chunk of another kind.
func (j *Joiner) Write(c Chunk) error {
	c = j.shortened(c)
	small := c.Type == tracepb.ChunkType_CHUNK_PAYLOAD && len(c.Body) <= maxSmallPayload
	const overhead = 16 // bytes, at least those of a tag and a size
	if !small || len(j.pending)+len(c.Body)+overhead > MaxPayloads {
		if err := j.Flush(); err != nil {
			return err
		}
	}
	if !small {
		return j.Writer.Write(c)
	}
	j.pending = AppendPayloads(j.pending, c.Body)
	return nil
}

// shortened returns the chunk of a difference in place of that of a large payload, if there is a similar one.
func (j *Joiner) shortened(c Chunk) Chunk {
	switch c.Type {
	case tracepb.ChunkType_CHUNK_DIFFERENCE:
		j.similar.off = true
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		id, content, err := Payload(c.Body)
		if err != nil || !j.similar.isNew(id) || len(c.Body) <= maxSmallPayload {
			return c
		}
		if body := j.similar.difference(id, content); body != nil {
			return Chunk{Type: tracepb.ChunkType_CHUNK_DIFFERENCE, Thread: c.Thread, Body: body}
		}
	}
	return c
}

// Flush writes the pending payloads.
func (j *Joiner) Flush() error {
	if len(j.pending) == 0 {
		return nil
	}
	err := j.Writer.Write(Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOADS, Body: j.pending})
	j.pending = j.pending[:0]
	return err
}
