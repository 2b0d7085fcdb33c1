//go:build unix

package ownfolder

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMake(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	for range 2 {
		if err := Make(dir); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Make(dir); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info, err)
	}
	link := filepath.Join(filepath.Dir(dir), "link")
	if err := os.Symlink("b", link); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o770); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{dir, link} {
		if err := Make(at); err == nil {
			t.Errorf("%s is taken", at)
		}
	}
}
