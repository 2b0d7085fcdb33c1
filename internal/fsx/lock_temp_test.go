package fsx

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// Directories of killed processes are removed at once; those that are locked, in use or named otherwise are kept.
func TestMakeLockedRemovesAbandoned(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{"temp-dead", "temp-used", "other-dead"} {
		if err := os.MkdirAll(filepath.Join(parent, name, "inside"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	inUse := func(dir string) bool { return filepath.Base(dir) == "temp-used" }
	first, lock, err := MakeLocked(parent, "temp-", inUse)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	second, lock2, err := MakeLocked(parent, "temp-", inUse)
	if err != nil {
		t.Fatal(err)
	}
	defer lock2.Close()
	want := []string{"other-dead", filepath.Base(first), filepath.Base(second), "temp-used"}
	slices.Sort(want)
	if got := names(t, parent); !slices.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
}

// Many at the same time: each gets a directory of its own, and it stays.
func TestMakeLockedTogether(t *testing.T) {
	parent := t.TempDir()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 50 {
				dir, lock, err := MakeLocked(parent, "temp-", nil)
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
					t.Error(err)
				}
				os.RemoveAll(dir)
				lock.Close()
			}
		})
	}
	group.Wait()
	if left := names(t, parent); len(left) > 0 {
		t.Errorf("%v", left)
	}
}
