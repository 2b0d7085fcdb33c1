package build

import (
	"debug/dwarf"
	"debug/elf"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// section is what stands in a section, or "".
func section(t *testing.T, f *elf.File, name string) string {
	t.Helper()
	s := f.Section(name)
	if s == nil {
		return ""
	}
	data, err := s.Data()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func le(n uint32) string { return string(binary.LittleEndian.AppendUint32(nil, n)) }

// hasUnit reports whether the debug information contains a source file.
func hasUnit(t *testing.T, data *dwarf.Data, name string) bool {
	t.Helper()
	r := data.Reader()
	for {
		e, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if e == nil {
			return false
		}
		unit, ok := e.Val(dwarf.AttrName).(string)
		if dir, _ := e.Val(dwarf.AttrCompDir).(string); !filepath.IsAbs(unit) {
			unit = filepath.Join(dir, unit)
		}
		if ok && e.Tag == dwarf.TagCompileUnit && strings.HasSuffix(unit, name) {
			return true
		}
		r.SkipChildren()
	}
}

// compilerScript is a C compiler that is a script.
func compilerScript(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cc")
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}
