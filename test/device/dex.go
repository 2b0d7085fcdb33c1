package device

import (
	"crypto/sha1"
	"encoding/binary"
	"hash/adler32"
)

const (
	dexHead = 112 // bytes of the header
	dexMap  = 4 + 2*12
)

// emptyDex is a classes.dex without classes. Android does not install an app with hasCode and no
// classes.dex.
func emptyDex() []byte {
	le := binary.LittleEndian
	b := make([]byte, dexHead+dexMap)
	copy(b, "dex\n035\x00")
	for at, value := range map[int]uint32{
		32: dexHead + dexMap, 36: dexHead, 40: 0x12345678, 52: dexHead, // file size, header size, byte order, offset of the map
		104: dexMap, 108: dexHead, // size and offset of the data, which is the map
		dexHead: 2, dexHead + 8: 1, // two entries: one header at offset 0,
		dexHead + 16: 0x1000, dexHead + 20: 1, dexHead + 24: dexHead, // and the map itself
	} {
		le.PutUint32(b[at:], value)
	}
	hash := sha1.Sum(b[32:])
	copy(b[12:], hash[:])
	le.PutUint32(b[8:], adler32.Checksum(b[12:]))
	return b
}
