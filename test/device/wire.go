package device

import (
	"encoding/binary"
	"fmt"
	"io"
)

// The commands of adb's packets: four letters each, the first one lowest.
const (
	cmdConnect = 0x4e584e43 // CNXN
	cmdAuth    = 0x48545541 // AUTH
	cmdOpen    = 0x4e45504f // OPEN
	cmdOkay    = 0x59414b4f // OKAY
	cmdWrite   = 0x45545257 // WRTE
	cmdClose   = 0x45534c43 // CLSE
)

const (
	headerSize  = 24
	versionSums = 0x01000000 // packets carry the sum of their bytes
	versionBare = 0x01000001 // and from here on they do not
	maxPayload  = 1 << 20
	firstLimit  = 4096 // of a packet that comes before both sides said what they take
)

// A packet is one message between adb and adbd.
type packet struct {
	command    uint32
	arg0, arg1 uint32
	data       []byte
}

// readPacket reads one packet, of no more than limit bytes. The sum is looked at if sums is set.
func readPacket(r io.Reader, limit int, sums bool) (packet, error) {
	var header [headerSize]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return packet{}, err
	}
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(header[4*i:]) }
	p := packet{command: word(0), arg0: word(1), arg1: word(2)}
	length, sum, magic := word(3), word(4), word(5)
	if magic != p.command^0xffffffff {
		return p, fmt.Errorf("packet %#x has magic %#x", p.command, magic)
	}
	if int64(length) > int64(limit) {
		return p, fmt.Errorf("packet %#x of %d bytes; the limit is %d", p.command, length, limit)
	}
	p.data = make([]byte, length)
	if _, err := io.ReadFull(r, p.data); err != nil {
		return p, err
	}
	if sums && sum != sumOf(p.data) {
		return p, fmt.Errorf("packet %#x has the sum %d, not %d", p.command, sum, sumOf(p.data))
	}
	return p, nil
}

// bytes is the packet as it goes over the wire.
func (p packet) bytes(sums bool) []byte {
	out := make([]byte, headerSize, headerSize+len(p.data))
	sum := uint32(0)
	if sums {
		sum = sumOf(p.data)
	}
	for i, v := range []uint32{p.command, p.arg0, p.arg1, uint32(len(p.data)), sum, p.command ^ 0xffffffff} {
		binary.LittleEndian.PutUint32(out[4*i:], v)
	}
	return append(out, p.data...)
}

func sumOf(data []byte) uint32 {
	var sum uint32
	for _, b := range data {
		sum += uint32(b)
	}
	return sum
}
