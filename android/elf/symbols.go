package elf

import "debug/elf"

// maxSymbols is the maximum number of names kept of a table; large libraries have a few hundred thousand.
const maxSymbols = 1 << 20

// symbol is an entry of a symbol table.
type symbol struct {
	name    uint64
	bind    elf.SymBind
	typ     elf.SymType
	vis     elf.SymVis
	section elf.SectionIndex
}

func (f *file) decodeSymbol(b []byte) symbol {
	info, other, section := 12, 13, 14
	if f.wide {
		info, other, section = 4, 5, 6
	}
	return symbol{uint64(f.order.Uint32(b)), elf.ST_BIND(b[info]), elf.ST_TYPE(b[info]), elf.ST_VISIBILITY(b[other]),
		elf.SectionIndex(f.order.Uint16(b[section:]))}
}

// isLocal reports whether only the object itself can use the symbol.
func (s symbol) isLocal() bool {
	return s.bind == elf.STB_LOCAL || s.vis == elf.STV_HIDDEN || s.vis == elf.STV_INTERNAL
}

// isVersion reports whether the symbol only names a symbol version.
func (s symbol) isVersion() bool { return s.section == elf.SHN_ABS && s.typ == elf.STT_OBJECT }

// readDynamicSymbols reads the exported and the undefined symbols.
func (f *file) readDynamicSymbols(text names) error {
	addr, ok := f.values[elf.DT_SYMTAB]
	if !ok {
		return nil
	}
	count, err := f.symbolCount()
	if err != nil {
		return err
	}
	entry := f.form(24, 16)
	off, ok := f.offset(addr, 0)
	if !ok {
		return damaged("the dynamic symbol table is outside the loaded segments")
	}
	if f.has(off, f.used*entry) { // some hash tables do not include undefined symbols
		count = max(count, f.used)
	}
	if count > maxSymbols {
		return damaged("the dynamic symbol table has %d entries; the maximum is %d", count, maxSymbols)
	}
	return f.each(off, count, entry, "the dynamic symbol table", func(_ uint64, b []byte) bool {
		f.addSymbol(f.decodeSymbol(b), text)
		return true
	})
}

func (f *file) addSymbol(s symbol, text names) {
	name := text.at(s.name)
	switch {
	case name == "" || s.isLocal() || s.isVersion():
	case s.section != elf.SHN_UNDEF:
		f.Exports = append(f.Exports, Symbol{name, s.typ})
	case s.bind != elf.STB_WEAK:
		f.Undefined = append(f.Undefined, name)
	}
}

// symbolCount returns the number of symbols that the dynamic linker can find. A symbol table has no length;
// its hash table has.
func (f *file) symbolCount() (uint64, error) {
	if addr, ok := f.values[elf.DT_HASH]; ok {
		return f.countHash(addr)
	}
	if addr, ok := f.values[elf.DT_GNU_HASH]; ok {
		return f.countGNUHash(addr)
	}
	return 0, damaged("the file has dynamic symbols but no hash table")
}

func (f *file) countHash(addr uint64) (uint64, error) {
	head, err := f.loaded(addr, 8, "the hash table")
	if err != nil {
		return 0, err
	}
	return uint64(f.order.Uint32(head[4:])), nil
}

// countGNUHash finds the last symbol: the end of the chain that begins last. Symbols before the table's first
// are undefined.
func (f *file) countGNUHash(addr uint64) (uint64, error) {
	head, err := f.loaded(addr, 16, "the hash table")
	if err != nil {
		return 0, err
	}
	buckets, first, bloom := uint64(f.order.Uint32(head)), uint64(f.order.Uint32(head[4:])), uint64(f.order.Uint32(head[8:]))
	at := addr + 16 + bloom*f.form(8, 4)
	off, ok := f.offset(at, buckets*4)
	if !ok {
		return 0, damaged("the hash table is outside the loaded segments")
	}
	last := uint64(0)
	err = f.each(off, buckets, 4, "the hash table", func(_ uint64, b []byte) bool {
		last = max(last, uint64(f.order.Uint32(b)))
		return true
	})
	if err != nil || last < first {
		return first, err
	}
	return f.endOfChain(off+buckets*4+(last-first)*4, last)
}

// endOfChain follows a chain to its last entry, which is odd, and returns the next symbol's index.
func (f *file) endOfChain(off, symbol uint64) (uint64, error) {
	if !f.has(off, 4) {
		return 0, damaged("the hash table extends beyond the end of the file: the file is truncated")
	}
	ended := false
	err := f.each(off, (f.size-off)/4, 4, "the hash table", func(_ uint64, b []byte) bool {
		symbol++
		ended = f.order.Uint32(b)&1 != 0
		return !ended
	})
	if err == nil && !ended {
		err = damaged("the last chain of the hash table has no end mark")
	}
	return symbol, err
}

// loaded reads n loaded bytes at an address.
func (f *file) loaded(addr, n uint64, what string) ([]byte, error) {
	off, ok := f.offset(addr, n)
	if !ok {
		return nil, damaged("%s is outside the loaded segments", what)
	}
	return f.bytes(off, n, what)
}
