package fsx

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// abandonedAge is the minimum age of a directory that MakeLocked removes. A younger one may not be locked yet.
const abandonedAge = time.Minute

// MakeLocked creates a temporary directory below parent that this process locks until the file is closed. It first removes
// such directories of processes that were killed, unless inUse, which may be nil, reports that something else needs them.
func MakeLocked(parent, prefix string, inUse func(dir string) bool) (dir string, lock *os.File, err error) {
	removeAbandoned(parent, prefix, inUse)
	if dir, err = os.MkdirTemp(parent, prefix); err != nil {
		return "", nil, err
	}
	if lock, _, err = TryLock(dir); err != nil {
		os.Remove(dir)
	}
	return dir, lock, err
}

func removeAbandoned(parent, prefix string, inUse func(dir string) bool) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !strings.HasPrefix(entry.Name(), prefix) || !info.IsDir() || !IsOwner(info) || time.Since(info.ModTime()) < abandonedAge {
			continue
		}
		dir := filepath.Join(parent, entry.Name())
		lock, state, err := TryLock(dir)
		if err != nil || state == LockBusy {
			continue
		}
		if state == Locked && (inUse == nil || !inUse(dir)) {
			os.RemoveAll(dir)
		}
		lock.Close()
	}
}
