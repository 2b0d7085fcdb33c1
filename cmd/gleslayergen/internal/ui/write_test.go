package ui

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestWriteNew checks that a file which another process creates meanwhile is not replaced.
func TestWriteNew(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	fill := func(meanwhile func()) func(w io.Writer) error {
		return func(w io.Writer) error {
			meanwhile()
			_, err := io.WriteString(w, "new")
			return err
		}
	}
	if err := WriteNew(path, 0o600, fill(func() {})); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(path); string(data) != "new" {
		t.Errorf("%q, %v", data, err)
	}
	other := filepath.Join(dir, "other")
	err := WriteNew(other, 0o600, fill(func() {
		if err := os.WriteFile(other, []byte("old"), 0o600); err != nil {
			t.Error(err)
		}
	}))
	if data, _ := os.ReadFile(other); !errors.Is(err, fs.ErrExist) || string(data) != "old" {
		t.Errorf("%q, %v", data, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 2 {
		t.Errorf("temporary files: %v", left)
	}
}
