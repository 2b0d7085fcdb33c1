//go:build unix

package project

import (
	"errors"
	"os"
	"syscall"
)

// tryHold takes the project for this process, until the file it gives is closed or the process ends, however it does.
// Where the file system has no locks, nothing is held.
func tryHold(root string) (held *os.File, busy bool, err error) {
	dir, err := os.Open(root)
	if err != nil {
		return nil, false, err
	}
	err = syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		dir.Close()
		return nil, true, nil
	}
	return dir, false, nil
}
