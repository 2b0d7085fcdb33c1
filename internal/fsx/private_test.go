package fsx

import (
	"os"
	"path/filepath"
	"testing"
)

// On each system, a directory that MakePrivateDir creates can be opened and created again.
func TestMakePrivateDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	for range 2 {
		if err := MakePrivateDir(dir); err != nil {
			t.Fatal(err)
		}
	}
	f, err := OpenPrivateDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if names, err := f.Readdirnames(-1); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}
