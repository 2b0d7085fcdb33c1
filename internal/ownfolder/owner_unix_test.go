//go:build unix

package ownfolder

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// One that others may read becomes the user's alone; one that they could write to, and a link, are refused.
func TestMakeAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
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
	if err := os.Symlink("a", link); err != nil {
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

// What was opened stays what was looked at, and is left as it was.
func TestOpen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("%v %v", info, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link, file, open := dir+"-link", filepath.Join(dir, "x"), dir+"-open"
	if err := errors.Join(os.Symlink(dir, link), os.Mkdir(open, 0o700), os.Chmod(open, 0o777)); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{link, file, open, dir + "-none"} {
		if f, err := Open(at); err == nil {
			t.Errorf("%s is opened", at)
			f.Close()
		}
	}
	if err := os.Rename(dir, dir+"-moved"); err != nil {
		t.Fatal(err)
	}
	if names, err := f.Readdirnames(-1); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}
