// Package format reads and writes the chunks of a recording and the columns of a batch, as gltrace.proto
// describes them.
//
// Input is untrusted: no length or size is used before the bytes are there, and inconsistent data is an
// error, never a panic. Batches are decoded without the code that protoc generates, because a recording has
// millions of calls.
package format

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Magic begins each recording: a name and the version of the format.
const Magic = "GLTRACE\x01"

// HeaderSize is the size in bytes of the header of a chunk.
const HeaderSize = 16

// MaxBody is the maximum size in bytes of a body, both encoded and decoded.
const MaxBody = 64 << 20

// codec is the encoding of a body.
type codec uint8

// The codecs.
const (
	plain    codec = 0
	packed   codec = 1 // zstd
	packedS2 codec = 2 // S2: a difference is decompressed in a third of the time
)

// Chunk is one message of a recording.
type Chunk struct {
	Type   tracepb.ChunkType
	Thread uint32 // number of the thread; 0 for none
	Body   []byte // the decoded message
}

// header is the header of a chunk.
type header struct {
	length uint32
	typ    uint8
	codec  codec
	zero   uint16
	thread uint32
	sum    uint32
}

func parseHeader(b []byte) header {
	return header{
		length: binary.LittleEndian.Uint32(b),
		typ:    b[4],
		codec:  codec(b[5]),
		zero:   binary.LittleEndian.Uint16(b[6:]),
		thread: binary.LittleEndian.Uint32(b[8:]),
		sum:    binary.LittleEndian.Uint32(b[12:]),
	}
}

// encode writes the header of a body into the first bytes of b.
func (h header) encode(b, body []byte) {
	binary.LittleEndian.PutUint32(b, uint32(len(body)))
	b[4], b[5] = h.typ, byte(h.codec)
	binary.LittleEndian.PutUint16(b[6:], 0)
	binary.LittleEndian.PutUint32(b[8:], h.thread)
	binary.LittleEndian.PutUint32(b[12:], checksum(b, body))
}

// possible reports whether the fields of the header are valid. It does not check the checksum.
func (h header) possible() bool { return h.length <= MaxBody && h.zero == 0 }

// known reports whether this reader supports the type of the chunk.
func (h header) known() bool {
	_, ok := tracepb.ChunkType_name[int32(h.typ)]
	return ok && h.typ != 0
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(head, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(head[:12], castagnoli), castagnoli, body)
}
