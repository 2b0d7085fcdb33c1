package elf

import (
	"bytes"
	"debug/elf"
	"io"
)

// Memory is a shared object as loaded at address 0.
type Memory struct {
	Pointers map[uint64]uint64 // relocated pointers: address of the pointer to its value
	Word     uint64            // size of a pointer in bytes
	f        *file
	next     uint64 // address after the last one in the packed relocations
}

// maxPointers is more than any layer has. It limits what a damaged file may claim.
const maxPointers = 1 << 20

// relative is the relocation type that adds the load address.
var relative = map[elf.Machine]uint32{
	elf.EM_AARCH64: uint32(elf.R_AARCH64_RELATIVE),
	elf.EM_ARM:     uint32(elf.R_ARM_RELATIVE),
	elf.EM_X86_64:  uint32(elf.R_X86_64_RELATIVE),
	elf.EM_386:     uint32(elf.R_386_RELATIVE),
	elf.EM_RISCV:   3,
}

// The tags of packed relative relocations (RELR), which debug/elf does not have. The first pair is Android's
// own, older one.
const (
	dtAndroidRelr, dtAndroidRelrSize elf.DynTag = 0x6fffe000, 0x6fffe001
	dtRelr, dtRelrSize               elf.DynTag = 36, 35
)

// ReadMemory reads an object of size bytes. An error is a *Damaged or an error of r. It reads each pointer
// separately, so a reader that keeps the file in memory is faster.
func ReadMemory(r io.ReaderAt, size int64) (*Memory, error) {
	f, err := readHeader(&image{r: r, size: uint64(max(size, 0))})
	if err != nil {
		return nil, err
	}
	m := &Memory{Pointers: map[uint64]uint64{}, Word: f.form(8, 4), f: f}
	return m, inOrder(f.readPrograms, f.readDynamic, m.readPointers)
}

func (m *Memory) readPointers() error {
	if m.f.ABI == "" {
		return nil // the relocation types of other machines are unknown
	}
	for _, t := range []relocations{
		{elf.DT_RELA, elf.DT_RELASZ, 3 * m.Word, m.addWithAddend}, {elf.DT_REL, elf.DT_RELSZ, 2 * m.Word, m.addInPlace},
		{dtRelr, dtRelrSize, m.Word, m.addPacked}, {dtAndroidRelr, dtAndroidRelrSize, m.Word, m.addPacked},
	} {
		m.next = 0
		if err := m.f.eachRelocation(t); err != nil {
			return err
		}
	}
	return nil
}

func (m *Memory) addWithAddend(_ uint64, b []byte) bool {
	if m.isRelative(b) {
		m.Pointers[m.f.word(b, 0)] = m.f.word(b, 2)
	}
	return len(m.Pointers) < maxPointers
}

func (m *Memory) addInPlace(_ uint64, b []byte) bool {
	if m.isRelative(b) {
		m.relocate(m.f.word(b, 0))
	}
	return len(m.Pointers) < maxPointers
}

func (m *Memory) isRelative(b []byte) bool {
	_, kind := m.f.symbolAndKind(b)
	return kind == relative[m.f.Machine]
}

// addPacked adds a RELR entry: an even word is an address; an odd one has a bit for each word after the last
// address.
func (m *Memory) addPacked(_ uint64, b []byte) bool {
	word, bits := m.f.word(b, 0), m.Word*8-1
	if word&1 == 0 {
		m.relocate(word)
		m.next = word + m.Word
		return len(m.Pointers) < maxPointers
	}
	for i := range bits {
		if word>>(i+1)&1 == 1 {
			m.relocate(m.next + i*m.Word)
		}
	}
	m.next += bits * m.Word
	return len(m.Pointers) < maxPointers
}

// relocate adds the pointer at an address; it ignores one that is not in the file.
func (m *Memory) relocate(at uint64) {
	var buf [8]byte
	if off, ok := m.f.offset(at, m.Word); ok && m.f.fill(buf[:m.Word], off) == nil {
		m.Pointers[at] = m.f.word(buf[:], 0)
	}
}

// Text returns the zero-terminated string at an address, or "" if there is no zero within most bytes.
func (m *Memory) Text(addr uint64, most uint64) string {
	s, ok := m.f.segmentOf(addr, 1)
	if !ok {
		return ""
	}
	buf := make([]byte, min(most, s.File-(addr-s.Addr)))
	if m.f.fill(buf, s.Offset+(addr-s.Addr)) != nil {
		return ""
	}
	return string(buf[:max(0, bytes.IndexByte(buf, 0))])
}

// IsCode reports whether an address is in an executable segment.
func (m *Memory) IsCode(addr uint64) bool {
	s, ok := m.f.segmentOf(addr, 1)
	return ok && s.IsExecutable()
}
