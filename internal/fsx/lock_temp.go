package fsx

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// maxAttempts is how often MakeLocked creates a directory: another process can remove a new one before it is locked.
const maxAttempts = 100

// MakeLocked creates a temporary directory below parent that this process locks until the file is closed. It first removes
// such directories of processes that were killed, unless inUse, which may be nil, reports that something else needs them.
func MakeLocked(parent, prefix string, inUse func(dir string) bool) (dir string, lock *os.File, err error) {
	removeAbandoned(parent, prefix, inUse)
	for range maxAttempts {
		if dir, err = os.MkdirTemp(parent, prefix); err != nil {
			return "", nil, err
		}
		if lock, _, err = TryLock(dir); lock != nil {
			if _, err = os.Lstat(dir); err == nil {
				return dir, lock, nil
			}
			lock.Close()
		}
		os.Remove(dir)
	}
	return "", nil, cmp.Or(err, fmt.Errorf("cannot lock the directory %s", dir))
}

func removeAbandoned(parent, prefix string, inUse func(dir string) bool) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, entry := range entries {
		info, err := entry.Info()
		dir := filepath.Join(parent, entry.Name())
		if err != nil || !strings.HasPrefix(entry.Name(), prefix) || !info.IsDir() || !IsOwner(info) || inUse != nil && inUse(dir) {
			continue
		}
		lock, state, err := TryLock(dir)
		if err != nil || state == LockBusy {
			continue
		}
		if state == Locked {
			os.RemoveAll(dir)
		}
		lock.Close()
		if state == Locked {
			os.Remove(dir) // on Windows, closing the lock removed the last file
		}
	}
}
