//go:build unix

package fsx

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Only a regular file is opened. A named pipe without a writer does not block.
func TestOpenRegular(t *testing.T) {
	dir := t.TempDir()
	file, link, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Symlink("file", link), syscall.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{file: true, link: false, pipe: false, dir: false, file + "-none": false} {
		f, err := OpenRegular(path)
		if f.Close(); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// OpenOwn refuses files that others can write to, and files of other users.
func TestOpenOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[os.FileMode]bool{0o600: true, 0o644: true, 0o620: false, 0o602: false} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		f, err := OpenOwn(path)
		if f.Close(); (err == nil) != want {
			t.Errorf("mode %o: %v", mode, err)
		}
	}
	foreign := "/etc/passwd"
	if os.Geteuid() == 0 {
		foreign = path
		if err := errors.Join(os.Chmod(path, 0o600), os.Chown(path, 1, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if f, err := OpenOwn(foreign); err == nil {
		t.Error("a file of another user was opened")
		f.Close()
	}
}
