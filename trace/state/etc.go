// The layout of ETC blocks and the constants are those of the Khronos Data Format Specification 1.3, sections
// 21 (ETC1) and 22 (ETC2 and EAC). A block has 4 x 4 pixels.

package state

import (
	"encoding/binary"
	"image/color"
)

// etcSide is the number of pixels on each side of a block.
const etcSide = 4

// etcFormat is a format of compressed blocks.
type etcFormat struct {
	Bytes  int // bytes of a block
	Deep   bool
	unpack func(b []byte, out *etcBlock)
}

// etcBlock has the pixels of a block: the one at x, y has the index 4*y+x, where y is the row in memory.
type etcBlock [etcSide * etcSide]color.NRGBA64

// lookupETC returns the format of an OpenGL ES enum.
func lookupETC(enum uint32) (etcFormat, bool) {
	f, ok := etcFormats[enum]
	return f, ok
}

// etcFormats maps OpenGL ES enums to formats. The colors of sRGB formats are not converted.
var etcFormats = map[uint32]etcFormat{
	0x8D64: {8, false, opaque},        // GL_ETC1_RGB8_OES, a subset of ETC2
	0x9270: {8, true, eac(false, 1)},  // GL_COMPRESSED_R11_EAC
	0x9271: {8, true, eac(true, 1)},   // GL_COMPRESSED_SIGNED_R11_EAC
	0x9272: {16, true, eac(false, 2)}, // GL_COMPRESSED_RG11_EAC
	0x9273: {16, true, eac(true, 2)},  // GL_COMPRESSED_SIGNED_RG11_EAC
	0x9274: {8, false, opaque},        // GL_COMPRESSED_RGB8_ETC2
	0x9275: {8, false, opaque},        // GL_COMPRESSED_SRGB8_ETC2
	0x9276: {8, false, punchthrough},  // GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2
	0x9277: {8, false, punchthrough},  // GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2
	0x9278: {16, false, withAlpha},    // GL_COMPRESSED_RGBA8_ETC2_EAC
	0x9279: {16, false, withAlpha},    // GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC
}

// unpack decodes a block; b must have all its bytes.
func (f etcFormat) Unpack(b []byte, out *etcBlock) { f.unpack(b, out) }

func opaque(b []byte, out *etcBlock)       { colors(binary.BigEndian.Uint64(b), out, false) }
func punchthrough(b []byte, out *etcBlock) { colors(binary.BigEndian.Uint64(b), out, true) }

// withAlpha decodes a block of alpha followed by a block of colors.
func withAlpha(b []byte, out *etcBlock) {
	opaque(b[8:], out)
	alpha := scale(binary.BigEndian.Uint64(b))
	for i := range out {
		out[i].A = etcWide(alpha.at(i))
	}
}

// etcWide extends a byte to 16 bits.
func etcWide(v int) uint16 { return uint16(min(max(v, 0), 255) * 257) }
