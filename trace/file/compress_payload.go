package file

import (
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// maxSmallPayload is the maximum size in bytes of an encoded payload that shares a chunk with others. Alone, the header and
// the compression of a small payload cost more than its content.
const maxSmallPayload = 4 << 10

// payload adds a payload. A small one stays pending. The order of payloads does not change: the index is smaller if their IDs
// ascend.
func (p *compressor) payload(c format.Chunk) error {
	if small := len(c.Body) <= maxSmallPayload; !small || len(p.payloads)+len(c.Body)+16 > format.MaxPayloads {
		if err := p.writePayloads(); err != nil {
			return err
		}
		if !small {
			return p.w.Write(c)
		}
	}
	p.payloads = format.AppendPayloads(p.payloads, c.Body)
	return nil
}

// payloadGroup adds the payloads of a chunk with several.
func (p *compressor) payloadGroup(c format.Chunk) error {
	for one, err := range format.Payloads(c.Body) {
		if err != nil {
			p.stats.Bad++
			return nil
		}
		if err := p.payload(format.Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOAD, Thread: c.Thread, Body: one}); err != nil {
			return err
		}
	}
	return nil
}

// writePayloads writes the pending payloads.
func (p *compressor) writePayloads() error {
	if len(p.payloads) == 0 {
		return nil
	}
	err := p.w.Write(format.Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOADS, Body: p.payloads})
	p.payloads = p.payloads[:0]
	return err
}
