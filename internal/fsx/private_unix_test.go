//go:build unix

package fsx

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A directory that others may read becomes private. One that others may write to, and a symbolic link, are refused.
func TestMakePrivateDirExists(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := MakePrivateDir(dir); err != nil {
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
		if err := MakePrivateDir(at); err == nil {
			t.Errorf("%s was accepted", at)
		}
	}
}

// An open directory stays the one that was checked. Opening does not change its mode.
func TestOpenPrivateDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := OpenPrivateDir(dir)
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
		if f, err := OpenPrivateDir(at); err == nil {
			t.Errorf("%s was opened", at)
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
