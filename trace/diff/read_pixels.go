package diff

import (
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// Formats and types of pixels.
const (
	formatRGBA  = 0x1908 // GL_RGBA
	typeByte    = 0x1400 // GL_BYTE
	typeUByte   = 0x1401 // GL_UNSIGNED_BYTE
	typeShort   = 0x1402 // GL_SHORT
	typeUShort  = 0x1403 // GL_UNSIGNED_SHORT
	typeFloat   = 0x1406 // GL_FLOAT
	typeHalf    = 0x140B // GL_HALF_FLOAT
	typeHalfOES = 0x8D61 // GL_HALF_FLOAT_OES
)

// integerFormats are the formats of integers, which are not rounded: GL_RED_INTEGER, GL_RG_INTEGER, GL_RGB_INTEGER and GL_RGBA_INTEGER.
var integerFormats = map[uint64]bool{0x8D94: true, 0x8228: true, 0x8D98: true, 0x8D99: true}

// comparePixels compares the pixels that a call read, in tolerant mode. They are different if the share of different
// pixels is above the limit.
func (c *comparison) comparePixels(p *calls, a, b []byte) verdict {
	if len(a) != len(b) {
		return different
	}
	format, kind := uint64(uint32(p.number("format"))), uint64(uint32(p.number("type")))
	if format == formatRGBA && kind == typeUByte {
		if (pixelRule{Tolerant, true}).comparePixels(a, b).Share > shareLimit {
			return different
		}
		return equal
	}
	pixels := p.number("width") * p.number("height") * max(p.number("depth"), 1)
	if pixels <= 0 || int64(len(a))%pixels != 0 {
		pixels = int64(len(a)) // of one byte
	}
	if share(a, b, int(pixels), componentOf(format, kind)) > shareLimit {
		return different
	}
	return equal
}

// component says how a component of a pixel is compared. A pixel with a packed type is compared byte by byte.
type component struct {
	size  int // in bytes
	cell  tracepb.Cell
	close func(x, y uint64) bool
}

// componentOf returns how the components of a format and type are compared: floats with the tolerance, numbers that the driver
// rounds within one unit, and others exactly.
func componentOf(format, kind uint64) component {
	oneUnit := func(x, y uint64) bool { return max(int64(x), int64(y))-min(int64(x), int64(y)) <= 1 }
	out := component{1, tracepb.Cell_CELL_NONE, func(x, y uint64) bool { return x == y }}
	switch kind {
	case typeFloat:
		return component{4, tracepb.Cell_CELL_FLOAT, func(x, y uint64) bool { return isClose(x, y, tracepb.Cell_CELL_FLOAT) }}
	case typeHalf, typeHalfOES:
		return component{2, tracepb.Cell_CELL_NONE, func(x, y uint64) bool { return areClose(state.Half(uint16(x)), state.Half(uint16(y))) }}
	case typeShort, typeUShort:
		out.size = 2
	case typeByte, typeUByte:
	default:
		return out
	}
	if kind == typeByte || kind == typeShort {
		out.cell = tracepb.Cell_CELL_INT
	}
	if !integerFormats[format] {
		out.close = oneUnit
	}
	return out
}

// share returns the share of pixels of which a component is different.
func share(a, b []byte, pixels int, of component) float64 {
	x, y := calltext.Cells(a, of.size, of.cell), calltext.Cells(b, of.size, of.cell)
	each := max(len(x)/max(pixels, 1), 1) // components of a pixel
	count := 0
	for from := 0; from < len(x); from += each {
		for i := from; i < min(from+each, len(x)); i++ {
			if !of.close(x[i], y[i]) {
				count++
				break
			}
		}
	}
	return float64(count) / float64(max(pixels, 1))
}
