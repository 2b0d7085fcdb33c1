package elf

import "debug/elf"

const maxDynamic = 64 << 10 // entries; large libraries have about 50

// readDynamic reads the dynamic segment. Object files and static programs do not have one.
func (f *file) readDynamic() error {
	f.Program = f.Type == elf.ET_EXEC || f.interpreter
	if f.dynamic == nil {
		return nil
	}
	f.Dynamic = true
	entry := f.form(16, 8)
	count := f.dynamic.File / entry
	if count > maxDynamic {
		return damaged("the dynamic segment has %d entries; the maximum is %d", count, maxDynamic)
	}
	err := f.each(f.dynamic.Offset, count, entry, "the dynamic segment", func(_ uint64, b []byte) bool {
		tag, value := elf.DynTag(f.word(b, 0)), f.word(b, 1)
		switch tag {
		case elf.DT_NULL:
			return false
		case elf.DT_NEEDED:
			f.needed = append(f.needed, value)
		default:
			f.values[tag] = value
		}
		return true
	})
	if err != nil {
		return err
	}
	f.readFlags()
	return nil
}

func (f *file) readFlags() {
	flags := elf.DynFlag(f.values[elf.DT_FLAGS])
	_, textRel := f.values[elf.DT_TEXTREL]
	f.TextRelocations = textRel || flags&elf.DF_TEXTREL != 0
	f.StaticTLS = flags&elf.DF_STATIC_TLS != 0
}

// readDynamicNames reads the names that the dynamic segment refers to.
func (f *file) readDynamicNames() error {
	text, err := f.dynamicStrings()
	if err != nil {
		return err
	}
	f.Soname = text.at(f.values[elf.DT_SONAME])
	pie := elf.DynFlag1(f.values[elf.DT_FLAGS_1])&elf.DF_1_PIE != 0
	f.Program = f.Program && f.Soname == "" || f.Type == elf.ET_EXEC || pie // libc.so.6 is a library that can also run as a program
	f.RunPath = text.at(f.values[elf.DT_RUNPATH])
	for _, at := range f.needed {
		f.Needed = append(f.Needed, text.at(at))
	}
	return f.readDynamicSymbols(text)
}

// dynamicStrings returns the string table of the dynamic segment and its symbols.
func (f *file) dynamicStrings() (names, error) {
	addr, ok := f.values[elf.DT_STRTAB]
	if !ok {
		return "", nil
	}
	n := f.values[elf.DT_STRSZ]
	off, ok := f.offset(addr, n)
	if !ok {
		return "", damaged("the dynamic string table is outside the loaded segments")
	}
	return f.names(off, n, "the string table")
}
