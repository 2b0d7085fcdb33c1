//go:build linux

package loader

import (
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/rules"
)

// TestBionicText damages one field of the header after the other: the text is that of the first fault in the order of
// Android's linker.
func TestBionicText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "liba.so")
	whole, err := os.ReadFile(library(t, path, goodLayer))
	if err != nil {
		t.Fatal(err)
	}
	half := func(at int, value uint16) func([]byte) {
		return func(b []byte) { binary.LittleEndian.PutUint16(b[at:], value) }
	}
	damages := []struct {
		want   string
		damage func([]byte)
	}{
		{"", func([]byte) {}},
		{"has invalid shdr offset/size: 0/", func(b []byte) { binary.LittleEndian.PutUint64(b[40:], 0) }},
		{"has invalid shdr offset/size: 68/", func(b []byte) { binary.LittleEndian.PutUint64(b[40:], 68) }},
		{"has no section headers", half(60, 0)},
		{"has invalid phdr offset/size: 0/", func(b []byte) { binary.LittleEndian.PutUint64(b[32:], 0) }},
		{"has invalid e_phnum: 1171", half(56, 1171)},
		{"has invalid e_phnum: 0", half(56, 0)},
		{"has invalid e_shstrndx", half(62, 0)},
		{"has unsupported e_shentsize: 0x28 (expected 0x40)", half(58, 40)},
		{"is for EM_S390 (22) instead of EM_", half(18, uint16(elf.EM_S390))},
		{"has unexpected e_version: 7", half(20, 7)},
		{"has unexpected e_type: 1", half(16, uint16(elf.ET_REL))},
		{"not little-endian: 2", func(b []byte) { b[elf.EI_DATA] = byte(elf.ELFDATA2MSB) }},
		{"has unknown ELF class: 9", func(b []byte) { b[elf.EI_CLASS] = 9 }},
		{"is 32-bit instead of 64-bit", func(b []byte) { b[elf.EI_CLASS] = byte(elf.ELFCLASS32) }},
		{"has bad ELF magic: 00454c46", func(b []byte) { b[0] = 0 }},
	}
	for _, d := range damages {
		d.damage(whole)
		writeFile(t, path, string(whole), 0o600)
		got := bionicText(path, "", rules.Newest())
		if want := "dlopen failed: \"" + path + "\" " + d.want; d.want == "" && got != "" || d.want != "" && !strings.HasPrefix(got, want) {
			t.Errorf("%q, not %q", got, d.want)
		}
	}
}
