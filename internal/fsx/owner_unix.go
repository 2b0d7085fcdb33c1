//go:build unix

package fsx

import (
	"io/fs"
	"os"
	"syscall"
)

// openRegular makes open fail for symbolic links, and return at once for named pipes and devices.
const openRegular = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

// IsOwner reports whether a file belongs to the user of this process.
func IsOwner(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}

// permOthers returns the permission bits of the group and of other users.
func permOthers(info fs.FileInfo) fs.FileMode { return info.Mode().Perm() & 0o077 }
