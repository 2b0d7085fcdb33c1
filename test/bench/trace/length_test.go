package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

func TestSizes(t *testing.T) {
	if all, rounds, err := sizes(""); err != nil || !slices.Equal(all, lengths) || rounds != 0 {
		t.Errorf("%v, %d, %v", all, rounds, err)
	}
	if all, rounds, err := sizes("100M"); err != nil || !slices.Equal(all, []int{100}) || rounds != 1 {
		t.Errorf("%v, %d, %v", all, rounds, err)
	}
	for _, text := range []string{"100", "M", "-1M", "1G"} {
		if _, _, err := sizes(text); err == nil {
			t.Errorf("%q is valid", text)
		}
	}
}

// A recording that does not fit on the disk is not begun.
func TestWriteLong(t *testing.T) {
	b, path := &bench{}, filepath.Join(t.TempDir(), "long.gltrace")
	if err := b.write(t.Context(), path, 1_000_000_000, format.Unpacked, 0.1); err == nil || !strings.Contains(err.Error(), "free space") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file")
	}
	if err := b.write(t.Context(), path, 1, format.Quick, 1); err != nil {
		t.Fatal(err)
	}
	f, err := file.Open(path)
	if err != nil || f.Len() < 1_000_000 || len(f.Threads()) != 3 {
		t.Fatal(err)
	}
	f.Close()
}
