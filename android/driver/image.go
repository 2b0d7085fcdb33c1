package driver

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
)

// image is a shared object as it stands in memory before anything is moved.
type image struct {
	order    binary.ByteOrder
	word     uint64 // bytes of a pointer
	segments []segment
	pointers map[uint64]uint64 // where one stands, and where it points
}

type segment struct {
	from uint64
	data []byte
	code bool
}

func readImage(f *elf.File) (*image, error) {
	m := &image{order: f.ByteOrder, word: 8, pointers: map[uint64]uint64{}}
	if f.Class == elf.ELFCLASS32 {
		m.word = 4
	}
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD {
			continue
		}
		if p.Filesz > largestLayer {
			return nil, fmt.Errorf("a segment of %d bytes", p.Filesz)
		}
		data, err := readAll(p)
		if err != nil {
			return nil, err
		}
		m.segments = append(m.segments, segment{p.Vaddr, data, p.Flags&elf.PF_X != 0})
	}
	for _, s := range f.Sections {
		if s.Type != elf.SHT_RELA && s.Type != elf.SHT_REL && s.Type != shtRelr || s.Flags&elf.SHF_COMPRESSED != 0 {
			continue
		}
		data, err := s.Data()
		if err != nil {
			return nil, err
		}
		m.readMoved(f.Machine, s.Type, data)
	}
	return m, nil
}

// readAll reads what the file has of a segment.
func readAll(p *elf.Prog) ([]byte, error) {
	var all bytes.Buffer
	_, err := all.ReadFrom(p.Open())
	return all.Bytes(), err
}

// relative is the kind of relocation that adds where the object was loaded.
var relative = map[elf.Machine]uint64{elf.EM_X86_64: 8, elf.EM_AARCH64: 1027, elf.EM_386: 8, elf.EM_ARM: 23}

const shtRelr elf.SectionType = 19

// readMoved notes the pointers of one section of relocations.
func (m *image) readMoved(machine elf.Machine, kind elf.SectionType, data []byte) {
	if kind == shtRelr {
		m.readPacked(data)
		return
	}
	size, mask := 2*m.word, uint64(0xffffffff)
	if m.word == 4 {
		mask = 0xff
	}
	if kind == elf.SHT_RELA {
		size += m.word
	}
	for ; uint64(len(data)) >= size && !m.full(); data = data[size:] {
		at, info := m.number(data), m.number(data[m.word:])
		switch {
		case info&mask != relative[machine] || relative[machine] == 0:
		case kind == elf.SHT_RELA:
			m.note(at, m.number(data[2*m.word:]))
		default:
			m.note(at, m.at(at))
		}
	}
}

// mostPointers is more than any layer has: a damaged file may claim any number.
const mostPointers = 1 << 20

func (m *image) full() bool { return len(m.pointers) >= mostPointers }

func (m *image) note(place, target uint64) {
	if !m.full() {
		m.pointers[place] = target
	}
}

// readPacked reads the short form: an even word is a place, an odd one has a bit for each word behind the last.
func (m *image) readPacked(data []byte) {
	next := uint64(0)
	for ; uint64(len(data)) >= m.word && !m.full(); data = data[m.word:] {
		word := m.number(data)
		if word&1 == 0 {
			m.note(word, m.at(word))
			next = word + m.word
			continue
		}
		for i := range m.word*8 - 1 {
			if place := next + i*m.word; word>>(i+1)&1 == 1 {
				m.note(place, m.at(place))
			}
		}
		next += (m.word*8 - 1) * m.word
	}
}

func (m *image) number(data []byte) uint64 {
	if m.word == 4 {
		return uint64(m.order.Uint32(data))
	}
	return m.order.Uint64(data)
}

// rest is what stands in memory from an address on, to the end of its segment.
func (m *image) rest(address uint64) (data []byte, code bool) {
	for _, s := range m.segments {
		if address >= s.from && address-s.from < uint64(len(s.data)) {
			return s.data[address-s.from:], s.code
		}
	}
	return nil, false
}

// at is the number that stands at an address.
func (m *image) at(address uint64) uint64 {
	if data, _ := m.rest(address); uint64(len(data)) >= m.word {
		return m.number(data)
	}
	return 0
}
