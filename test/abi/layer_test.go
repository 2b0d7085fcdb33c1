package abi

import (
	"debug/elf"
	"regexp"
	"slices"
	"testing"
)

var entryPoints = []string{"AndroidGLESLayer_GetProcAddress", "AndroidGLESLayer_Initialize"}

var graphics = regexp.MustCompile(`^(egl|gl)[A-Z]`)

// checkLayer wants a shared object that exports the two entry points and nothing else, needs nothing of EGL and
// OpenGL ES, and can be mapped as it is: Android refuses text relocations.
func checkLayer(t *testing.T, lib string) {
	t.Helper()
	f, err := elf.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	var exports []string
	for _, s := range symbols {
		switch {
		case elf.ST_BIND(s.Info) == elf.STB_LOCAL: // sections, which linkers for arm put there too
		case s.Section != elf.SHN_UNDEF:
			exports = append(exports, s.Name)
		case graphics.MatchString(s.Name):
			t.Errorf("%s: undefined symbol %s", lib, s.Name)
		}
	}
	if slices.Sort(exports); !slices.Equal(exports, entryPoints) {
		t.Errorf("%s exports %v, expected %v", lib, exports, entryPoints)
	}
	if n, _ := f.DynValue(elf.DT_TEXTREL); len(n) > 0 {
		t.Errorf("%s has text relocations", lib)
	}
	if flags, _ := f.DynValue(elf.DT_FLAGS); len(flags) > 0 && flags[0]&uint64(elf.DF_TEXTREL) != 0 {
		t.Errorf("%s has text relocations", lib)
	}
}
