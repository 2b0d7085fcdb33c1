package elf

import "debug/elf"

// section is the part of a section header that this package uses.
type section struct {
	name, kind, link uint64
	offset, size     uint64
}

// maxSections is the maximum without extended section numbering, which only compilers' temporary files need.
const maxSections = 0xff00

// readSections reads the end of the file: section names and functions that are not exported.
func (f *file) readSections() error {
	entry := f.form(64, 40)
	if f.shnum == 0 || f.shstrndx == 0 {
		return nil
	}
	f.Sections = true
	if f.shsize != entry {
		return damaged("each section header has %d bytes instead of %d", f.shsize, entry)
	}
	if f.shnum > maxSections {
		return damaged("the file has %d section headers; the maximum is %d", f.shnum, maxSections)
	}
	list := make([]section, 0, f.shnum)
	err := f.each(f.shoff, f.shnum, entry, "the section header table", func(_ uint64, b []byte) bool {
		list = append(list, f.decodeSection(b))
		return true
	})
	if err != nil {
		return err
	}
	if err := f.readSectionNames(list); err != nil {
		return err
	}
	return f.readHidden(list)
}

func (f *file) decodeSection(b []byte) section {
	s := section{name: uint64(f.order.Uint32(b)), kind: uint64(f.order.Uint32(b[4:]))}
	row := b[8:]
	s.offset, s.size = f.word(row, 2), f.word(row, 3)
	s.link = uint64(f.order.Uint32(row[f.form(32, 16):]))
	return s
}

// readSectionNames detects Go's runtime by its section. Linkers can omit Go's note, but not this section.
func (f *file) readSectionNames(list []section) error {
	if f.shstrndx >= uint64(len(list)) {
		return damaged("the section name table is missing")
	}
	at := list[f.shstrndx]
	text, err := f.names(at.offset, at.size, "the section name table")
	for _, s := range list {
		f.Go = f.Go || text.at(s.name) == ".go.buildinfo"
	}
	return err
}

// readHidden reads the symbol table. Only debuggers use it, so one that is too large is not an error.
func (f *file) readHidden(list []section) error {
	for _, s := range list {
		if elf.SectionType(s.kind) != elf.SHT_SYMTAB || s.link >= uint64(len(list)) || list[s.link].size > maxTable {
			continue
		}
		text, err := f.names(list[s.link].offset, list[s.link].size, "the string table")
		if err != nil {
			return err
		}
		entry := f.form(24, 16)
		return f.each(s.offset, s.size/entry, entry, "the symbol table", func(_ uint64, b []byte) bool {
			y := f.decodeSymbol(b)
			if name := text.at(y.name); name != "" && y.typ == elf.STT_FUNC && y.section != elf.SHN_UNDEF && y.isLocal() {
				f.Hidden = append(f.Hidden, name)
			}
			return len(f.Hidden) < maxSymbols
		})
	}
	return nil
}
