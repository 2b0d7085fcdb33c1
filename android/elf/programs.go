package elf

import "debug/elf"

// maxPrograms is the maximum number of program headers that Android accepts.
const maxPrograms = 64 << 10 / 32

// readPrograms reads the program headers.
func (f *file) readPrograms() error {
	entry := f.form(56, 32)
	switch {
	case f.phnum == 0:
		return nil
	case f.phsize != entry:
		return damaged("each program header has %d bytes instead of %d", f.phsize, entry)
	case f.phnum > maxPrograms:
		return damaged("the file has %d program headers; the maximum is %d", f.phnum, maxPrograms)
	}
	err := f.each(f.phoff, f.phnum, entry, "the program header table", func(_ uint64, b []byte) bool {
		f.addProgram(b)
		return true
	})
	for _, s := range f.Segments {
		if err == nil && !f.has(s.Offset, s.File) {
			err = damaged("a segment extends beyond the end of the file: the file is truncated")
		}
	}
	return err
}

func (f *file) addProgram(b []byte) {
	s := Segment{Offset: f.word(b, 1), Addr: f.word(b, 2), File: f.word(b, 4), Memory: f.word(b, 5)}
	if f.wide {
		s.Flags, s.Align = elf.ProgFlag(f.order.Uint32(b[4:])), f.word(b, 6)
	} else {
		s.Flags, s.Align = elf.ProgFlag(f.order.Uint32(b[24:])), f.word(b, 7)
	}
	switch elf.ProgType(f.order.Uint32(b)) {
	case elf.PT_LOAD:
		f.Segments = append(f.Segments, s)
	case elf.PT_DYNAMIC:
		f.dynamic = &s
	case elf.PT_NOTE:
		f.notes = append(f.notes, s)
	case elf.PT_INTERP:
		f.interpreter = true
	case elf.PT_GNU_RELRO:
		f.Relro = &s
	case elf.PT_GNU_STACK:
		f.Stack = &s
	}
}

// offset returns the file offset of n bytes at an address, and whether the file has them.
func (f *file) offset(addr, n uint64) (uint64, bool) {
	s, ok := f.segmentOf(addr, n)
	return s.Offset + (addr - s.Addr), ok
}

// segmentOf returns the segment whose file content includes n bytes at an address.
func (f *file) segmentOf(addr, n uint64) (Segment, bool) {
	for _, s := range f.Segments {
		if addr >= s.Addr && addr-s.Addr <= s.File && n <= s.File-(addr-s.Addr) {
			return s, true
		}
	}
	return Segment{}, false
}
