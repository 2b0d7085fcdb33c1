package testutil

import (
	"debug/elf"
	"slices"
	"strings"
	"testing"
)

// OpenLayer opens a shared object and closes it when the test ends.
func OpenLayer(t testing.TB, path string) *elf.File {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// CheckLayer checks what holds for each layer: it exports exactly the two entry points that Android calls, imports no EGL or GL
// function, has the soname lib<name>.so, and aligns its segments for pages of 16 KiB.
func CheckLayer(t testing.TB, f *elf.File, name string) {
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
			t.Errorf("the layer imports %s", s.Name)
		}
	}
	slices.Sort(exports)
	if want := []string{"AndroidGLESLayer_GetProcAddress", "AndroidGLESLayer_Initialize"}; !slices.Equal(exports, want) {
		t.Errorf("exports %v, want %v", exports, want)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Align != 16<<10 {
			t.Errorf("segment alignment is %d bytes, want 16384 for devices with pages of 16 KiB", p.Align)
		}
	}
	if names, err := f.DynString(elf.DT_SONAME); err != nil || !slices.Equal(names, []string{"lib" + name + ".so"}) {
		t.Errorf("soname %v, %v", names, err)
	}
}
