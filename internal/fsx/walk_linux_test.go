package fsx

import (
	"os"
	"path/filepath"
	"testing"
)

// Links of this user on the way are followed; those of another user are not, and neither is a link in the last place.
func TestOpenDirFollowsOnlyOwnLinks(t *testing.T) {
	base := t.TempDir()
	for _, link := range [][2]string{{"relative", "real/deep"}, {"absolute", filepath.Join(base, "real")}, {"loop", "loop/x"}, {"foreign", "real"}} {
		if err := os.Symlink(link[1], filepath.Join(base, link[0])); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(base, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := func(path string, create bool) error {
		f, err := OpenDir(filepath.Join(base, path), create)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		named, err := os.Stat(filepath.Join(base, path))
		if err != nil || !os.SameFile(info, named) {
			t.Errorf("%s: another directory: %v", path, err)
		}
		return nil
	}
	if err := open("real/deep/a", false); !os.IsNotExist(err) {
		t.Errorf("a missing directory: %v", err)
	}
	for _, path := range []string{"real/deep/a", "relative/b", "absolute/deep/c", "real/../real//./d"} {
		if err := open(path, true); err != nil {
			t.Error(err)
		}
		if err := open(path, false); err != nil {
			t.Error(err)
		}
	}
	for _, path := range []string{"relative", "absolute", "loop/x", "file", "file/x"} {
		if err := open(path, true); err == nil {
			t.Errorf("%s was opened", path)
		}
	}
	if os.Geteuid() != 0 {
		return // only root can create a link of another user, as CI does
	}
	if err := os.Lchown(filepath.Join(base, "foreign"), 65534, 65534); err != nil {
		t.Fatal(err)
	}
	if err := open("foreign/e", true); err == nil {
		t.Error("a link of another user was followed")
	}
	if _, err := os.Lstat(filepath.Join(base, "real/e")); !os.IsNotExist(err) {
		t.Errorf("a directory was created behind a link of another user: %v", err)
	}
}
