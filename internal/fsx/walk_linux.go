package fsx

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// maxLinks is the maximum number of symbolic links in a path, as in the kernel.
const maxLinks = 40

// OpenDir opens a directory. It opens each directory on the way in turn, and follows a symbolic link only if it belongs to this
// user or to root: a link of another user, for example in /tmp, can lead to any directory, and change at any time. The directory
// itself must not be a link. With create, missing directories are created, for this user only.
func OpenDir(path string, create bool) (*os.File, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	at, err := openPath(unix.AT_FDCWD, "/")
	if err != nil {
		return nil, err
	}
	defer func() { unix.Close(at) }()
	rest := strings.Split(strings.Trim(absolute, "/"), "/")
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		if name == "" || name == "." {
			continue
		}
		next, err := openPath(at, name)
		if errors.Is(err, unix.ENOENT) && create {
			if err = unix.Mkdirat(at, name, 0o700); err == nil || errors.Is(err, unix.EEXIST) {
				next, err = openPath(at, name)
			}
		}
		if err != nil {
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
		target, err := linkTarget(next, path, name)
		switch {
		case err != nil:
		case target == "":
			unix.Close(at)
			at = next
			continue
		case len(rest) == 0:
			err = &fs.PathError{Op: "open", Path: path, Err: unix.ELOOP}
		case links == maxLinks:
			err = &fs.PathError{Op: "open", Path: path, Err: unix.ELOOP}
		default:
			links++
			rest = append(strings.Split(target, "/"), rest...)
		}
		unix.Close(next)
		if err == nil && target[0] == '/' {
			var root int
			if root, err = openPath(unix.AT_FDCWD, "/"); err == nil {
				unix.Close(at)
				at = root
			}
		}
		if err != nil {
			return nil, err
		}
	}
	fd, err := unix.Openat(at, ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}

// openPath opens a name for use as a place alone. It does not follow a link.
func openPath(at int, name string) (int, error) {
	return unix.Openat(at, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
}

// linkTarget returns the target of an open link, "" for a directory, and an error for other files and for links of other users.
func linkTarget(fd int, path, name string) (string, error) {
	var s unix.Stat_t
	if err := unix.Fstat(fd, &s); err != nil {
		return "", &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	switch s.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		return "", nil
	case unix.S_IFLNK:
	default:
		return "", &fs.PathError{Op: "open", Path: path, Err: unix.ENOTDIR}
	}
	if s.Uid != 0 && int(s.Uid) != os.Geteuid() {
		return "", fmt.Errorf("%s: %q on the way is a symbolic link of another user (uid %d): use a path without it", path, name, s.Uid)
	}
	target := make([]byte, unix.PathMax)
	n, err := unix.Readlinkat(fd, "", target)
	if err != nil || n == 0 {
		return "", &fs.PathError{Op: "readlink", Path: path, Err: errors.Join(err, unix.ENOENT)}
	}
	return string(target[:n]), nil
}
