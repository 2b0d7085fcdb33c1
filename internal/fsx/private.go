// Package fsx extends package os: private directories, directory locks, portable paths, names of file kinds.
package fsx

import (
	"fmt"
	"io/fs"
	"os"
)

// MakePrivateDir creates a directory that only its user can access, with its parents. If the directory exists, others lose
// their read access; if others could write to it, its content cannot be trusted and MakePrivateDir fails.
func MakePrivateDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err == nil {
		err = checkPrivate(dir, info)
	}
	if err == nil && permOthers(info) != 0 {
		err = os.Chmod(dir, 0o700)
	}
	return err
}

// OpenPrivateDir opens an existing directory that only its user can write to. The returned file stays that directory even if
// the name is replaced later.
func OpenPrivateDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(dir, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = checkPrivate(dir, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func checkPrivate(dir string, info fs.FileInfo) error {
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s is a symbolic link, or not a directory: use a directory that is not a link", dir)
	case !IsOwner(info):
		return fmt.Errorf("%s belongs to another user: use a directory of your own", dir)
	case permOthers(info)&0o022 != 0:
		return fmt.Errorf("%s: other users can write to this directory: check its content, then run: chmod go-w %s", dir, dir)
	}
	return nil
}
