//go:build unix

package fsx

import (
	"errors"
	"os"
	"syscall"
)

// TryLock tries to lock a directory for this process. The lock lasts until the returned file is closed or the process ends.
// The file is nil if another process has the lock.
func TryLock(dir string) (lock *os.File, s LockState, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, LockUnsupported, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		f.Close()
		return nil, LockBusy, nil
	case err != nil:
		return f, LockUnsupported, nil
	}
	return f, Locked, nil
}
