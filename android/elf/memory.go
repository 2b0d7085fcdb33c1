package elf

import (
	"bytes"
	"debug/elf"
	"io"
)

// Memory is a shared object as it stands in memory before anything is moved.
type Memory struct {
	Pointers map[uint64]uint64 // that the dynamic linker moves: where one stands, and where it points
	Word     uint64            // bytes of a pointer
	f        *file
	next     uint64 // the place behind the last of the short form
}

// maxPointers is more than any layer has: a damaged file may claim any number.
const maxPointers = 1 << 20

// relative is the kind of relocation that adds where the object was loaded.
var relative = map[elf.Machine]uint32{
	elf.EM_AARCH64: uint32(elf.R_AARCH64_RELATIVE),
	elf.EM_ARM:     uint32(elf.R_ARM_RELATIVE),
	elf.EM_X86_64:  uint32(elf.R_X86_64_RELATIVE),
	elf.EM_386:     uint32(elf.R_386_RELATIVE),
	elf.EM_RISCV:   3,
}

// The tags of the short form, which debug/elf does not know; the first pair is Android's own, older one.
const (
	dtAndroidRelr, dtAndroidRelrSize elf.DynTag = 0x6fffe000, 0x6fffe001
	dtRelr, dtRelrSize               elf.DynTag = 36, 35
)

// ReadMemory reads an object of size bytes. An error is a *Damaged, or one of r. Each pointer is read on its own: a reader of a
// file in memory is quicker.
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
		return nil // other machines number them in other ways
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
		m.note(m.f.word(b, 0))
	}
	return len(m.Pointers) < maxPointers
}

func (m *Memory) isRelative(b []byte) bool {
	_, kind := m.f.symbolAndKind(b)
	return kind == relative[m.f.Machine]
}

// addPacked reads the short form: an even word is a place, an odd one has a bit for each word behind the last.
func (m *Memory) addPacked(_ uint64, b []byte) bool {
	word, bits := m.f.word(b, 0), m.Word*8-1
	if word&1 == 0 {
		m.note(word)
		m.next = word + m.Word
		return len(m.Pointers) < maxPointers
	}
	for i := range bits {
		if word>>(i+1)&1 == 1 {
			m.note(m.next + i*m.Word)
		}
	}
	m.next += bits * m.Word
	return len(m.Pointers) < maxPointers
}

// note reads the pointer at a place. What is not in the file is zero.
func (m *Memory) note(at uint64) {
	var buf [8]byte
	if off, ok := m.f.offset(at, m.Word); ok && m.f.fill(buf[:m.Word], off) == nil {
		m.Pointers[at] = m.f.word(buf[:], 0)
	}
}

// Text is what stands at an address up to a zero; "" if there is none within most bytes.
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

// IsCode reports whether what stands at an address can be run.
func (m *Memory) IsCode(addr uint64) bool {
	s, ok := m.f.segmentOf(addr, 1)
	return ok && s.IsExecutable()
}
