//go:build unix

package loader

import (
	"io/fs"
	"os"
	"syscall"
)

// isOwner reports whether a file is this user's.
func isOwner(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}

// isAlive reports whether a process may be there.
func isAlive(pid int) bool { return syscall.Kill(pid, 0) != syscall.ESRCH }
