package file

import (
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// payloads adds the payloads of a chunk with several.
func (p *compressor) payloads(c format.Chunk) error {
	for one, err := range format.Payloads(c.Body) {
		if err != nil {
			p.stats.Bad++
			return nil
		}
		if err := p.w.Write(format.Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOAD, Thread: c.Thread, Body: one}); err != nil {
			return err
		}
	}
	return nil
}
