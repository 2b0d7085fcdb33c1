package elf

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
)

// HeadABI returns the ABI of an object from its first 20 bytes, or "" if these are not the header of an
// object for Android.
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
