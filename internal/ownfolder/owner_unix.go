//go:build unix

package ownfolder

import (
	"io/fs"
	"os"
	"syscall"
)

// itself opens a folder, and nothing that a link of its name leads to.
const itself = syscall.O_DIRECTORY | syscall.O_NOFOLLOW

// IsOwner reports whether a file is this user's.
func IsOwner(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}

// others is what a file's mode lets others do.
func others(info fs.FileInfo) fs.FileMode { return info.Mode().Perm() & 0o077 }
