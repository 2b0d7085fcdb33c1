package elf

import (
	"bytes"
	"debug/elf"
	"testing"
)

// Each flag of an object has several encodings; each of them alone sets it.
func TestFlags(t *testing.T) {
	tag := func(t elf.DynTag) uint64 { return uint64(t) }
	static := func(o *Object) bool { return o.StaticTLS }
	text := func(o *Object) bool { return o.TextRelocations }
	program := func(o *Object) bool { return o.Program }
	relocated := map[bool]elf.R_X86_64{false: elf.R_X86_64_RELATIVE, true: elf.R_X86_64_TPOFF64}
	for name, c := range map[string]struct {
		entries []uint64
		is      func(*Object) bool
		table   bool // in the second entry of a relocation table
	}{
		"DF_STATIC_TLS": {[]uint64{tag(elf.DT_FLAGS), uint64(elf.DF_STATIC_TLS)}, static, false},
		"DF_TEXTREL":    {[]uint64{tag(elf.DT_FLAGS), uint64(elf.DF_TEXTREL)}, text, false},
		"DT_TEXTREL":    {[]uint64{tag(elf.DT_TEXTREL), 0}, text, false},
		"DF_1_PIE":      {[]uint64{tag(elf.DT_FLAGS_1), uint64(elf.DF_1_PIE)}, program, false},
		"RELA":          {[]uint64{tag(elf.DT_RELA), 6144, tag(elf.DT_RELASZ), 48}, static, true},
		"JMPREL":        {[]uint64{tag(elf.DT_JMPREL), 6144, tag(elf.DT_PLTRELSZ), 48, tag(elf.DT_PLTREL), uint64(elf.DT_RELA)}, static, true},
	} {
		for _, with := range []bool{true, false} {
			data := dynamic(8192, 0, 0)
			if with || c.table {
				data = dynamic(8192, append(c.entries, 0, 0)...)
			}
			le.PutUint64(data[6144+24+8:], uint64(relocated[with]))
			if o, err := Read(bytes.NewReader(data), int64(len(data))); err != nil || c.is(o) != with {
				t.Errorf("%s, %t: %+v, %v", name, with, o, err)
			}
		}
	}
}
