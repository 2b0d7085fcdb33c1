package images

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// Pixel has the exact value of a pixel.
type Pixel struct {
	Values []float64 `json:"values"`        // one for each channel: 4 of a color, 1 of depth and stencil
	Max    []float64 `json:"max,omitempty"` // the values that stand for 1.0; none if the values are floats or integers
}

// PixelOf returns the first pixel of a result.
func PixelOf(r *replay.Reading) (Pixel, error) { return pixelAt(r, 0) }

// Pixel returns the exact value of a pixel: x from the left, y from the bottom. It fails outside the image.
func (i *Image) Pixel(x, y int) (Pixel, error) {
	if x < 0 || y < 0 || x >= i.Width || y >= i.Height {
		return Pixel{}, fmt.Errorf("no pixel %d, %d: the image has %d x %d pixels", x, y, i.Width, i.Height)
	}
	return pixelAt(&i.reading, y*i.Width+x)
}

// Types of pixels that the player returns, in addition to those that are numbers of 32 bits.
const (
	typeByte      = 0x1400
	typeUbyte     = 0x1401
	typeUshort    = 0x1403
	type10Reverse = 0x8368 // GL_UNSIGNED_INT_2_10_10_10_REV
)

// pixelAt returns the pixel with an index.
func pixelAt(r *replay.Reading, at int) (p Pixel, err error) {
	channels, size := 4, 4
	switch {
	case r.Format == stencilIndex || r.Format == red:
		channels, size = 1, 1
	case r.Format == depthComponent:
		channels = 1
	case r.Type == typeFloat || r.Type == typeInt || r.Type == typeUint:
		size = 16
	case r.Type == typeUshort:
		size = 8
	}
	if at < 0 || (at+1)*size > len(r.Data) {
		return p, errSize(r)
	}
	data, le := r.Data[at*size:], binary.LittleEndian
	if r.Type == type10Reverse {
		word := le.Uint32(data)
		return Pixel{[]float64{float64(word & 1023), float64(word >> 10 & 1023), float64(word >> 20 & 1023), float64(word >> 30)}, []float64{1023, 1023, 1023, 3}}, nil
	}
	most := 0.0
	for i := range channels {
		v := 0.0
		switch r.Type {
		case typeByte:
			v, most = float64(int8(data[i])), math.MaxInt8
		case typeUbyte:
			v, most = float64(data[i]), math.MaxUint8
		case typeUshort:
			v, most = float64(le.Uint16(data[2*i:])), math.MaxUint16
		case typeFloat:
			v = float64(math.Float32frombits(le.Uint32(data[4*i:])))
		case typeInt:
			v = float64(int32(le.Uint32(data[4*i:])))
		case typeUint:
			v = float64(le.Uint32(data[4*i:]))
		default:
			return p, fmt.Errorf("the player returned pixels of the unknown type %#x", r.Type)
		}
		p.Values = append(p.Values, v)
	}
	switch {
	case channels == 1 && r.Format != depthComponent:
		return p, nil
	case r.Type == typeUint && r.Format == depthComponent:
		most = math.MaxUint32
	case most == 0:
		return p, nil
	}
	for range channels {
		p.Max = append(p.Max, most)
	}
	return p, nil
}

// Equal reports whether pixels have the same values; those that are not numbers are equal to each other.
func (p Pixel) Equal(other Pixel) bool {
	return slices.EqualFunc(p.Values, other.Values, func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
}
