package picture

import (
	"encoding/binary"
	"math"
)

// order says where the components of a format go, in the order in which they stand: red, green, blue, alpha, or light in all three.
type order string

// formats are those of glTexImage2D and glReadPixels.
var formats = map[uint32]order{
	0x1903: "r", 0x8227: "rg", 0x1907: "rgb", 0x1908: "rgba", // GL_RED, GL_RG, GL_RGB, GL_RGBA
	0x8D94: "r", 0x8228: "rg", 0x8D98: "rgb", 0x8D99: "rgba", // and with _INTEGER
	0x1906: "a", 0x1909: "l", 0x190A: "la", // GL_ALPHA, GL_LUMINANCE, GL_LUMINANCE_ALPHA
	0x80E1: "bgra",                        // GL_BGRA_EXT
	0x1902: "l", 0x84F9: "l", 0x1901: "l", // GL_DEPTH_COMPONENT, GL_DEPTH_STENCIL (its depth), GL_STENCIL_INDEX
}

// kind is how a type's components stand in memory. Components of their own have bytes and one; packed ones have all.
type kind struct {
	bytes int                    // of a component, or of the whole packed texel
	one   func(b []byte) float32 // nil if packed
	all   func(v uint32) [4]float32
}

// texel is the bytes of one.
func (k kind) texel(components int) int {
	if k.one == nil {
		return k.bytes
	}
	return k.bytes * components
}

func (k kind) read(c *[4]float32, b []byte, components int) {
	switch {
	case k.one != nil:
		for i := range components {
			c[i] = k.one(b[i*k.bytes:])
		}
	case k.bytes == 2:
		*c = k.all(uint32(binary.LittleEndian.Uint16(b)))
	default: // of eight bytes, the first four
		*c = k.all(binary.LittleEndian.Uint32(b))
	}
}

// types are those of glTexImage2D and glReadPixels. Every device is little-endian.
var types = map[uint32]kind{
	0x1401: {bytes: 1, one: func(b []byte) float32 { return float32(b[0]) / 255 }},                    // GL_UNSIGNED_BYTE
	0x1400: {bytes: 1, one: func(b []byte) float32 { return float32(int8(b[0])) / 127 }},              // GL_BYTE
	0x1403: {bytes: 2, one: func(b []byte) float32 { return float32(u16(b)) / 65535 }},                // GL_UNSIGNED_SHORT
	0x1402: {bytes: 2, one: func(b []byte) float32 { return float32(int16(u16(b))) / 32767 }},         // GL_SHORT
	0x1405: {bytes: 4, one: func(b []byte) float32 { return float32(u32(b)) / math.MaxUint32 }},       // GL_UNSIGNED_INT
	0x1404: {bytes: 4, one: func(b []byte) float32 { return float32(int32(u32(b))) / math.MaxInt32 }}, // GL_INT
	0x1406: {bytes: 4, one: func(b []byte) float32 { return math.Float32frombits(u32(b)) }},           // GL_FLOAT
	0x140B: {bytes: 2, one: half}, 0x8D61: {bytes: 2, one: half},                                      // GL_HALF_FLOAT, GL_HALF_FLOAT_OES

	0x8363: {bytes: 2, all: parts(11, 5, 5, 6, 0, 5)},                                                 // GL_UNSIGNED_SHORT_5_6_5
	0x8033: {bytes: 2, all: parts(12, 4, 8, 4, 4, 4, 0, 4)},                                           // GL_UNSIGNED_SHORT_4_4_4_4
	0x8034: {bytes: 2, all: parts(11, 5, 6, 5, 1, 5, 0, 1)},                                           // GL_UNSIGNED_SHORT_5_5_5_1
	0x8365: {bytes: 2, all: parts(0, 4, 4, 4, 8, 4, 12, 4)},                                           // GL_UNSIGNED_SHORT_4_4_4_4_REV_EXT
	0x8366: {bytes: 2, all: parts(0, 5, 5, 5, 10, 5, 15, 1)},                                          // GL_UNSIGNED_SHORT_1_5_5_5_REV_EXT
	0x8368: {bytes: 4, all: parts(0, 10, 10, 10, 20, 10, 30, 2)},                                      // GL_UNSIGNED_INT_2_10_10_10_REV
	0x84FA: {bytes: 4, all: parts(8, 24)},                                                             // GL_UNSIGNED_INT_24_8: depth
	0x8C3B: {bytes: 4, all: small},                                                                    // GL_UNSIGNED_INT_10F_11F_11F_REV
	0x8C3E: {bytes: 4, all: shared},                                                                   // GL_UNSIGNED_INT_5_9_9_9_REV
	0x8DAD: {bytes: 8, all: func(v uint32) [4]float32 { return [4]float32{math.Float32frombits(v)} }}, // GL_FLOAT_32_UNSIGNED_INT_24_8_REV
}

func u16(b []byte) uint16 { return binary.LittleEndian.Uint16(b) }
func u32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// parts reads components of which each has a lowest bit and a number of bits.
func parts(at ...int) func(uint32) [4]float32 {
	return func(v uint32) (c [4]float32) {
		for i := range len(at) / 2 {
			most := uint32(1)<<at[2*i+1] - 1
			c[i] = float32(v>>at[2*i]&most) / float32(most)
		}
		return c
	}
}

func half(b []byte) float32 { return Half(u16(b)) }

// Half is a float of 16 bits. What is no number is as large as can be.
func Half(v uint16) float32 {
	f := unsigned(uint32(v&0x7FFF), 10)
	if v&0x8000 != 0 {
		return -f
	}
	return f
}

// small reads two floats of 11 bits and one of 10, without signs.
func small(v uint32) [4]float32 {
	return [4]float32{unsigned(v&0x7FF, 6), unsigned(v>>11&0x7FF, 6), unsigned(v>>22, 5)}
}

// unsigned reads a float of five bits of exponent and so many of mantissa.
func unsigned(v uint32, mantissa int) float32 {
	exponent, rest := int(v>>mantissa), float64(v&(1<<mantissa-1))/float64(uint32(1)<<mantissa)
	switch exponent {
	case 0:
		return float32(math.Ldexp(rest, -14))
	case 31:
		return float32(math.Inf(1)) // or no number: both are as bright as can be
	}
	return float32(math.Ldexp(1+rest, exponent-15))
}

// shared reads three mantissas of nine bits with one exponent.
func shared(v uint32) (c [4]float32) {
	for i := range 3 {
		c[i] = float32(math.Ldexp(float64(v>>(9*i)&0x1FF), int(v>>27)-15-9))
	}
	return c
}
