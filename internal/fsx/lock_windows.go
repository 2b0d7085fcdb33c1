package fsx

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// lockName is the lock file. Windows deletes it when it is closed.
const lockName = ".gleslayergen-hold"

const (
	deleteOnClose    = 0x04000000
	sharingViolation = syscall.Errno(32)
)

// TryLock tries to lock a directory for this process. The lock lasts until the returned file is closed or the process ends.
// The file is nil if another process has the lock.
func TryLock(dir string) (lock *os.File, s LockState, err error) {
	path := filepath.Join(dir, lockName)
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, LockUnsupported, err
	}
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, deleteOnClose, 0)
	if errors.Is(err, sharingViolation) {
		return nil, LockBusy, nil
	}
	if err != nil {
		return nil, LockUnsupported, err
	}
	return os.NewFile(uintptr(handle), path), Locked, nil
}
