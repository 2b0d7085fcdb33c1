//go:build unix

package project

import (
	"os"
	"syscall"
)

// umask is the process's file mode mask. Reading it means setting it for a moment; nothing else creates files
// in that moment.
func umask() os.FileMode {
	mask := syscall.Umask(0o22)
	syscall.Umask(mask)
	return os.FileMode(mask)
}
