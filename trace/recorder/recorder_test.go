//go:build linux

package recorder_test

import (
	"debug/elf"
	"os"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/recorder"
)

// The layer is built once: for this machine, and with the two entry points that Android calls and no other.
func TestLayer(t *testing.T) {
	told := 0
	maker := recorder.Maker{Cache: t.TempDir(), Building: func() { told++ }}
	path, err := maker.Layer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := maker.Layer(t.Context())
	if err != nil || again != path {
		t.Fatalf("%s, then %s, %v", path, again, err)
	}
	if told != 1 {
		t.Errorf("building is told of %d times", told)
	}
	if after, err := os.Stat(path); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("it was built twice, %v", err)
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
