//go:build unix

package hold

import (
	"errors"
	"os"
	"syscall"
)

// Try takes a folder for this process, until the file it gives is closed or the process ends, however it does; busy:
// another one has it. Where the file system has no locks, nothing is held.
func Try(dir string) (held *os.File, busy bool, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, false, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		f.Close()
		return nil, true, nil
	}
	return f, false, nil
}
