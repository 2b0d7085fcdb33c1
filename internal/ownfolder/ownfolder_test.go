package ownfolder

import (
	"os"
	"path/filepath"
	"testing"
)

// On every system a folder that was made is one that can be used, and stays that.
func TestMake(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	for range 2 {
		if err := Make(dir); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Open(dir)
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
