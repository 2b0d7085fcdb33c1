package tracetest

import (
	"bytes"
	"errors"
	"io"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Damaged is a recording with a damaged chunk.
type Damaged struct {
	Type tracepb.ChunkType
	Data []byte
}

// Damage returns a recording with each of its chunks between the first and the last damaged in turn.
func Damage(recording []byte) (out []Damaged) {
	var types []tracepb.ChunkType
	var offsets []int64 // of the last byte
	r := format.NewReader(bytes.NewReader(recording))
	for {
		c, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		must(err)
		types, offsets = append(types, c.Type), append(offsets, r.End()-1)
	}
	for i := 1; i < len(types)-1; i++ {
		data := bytes.Clone(recording)
		data[offsets[i]] ^= 0x55
		out = append(out, Damaged{types[i], data})
	}
	return out
}
