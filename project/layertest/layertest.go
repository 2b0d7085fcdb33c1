// Package layertest says what every layer must be as a shared object, whatever it was built from and for. Only tests import it.
package layertest

import (
	"debug/elf"
	"slices"
	"strings"
	"testing"
)

// Open opens a shared object for the time of a test.
func Open(t testing.TB, path string) *elf.File {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// Check wants exactly the two entry points that Android calls, nothing of EGL or GL that the loader would have to give, the
// soname lib<name>.so, and segments for pages of 16 KiB.
func Check(t testing.TB, f *elf.File, name string) {
	t.Helper()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	var exports []string
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF {
			exports = append(exports, s.Name)
		} else if strings.HasPrefix(s.Name, "egl") || strings.HasPrefix(s.Name, "gl") && len(s.Name) > 2 && s.Name[2] >= 'A' && s.Name[2] <= 'Z' {
			t.Errorf("%s is wanted from outside", s.Name)
		}
	}
	slices.Sort(exports)
	if want := []string{"AndroidGLESLayer_GetProcAddress", "AndroidGLESLayer_Initialize"}; !slices.Equal(exports, want) {
		t.Errorf("exports %v, expected %v", exports, want)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Align != 16<<10 {
			t.Errorf("a segment is aligned to %d bytes: devices with pages of 16 KiB want 16384", p.Align)
		}
	}
	if names, err := f.DynString(elf.DT_SONAME); err != nil || !slices.Equal(names, []string{"lib" + name + ".so"}) {
		t.Errorf("soname %v, %v", names, err)
	}
}
