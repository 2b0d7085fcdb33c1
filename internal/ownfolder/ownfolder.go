// Package ownfolder makes folders whose content can be trusted, because nobody but their user could have put it there.
package ownfolder

import (
	"fmt"
	"io/fs"
	"os"
)

// Make makes the folder, for its user alone; one that others could write to is refused.
func Make(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	if err == nil {
		err = check(dir, info)
	}
	if err == nil && others(info) != 0 {
		err = os.Chmod(dir, 0o700)
	}
	return err
}

// Open opens a folder that is there, if its content can be trusted. Whatever becomes of its name, the open one is that folder.
func Open(dir string) (*os.File, error) {
	f, err := os.OpenFile(dir, os.O_RDONLY|itself, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = check(dir, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func check(dir string, info fs.FileInfo) error {
	switch {
	case !info.IsDir():
		return fmt.Errorf("%s: what is trusted is not taken from behind a symbolic link", dir)
	case !IsOwner(info):
		return fmt.Errorf("%s belongs to another user", dir)
	case others(info)&0o022 != 0:
		return fmt.Errorf("%s: others can write to it, and what stands there may be theirs", dir)
	}
	return nil
}
