package hold

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

// Try takes a folder for this process, until the file it gives is closed or the process ends, however it does. There is no
// file if another process has it.
func Try(dir string) (held *os.File, s State, err error) {
	path := filepath.Join(dir, holdName)
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, Unknown, err
	}
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, deleteOnClose, 0)
	if errors.Is(err, sharingViolation) {
		return nil, Busy, nil
	}
	if err != nil {
		return nil, Unknown, err
	}
	return os.NewFile(uintptr(handle), path), Held, nil
}
