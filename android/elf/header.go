package elf

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
)

// file is an object being read.
type file struct {
	Object
	*image
	wide           bool // 64-bit
	phoff, shoff   uint64
	phnum, shnum   uint64
	phsize, shsize uint64
	shstrndx       uint64
	notes          []Segment
	dynamic        *Segment
	interpreter    bool // there is a PT_INTERP segment
	values         map[elf.DynTag]uint64
	needed         []uint64 // offsets into the dynamic string table
	used           uint64   // one more than the highest symbol index in a relocation
}

// machines are the machines of Android.
var machines = map[elf.Machine]struct {
	abi   string
	class elf.Class
}{
	elf.EM_AARCH64: {"arm64-v8a", elf.ELFCLASS64},
	elf.EM_ARM:     {"armeabi-v7a", elf.ELFCLASS32},
	elf.EM_X86_64:  {"x86_64", elf.ELFCLASS64},
	elf.EM_386:     {"x86", elf.ELFCLASS32},
	elf.EM_RISCV:   {"riscv64", elf.ELFCLASS64},
}

// readHeader reads the ELF header.
func readHeader(m *image) (*file, error) {
	head := make([]byte, min(m.size, 64))
	if err := m.fill(head, 0); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(head, []byte(elf.ELFMAG)) {
		return nil, &Damaged{"the file is not an ELF file", true}
	}
	if len(head) < 52 {
		return nil, damaged("the ELF header is truncated")
	}
	f := &file{image: m, values: map[elf.DynTag]uint64{}}
	f.Class = elf.Class(head[elf.EI_CLASS])
	switch f.Class {
	case elf.ELFCLASS64:
		f.wide = true
	case elf.ELFCLASS32:
	default:
		return nil, damaged("unknown ELF class %d", head[elf.EI_CLASS])
	}
	if f.wide && len(head) < 64 {
		return nil, damaged("the ELF header is truncated")
	}
	return f, f.decodeHeader(head)
}

func (f *file) decodeHeader(head []byte) error {
	switch elf.Data(head[elf.EI_DATA]) {
	case elf.ELFDATA2LSB:
		f.order = binary.LittleEndian
	case elf.ELFDATA2MSB:
		f.order = binary.BigEndian
	default:
		return damaged("unknown ELF byte order %d", head[elf.EI_DATA])
	}
	f.Type = elf.Type(f.order.Uint16(head[16:]))
	f.Machine = elf.Machine(f.order.Uint16(head[18:]))
	if m, ok := machines[f.Machine]; ok && m.class == f.Class && f.order == binary.LittleEndian {
		f.ABI = m.abi
	}
	sizes := head[42:] // six 16-bit fields; the first is not used
	if f.wide {
		sizes = head[54:]
		f.phoff, f.shoff = f.order.Uint64(head[32:]), f.order.Uint64(head[40:])
	} else {
		f.phoff, f.shoff = uint64(f.order.Uint32(head[28:])), uint64(f.order.Uint32(head[32:]))
	}
	for i, to := range []*uint64{&f.phsize, &f.phnum, &f.shsize, &f.shnum, &f.shstrndx} {
		*to = uint64(f.order.Uint16(sizes[2*i:]))
	}
	return nil
}

// word returns the i-th address-sized number in b.
func (f *file) word(b []byte, i int) uint64 {
	if f.wide {
		return f.order.Uint64(b[8*i:])
	}
	return uint64(f.order.Uint32(b[4*i:]))
}

// form returns the first size for a 64-bit object, the second for a 32-bit one.
func (f *file) form(wide, narrow uint64) uint64 {
	if f.wide {
		return wide
	}
	return narrow
}
