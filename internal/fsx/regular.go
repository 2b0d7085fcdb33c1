package fsx

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// OpenRegular opens a regular file for reading. It fails for a symbolic link and for any other kind of file, and never waits.
func OpenRegular(path string) (*os.File, error) {
	if err := checkRegular(path, os.Lstat); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|openRegular, 0)
	if err != nil {
		return nil, err
	}
	// Another file may have got the name since the check.
	if err := checkRegular(path, func(string) (fs.FileInfo, error) { return f.Stat() }); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func checkRegular(path string, stat func(string) (fs.FileInfo, error)) error {
	info, err := stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("not a regular file")}
	}
	return err
}

// OpenOwn opens a regular file like OpenRegular. It fails if the file belongs to another user, or if others can write to it.
func OpenOwn(path string) (*os.File, error) {
	f, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !IsOwner(info):
		err = fmt.Errorf("%s belongs to another user", path)
	case permOthers(info)&0o022 != 0:
		err = fmt.Errorf("%s: other users can write to this file", path)
	default:
		return f, nil
	}
	f.Close()
	return nil, err
}
