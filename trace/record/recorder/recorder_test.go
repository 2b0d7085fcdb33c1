//go:build linux

package recorder_test

import (
	"debug/elf"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// The layer for this machine exports the two entry points that Android calls, and no other symbols.
func TestLayer(t *testing.T) {
	path, err := recorder.Layer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	exported := 0
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF {
			exported++
		}
	}
	if exported != 2 {
		t.Errorf("%d symbols are exported", exported)
	}
}

// The Makefile of a project compiles exactly the files of the layer.
func TestMakefileNamesAllSources(t *testing.T) {
	files, err := recorder.Sources()
	if err != nil {
		t.Fatal(err)
	}
	var listed, there []string
	for _, f := range files {
		if dir := path.Dir(f.Path); path.Ext(f.Path) == ".c" && (dir == "core" || dir == "trace") {
			there = append(there, f.Path)
		}
		if f.Path == "zz_generated_sources.mk" {
			_, list, _ := strings.Cut(string(f.Content), "LAYER_SOURCES =")
			list, _, _ = strings.Cut(list, "\n\n")
			listed = strings.Fields(strings.ReplaceAll(list, "\\", ""))
		}
	}
	slices.Sort(listed)
	slices.Sort(there)
	if len(there) < 50 || !slices.Equal(listed, there) {
		t.Errorf("the list has\n%s\nand the layer\n%s", strings.Join(listed, "\n"), strings.Join(there, "\n"))
	}
}

func BenchmarkSources(b *testing.B) {
	for b.Loop() {
		if _, err := recorder.Sources(); err != nil {
			b.Fatal(err)
		}
	}
}
