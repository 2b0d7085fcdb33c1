package state

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
)

// mostTexels is the maximum number of texels that Texels returns: each has 16 bytes.
const mostTexels = 1 << 22

// Texels returns the values of a layer of a level of a texture after a call: red, green, blue and alpha of each texel as
// little-endian float32, top row first. Values of normalized formats are fractions. Texels that were never written are zero.
func (s *State) Texels(ctx context.Context, call int, name uint64, level, layer int) (width, height int, values []byte, err error) {
	width, height, contents, err := s.level(ctx, call, name, level)
	if err != nil {
		return 0, 0, nil, err
	}
	if width*height > mostTexels {
		return 0, 0, nil, fmt.Errorf("level %d of texture %d has %d texels: exact values are limited to %d", level, name, width*height, mostTexels)
	}
	c := &canvas{width: width, height: height, exact: true, bytes: 16, pix: make([]byte, 16*width*height)}
	p := painter{canvas: c, layer: int64(layer), reader: s.reader(ctx)}
	return width, height, c.pix, p.paint(contents)
}

// exactLine writes the values of a row of pixels with a given size in bytes.
func exactLine(out, data []byte, lanes []lane, size int) {
	clear(out)
	for at, from := 0, 0; at < len(out); at, from = at+16, from+size {
		putFloat(out[at:], 3, 1) // opaque, unless there is an alpha channel
		for i := range lanes {
			v := lanes[i].value(lanes[i].bitsOf(data[from:]))
			for _, to := range lanes[i].to {
				putFloat(out[at:], to, v)
			}
		}
	}
}

func putFloat(out []byte, i int, v float64) {
	binary.LittleEndian.PutUint32(out[4*i:], math.Float32bits(float32(v)))
}

// exact returns the value of a channel's bits: for integer formats the integer, otherwise as value.
func (p *pixels) exact(v, word uint64, bits uint) float64 {
	if p.format.integer {
		return p.value(v, word, bits) * 255
	}
	return p.value(v, word, bits)
}

// exact reports whether the values of an image are not fractions of 8 bits.
func (i *image) exact() bool {
	if i.compressed {
		return i.deep()
	}
	px, err := pixelsOf(i.format, i.kind)
	return err == nil && (px.format.integer || px.deep())
}
