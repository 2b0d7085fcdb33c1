package state

import (
	"encoding/binary"
	"math"
)

// Types of vertex attributes.
const (
	glByte          = 0x1400
	glShort         = 0x1402
	glUnsignedShort = 0x1403
	glInt           = 0x1404
	glUnsignedInt   = 0x1405
	glFloat         = 0x1406
	glHalfFloat     = 0x140B
	glFixed         = 0x140C
	glHalfFloatOES  = 0x8D61
)

// packedVector describes a vector in one 32-bit word: the lowest bit and the number of bits of each value.
type packedVector struct {
	fields [4][2]uint
	signed bool
}

// packedVectors are the packed types of vertex attributes. ES 3.2, section 10.3.8, and OES_vertex_type_10_10_10_2.
var packedVectors = map[uint64]packedVector{
	0x8D9F: {[4][2]uint{{0, 10}, {10, 10}, {20, 10}, {30, 2}}, true},  // GL_INT_2_10_10_10_REV
	0x8368: {[4][2]uint{{0, 10}, {10, 10}, {20, 10}, {30, 2}}, false}, // GL_UNSIGNED_INT_2_10_10_10_REV
	0x8DF7: {[4][2]uint{{22, 10}, {12, 10}, {2, 10}, {0, 2}}, true},   // GL_INT_10_10_10_2_OES
	0x8DF6: {[4][2]uint{{22, 10}, {12, 10}, {2, 10}, {0, 2}}, false},  // GL_UNSIGNED_INT_10_10_10_2_OES
}

// valueSizes are the sizes of the values of a vector in bytes.
var valueSizes = map[uint64]int{glByte: 1, glUnsignedByte: 1, glShort: 2, glUnsignedShort: 2, glInt: 4, glUnsignedInt: 4, glFloat: 4,
	glHalfFloat: 2, glHalfFloatOES: 2, glFixed: 4}

// VectorSize returns the size of a vector in bytes, or 0 for an unknown type.
func VectorSize(kind uint64, values int64) int {
	if _, packed := packedVectors[kind]; packed {
		return 4
	}
	return valueSizes[kind] * int(min(max(values, 1), 4))
}

// vector decodes a vector as the shader sees it. data has at least vectorSize bytes.
func (a *VertexAttribute) vector(data []byte) []float64 {
	out := make([]float64, min(max(a.Size, 1), 4))
	if p, packed := packedVectors[a.kind]; packed {
		word := binary.LittleEndian.Uint32(data)
		for i := range out {
			low, bits := p.fields[i][0], p.fields[i][1]
			out[i] = a.scale(uint64(word>>low&(1<<bits-1)), bits, p.signed)
		}
		return out
	}
	size := valueSizes[a.kind]
	for i := range out {
		out[i] = a.value(data[i*size:])
	}
	return out
}

func (a *VertexAttribute) value(data []byte) float64 {
	switch a.kind {
	case glByte, glUnsignedByte:
		return a.scale(uint64(data[0]), 8, a.kind == glByte)
	case glShort, glUnsignedShort:
		return a.scale(uint64(binary.LittleEndian.Uint16(data)), 16, a.kind == glShort)
	case glHalfFloat, glHalfFloatOES:
		return Half(binary.LittleEndian.Uint16(data))
	}
	bits := binary.LittleEndian.Uint32(data)
	switch a.kind {
	case glFloat:
		return float64(math.Float32frombits(bits))
	case glFixed:
		return float64(int32(bits)) / (1 << 16)
	}
	return a.scale(uint64(bits), 32, a.kind == glInt)
}

// scale converts an integer. Normalized ones become fractions. ES 3.2, section 2.3.5.
func (a *VertexAttribute) scale(v uint64, bits uint, signed bool) float64 {
	f, most := float64(v), math.Exp2(float64(bits))-1
	if signed {
		f, most = float64(int64(v<<(64-bits))>>(64-bits)), math.Exp2(float64(bits-1))-1
	}
	if !a.Normalized || a.Integer {
		return f
	}
	return max(f/most, -1)
}
