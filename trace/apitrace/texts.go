package apitrace

import (
	"bytes"
	"encoding/binary"
	"iter"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// texts writes the array of texts of a call.
func (x *writer) texts(c *file.Call, data []byte) error {
	lengths, err := x.lengths(c)
	if err != nil {
		return err
	}
	n := 0
	for range split(data, lengths) {
		n++
	}
	x.array(n)
	for one := range split(data, lengths) {
		x.string(one)
	}
	return nil
}

// split returns the texts in data. Each has its length in lengths, if it is not negative, and ends with a zero.
func split(data, lengths []byte) iter.Seq[[]byte] {
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

// lengths returns the array with the lengths of a call's texts, or nil if it has none.
func (x *writer) lengths(c *file.Call) ([]byte, error) {
	for i := range c.Function.Params {
		if p := &c.Function.Params[i]; p.Name == "length" && p.Element == "GLint" && !p.Out && hasData(c.Args[i]) {
			return x.file.Payload(c.Args[i].Data.Payloads)
		}
	}
	return nil, nil
}
