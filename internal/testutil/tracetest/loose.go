package tracetest

import (
	"bytes"
	"encoding/binary"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Loose returns a recording without checksums, for fuzzing: for each chunk its type, its thread, its length
// in two bytes, and its body. Longer bodies are left out.
func Loose(recording []byte) (out []byte) {
	r := format.NewReader(bytes.NewReader(recording))
	for {
		c, err := r.Next()
		if err != nil {
			return out
		}
		if len(c.Body) < 1<<16 {
			out = append(out, byte(c.Type), byte(c.Thread))
			out = append(binary.LittleEndian.AppendUint16(out, uint16(len(c.Body))), c.Body...)
		}
	}
}

// Tight returns a recording from the output of Loose, or from any bytes.
func Tight(loose []byte) []byte {
	var out bytes.Buffer
	w, err := format.NewWriter(&out, format.Unpacked)
	must(err)
	const head = 4
	for len(loose) >= head {
		n := min(int(binary.LittleEndian.Uint16(loose[2:])), len(loose)-head)
		must(w.Write(format.Chunk{Type: tracepb.ChunkType(loose[0]), Thread: uint32(loose[1]), Body: loose[head : head+n]}))
		loose = loose[head+n:]
	}
	return out.Bytes()
}
