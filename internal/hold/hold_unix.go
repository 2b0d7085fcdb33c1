//go:build unix

package hold

import (
	"errors"
	"os"
	"syscall"
)

// Try takes a folder for this process, until the file it gives is closed or the process ends, however it does. There is no
// file if another process has it.
func Try(dir string) (held *os.File, s State, err error) {
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
	return f, Held, nil
}
