//go:build unix

package ownfolder

import (
	"io/fs"
	"os"
	"syscall"
)

// IsOwner reports whether a file is this user's.
func IsOwner(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
