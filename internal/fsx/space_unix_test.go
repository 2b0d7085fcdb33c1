//go:build linux || darwin

package fsx

import (
	"errors"
	"io/fs"
	"path/filepath"
	"testing"
)

func TestFreeSpace(t *testing.T) {
	dir := t.TempDir()
	if free, err := FreeSpace(dir); err != nil || free <= 0 {
		t.Errorf("%d bytes, %v", free, err)
	}
	if _, err := FreeSpace(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a directory that does not exist: %v", err)
	}
}
