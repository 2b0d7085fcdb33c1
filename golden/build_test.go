package golden

import (
	"debug/elf"
	"slices"
	"strings"
	"testing"
)

// Every project builds, is in gofmt's form, passes vet and its own tests, and lets the app draw.
func TestBuildAndRun(t *testing.T) {
	for _, k := range cases() {
		if k.hashed && !heavy {
			continue // 1060 hooks take 10 s; the heavy tests have them
		}
		t.Run(k.name, func(t *testing.T) {
			dir := k.write(t)
			if out := command(t, dir, "gofmt", "-l", "."); out != "" {
				t.Errorf("not in gofmt's form:\n%s", out)
			}
			command(t, dir, "go", "vet", "./...")
			command(t, dir, "go", "test", "./...")
			lib := build(t, dir)
			checkExports(t, lib)
			run(t, []string{lib}, nil)
		})
	}
}

// checkExports wants exactly the two entry points, and nothing of EGL or GL that the loader would have to give.
func checkExports(t *testing.T, lib string) {
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
		if s.Section != elf.SHN_UNDEF {
			exports = append(exports, s.Name)
		} else if strings.HasPrefix(s.Name, "egl") || strings.HasPrefix(s.Name, "gl") && s.Name[2] >= 'A' && s.Name[2] <= 'Z' {
			t.Errorf("undefined symbol %s", s.Name)
		}
	}
	slices.Sort(exports)
	if want := []string{"AndroidGLESLayer_GetProcAddress", "AndroidGLESLayer_Initialize"}; !slices.Equal(exports, want) {
		t.Errorf("exports %v, expected %v", exports, want)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD && p.Align < 16384 {
			t.Errorf("a segment is aligned to %d bytes: devices with 16 KiB pages cannot load it", p.Align)
		}
	}
	if names, err := f.DynString(elf.DT_SONAME); err != nil || !slices.Equal(names, []string{"libgleslayer.so"}) {
		t.Errorf("soname %v, %v", names, err)
	}
}
