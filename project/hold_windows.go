package project

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// holdName is a file that lasts as long as it is open.
const holdName = ".gleslayergen-hold"

const (
	deleteOnClose    = 0x04000000
	sharingViolation = syscall.Errno(32)
)

// tryHold takes the project for this process, until the file it gives is closed or the process ends, however it does.
func tryHold(root string) (held *os.File, busy bool, err error) {
	path := filepath.Join(root, holdName)
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, false, err
	}
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, deleteOnClose, 0)
	if errors.Is(err, sharingViolation) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	return os.NewFile(uintptr(handle), path), false, nil
}
