// Package ownfolder makes folders whose content can be trusted, because nobody but their user could have put it there.
package ownfolder

import (
	"fmt"
	"os"
)

// Make makes the folder, for its user alone; one that others could write to is refused.
func Make(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s: what is trusted is not taken from behind a symbolic link", dir)
	case !IsOwner(info):
		return fmt.Errorf("%s belongs to another user", dir)
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("%s: others can write to it, and what stands there may be theirs", dir)
	case info.Mode().Perm()&0o077 != 0:
		return os.Chmod(dir, 0o700)
	}
	return nil
}
