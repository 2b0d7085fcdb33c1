// Package fsx extends package os: private directories, directory locks, portable paths, names of file kinds.
package fsx

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// MakePrivateDir creates a directory that only its user can access, with its parents. If the directory exists, others lose
// their read access; if others could write to it, its content cannot be trusted and MakePrivateDir fails.
func MakePrivateDir(dir string) error {
	f, info, err := openPrivate(dir, true)
	if err != nil {
		return err
	}
	defer f.Close()
	if permOthers(info) != 0 {
		return f.Chmod(0o700)
	}
	return nil
}

// OpenPrivateDir opens an existing directory that only its user can write to. The returned file stays that directory even if
// the name is replaced later.
func OpenPrivateDir(dir string) (*os.File, error) {
	f, _, err := openPrivate(dir, false)
	return f, err
}

func openPrivate(dir string, create bool) (*os.File, fs.FileInfo, error) {
	f, err := OpenDir(dir, create)
	if errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil, fmt.Errorf("%s is a symbolic link, or not a directory: use a directory that is not a link", dir)
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = checkPrivate(dir, info)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
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
