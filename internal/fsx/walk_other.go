//go:build !linux

package fsx

import "os"

// OpenDir opens a directory that is not a symbolic link. With create, missing directories are created, for this user only.
func OpenDir(path string, create bool) (*os.File, error) {
	if create {
		if err := os.MkdirAll(path, 0o700); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(path, os.O_RDONLY|noFollow, 0)
}
