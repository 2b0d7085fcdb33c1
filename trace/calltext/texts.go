package calltext

import (
	"bytes"
	"encoding/binary"
	"iter"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Texts returns the texts in the data of an array of texts. Each has its length in lengths, if it is not negative, and ends with a zero.
func Texts(data, lengths []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(data) > 0 {
			n := bytes.IndexByte(data, 0)
			if len(lengths) >= 4 {
				if length := int32(binary.LittleEndian.Uint32(lengths)); length >= 0 {
					n = int(length)
				}
				lengths = lengths[4:]
			}
			if n < 0 || n > len(data) {
				n = len(data)
			}
			if !yield(data[:n]) {
				return
			}
			data = data[min(n+1, len(data)):]
		}
	}
}

// TextLengths returns the data of the array with the lengths of a call's texts, or nil if it has none.
func TextLengths(payload Payload, c *file.Call) ([]byte, error) {
	for i := range c.Function.Params {
		if p := &c.Function.Params[i]; p.Name == "length" && p.Element == "GLint" && !p.Out && c.Args[i].HasData() {
			return payload(c.Args[i].Data.Payloads)
		}
	}
	return nil, nil
}
