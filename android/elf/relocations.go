package elf

import "debug/elf"

// tpoff are the relocation types for a fixed offset from the thread pointer: the initial-exec model.
var tpoff = map[elf.Machine][]uint32{
	elf.EM_AARCH64: {uint32(elf.R_AARCH64_TLS_TPREL64)},
	elf.EM_ARM:     {uint32(elf.R_ARM_TLS_TPOFF32)},
	elf.EM_X86_64:  {uint32(elf.R_X86_64_TPOFF64), uint32(elf.R_X86_64_TPOFF32)},
	elf.EM_386:     {uint32(elf.R_386_TLS_TPOFF), uint32(elf.R_386_TLS_TPOFF32)},
	elf.EM_RISCV:   {uint32(elf.R_RISCV_TLS_TPREL32), uint32(elf.R_RISCV_TLS_TPREL64)},
}

// readRelocations reads the relocation tables. It skips packed ones: linkers that pack set DF_STATIC_TLS, and
// undefined symbols are also in DT_JMPREL or the hash table.
func (f *file) readRelocations() error {
	if f.ABI == "" {
		return nil // the relocation types of other machines are unknown
	}
	rela, rel := f.form(24, 12), f.form(16, 8)
	plt := rel
	if elf.DynTag(f.values[elf.DT_PLTREL]) == elf.DT_RELA {
		plt = rela
	}
	for _, t := range []relocations{
		{elf.DT_RELA, elf.DT_RELASZ, rela, f.addRelocation}, {elf.DT_REL, elf.DT_RELSZ, rel, f.addRelocation},
		{elf.DT_JMPREL, elf.DT_PLTRELSZ, plt, f.addRelocation},
	} {
		if err := f.eachRelocation(t); err != nil {
			return err
		}
	}
	return nil
}

// relocations is a relocation table: the dynamic tags of its address and size, the size of an entry in bytes,
// and the function that receives the entries.
type relocations struct {
	at, size elf.DynTag
	entry    uint64
	take     func(i uint64, entry []byte) bool
}

func (f *file) eachRelocation(t relocations) error {
	size := f.values[t.size]
	if f.values[t.at] == 0 || size == 0 {
		return nil
	}
	off, ok := f.offset(f.values[t.at], size)
	if !ok {
		return damaged("the relocation table is outside the loaded segments")
	}
	return f.each(off, size/t.entry, t.entry, "the relocation table", t.take)
}

// symbolAndKind returns the symbol index and the type of a relocation.
func (f *file) symbolAndKind(b []byte) (symbol uint64, kind uint32) {
	info := f.word(b, 1)
	if f.wide {
		return info >> 32, uint32(info)
	}
	return info >> 8, uint32(info & 0xff)
}

func (f *file) addRelocation(_ uint64, b []byte) bool {
	symbol, kind := f.symbolAndKind(b)
	for _, k := range tpoff[f.Machine] {
		f.StaticTLS = f.StaticTLS || k == kind
	}
	f.used = max(f.used, symbol+1)
	return true
}
