package report

import (
	"encoding/binary"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/state"
)

// ktxMagic begins a KTX 1 file.
var ktxMagic = []byte{0xAB, 'K', 'T', 'X', ' ', '1', '1', 0xBB, '\r', '\n', 0x1A, '\n'}

const (
	ktxOrder = 0x04030201 // as the writer's byte order has it
	ktxRGBA  = 0x1908     // base format of compressed textures
	ktxAlign = 4          // of rows
)

// ktx returns a KTX 1 file with an image in its original format.
func ktx(r *state.Raw) []byte {
	base, data := r.Format, r.Data
	if r.Format == 0 {
		base = ktxRGBA
	} else if r.RowBytes%ktxAlign != 0 {
		data = nil
		for row := range slices.Chunk(r.Data, r.RowBytes) {
			data = append(append(data, row...), make([]byte, ktxAlign-r.RowBytes%ktxAlign)...)
		}
	}
	out := slices.Clone(ktxMagic)
	for _, n := range []uint32{ktxOrder, r.Type, uint32(max(r.TypeSize, 1)), r.Format, r.Internal, base,
		uint32(r.Width), uint32(r.Height), 0, 0, 1, 1, 0, uint32(len(data))} { // 2D, no array, one face, one level, no metadata
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	return append(out, data...)
}
