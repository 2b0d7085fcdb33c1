package elf

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
)

// HeadABI is the ABI of an object of which no more than the first 20 bytes are known; "" if they do not begin one of
// Android's.
func HeadABI(head []byte) string {
	if len(head) < 20 || !bytes.HasPrefix(head, []byte(elf.ELFMAG)) || elf.Data(head[elf.EI_DATA]) != elf.ELFDATA2LSB {
		return ""
	}
	m := machines[elf.Machine(binary.LittleEndian.Uint16(head[18:]))]
	if m.class != elf.Class(head[elf.EI_CLASS]) {
		return ""
	}
	return m.abi
}
