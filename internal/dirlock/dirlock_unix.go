//go:build unix

package dirlock

import (
	"errors"
	"os"
	"syscall"
)

// TryLock tries to lock a directory for this process. The lock lasts until the returned file is closed or the process ends.
// The file is nil if another process has the lock.
func TryLock(dir string) (lock *os.File, s State, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, Unknown, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		f.Close()
		return nil, Busy, nil
	case err != nil:
		return f, Unknown, nil
	}
	return f, Locked, nil
}
