//go:build linux

package recorder_test

import (
	"debug/elf"
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

func BenchmarkSources(b *testing.B) {
	for b.Loop() {
		if _, err := recorder.Sources(); err != nil {
			b.Fatal(err)
		}
	}
}
