package file

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/gleslayergen/gleslayergen/trace/chunk"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

const (
	maxPayload  = 64 << 10  // bytes of content
	maxTogether = 256 << 20 // of contents put together
)

// payload notes where the content with an id is.
func (x *index) payload(body []byte, at reference) error {
	id, content, err := parsePayload(body)
	if err != nil {
		return err
	}
	if _, ok := x.payloads[id]; ok {
		return nil
	}
	if len(content) > maxPayload {
		return fmt.Errorf("a payload of more than %d bytes", maxPayload)
	}
	x.payloads[id] = at
	x.totals.Payloads++
	return x.keep(64)
}

// parsePayload reads a message Payload; content stays in body.
func parsePayload(body []byte) (id uint64, content []byte, err error) {
	for len(body) > 0 {
		n, typ, size := protowire.ConsumeTag(body)
		if size < 0 {
			return 0, nil, protowire.ParseError(size)
		}
		value := body[size:]
		if size = protowire.ConsumeFieldValue(n, typ, value); size < 0 {
			return 0, nil, protowire.ParseError(size)
		}
		switch {
		case n == 1 && typ == protowire.VarintType:
			id, _ = protowire.ConsumeVarint(value)
		case n == 2 && typ == protowire.BytesType:
			content, _ = protowire.ConsumeBytes(value)
		}
		body = value[size:]
	}
	if id == 0 {
		return 0, nil, errors.New("a payload without a number")
	}
	return id, content, nil
}

// Payload is the content of payloads, put together: what a Data leads to.
func (f *File) Payload(ids []uint64) ([]byte, error) {
	if len(ids) > maxTogether/maxPayload {
		return nil, fmt.Errorf("data in %d pieces is too much at once", len(ids))
	}
	var out []byte
	for _, id := range ids {
		f.mu.RLock()
		at, ok := f.x.payloads[id]
		f.mu.RUnlock()
		if !ok {
			return nil, fmt.Errorf("payload %d is not in the recording", id)
		}
		c, err := chunk.ReadAt(f.r, at.offset, at.size)
		if err != nil {
			return nil, err
		}
		got, content, err := parsePayload(c.Body)
		if err != nil || got != id || c.Type != tracepb.ChunkType_CHUNK_PAYLOAD {
			return nil, fmt.Errorf("payload %d is not where it was", id)
		}
		if len(ids) == 1 {
			return content, nil
		}
		out = append(out, content...)
	}
	return out, nil
}
