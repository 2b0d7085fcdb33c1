package link

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// maxRecorders is the most entries of a folder that are looked at.
const maxRecorders = 4096

// Find gives the registrations in a folder whose processes live, in the order of their numbers, and removes those of dead
// ones, which were killed. A folder that is not there has none.
func Find(folder string) (found []Registration, refused []Refused, err error) {
	dir, err := openFolder(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(maxRecorders)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid <= 0 || strconv.Itoa(pid) != name {
			continue // of a host, or one that is being written
		}
		r, stat, err := readOne(dir, pid)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			refused = append(refused, Refused{name, err})
		case r.isAlive():
			found = append(found, r)
		case r.isDead():
			remove(dir, name, stat)
		}
	}
	slices.SortFunc(found, func(a, b Registration) int { return cmp.Compare(a.PID, b.PID) })
	return found, refused, nil
}

// isAlive reports whether the process still is the one that registered.
func (r Registration) isAlive() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.PID))
	return err == nil && r.IsProcess(string(stat))
}

// isDead reports whether the process is known to have ended: there is none of its number, or one that began at another time.
// Of one that is not shown to us nothing is known.
func (r Registration) isDead() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.PID))
	if errors.Is(err, fs.ErrNotExist) {
		return errors.Is(unix.Kill(r.PID, 0), unix.ESRCH)
	}
	start, ok := startTime(string(stat))
	return err == nil && ok && start != r.Start
}

// remove removes a file that was read and believed, if it is still the one that has the name: a new process of this number
// puts another there. One of a process that lives where we do not see it comes back, as recorders look after theirs.
func remove(dir *os.File, name string, stat unix.Stat_t) {
	var now unix.Stat_t
	err := unix.Fstatat(int(dir.Fd()), name, &now, unix.AT_SYMLINK_NOFOLLOW)
	if err == nil && now.Dev == stat.Dev && now.Ino == stat.Ino && now.Mtim == stat.Mtim {
		_ = unix.Unlinkat(int(dir.Fd()), name, 0)
	}
}

// openFolder opens a folder of this user's alone, behind no link.
func openFolder(folder string) (*os.File, error) {
	fd, err := unix.Open(folder, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.ENOTDIR):
		return nil, fmt.Errorf("%s: not a directory: recorders register in a directory", folder)
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: folder, Err: err}
	}
	dir := os.NewFile(uintptr(fd), folder)
	if _, err := checkTrusted(dir, unix.S_IFDIR); err != nil {
		dir.Close()
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	return dir, nil
}

// checkTrusted wants an open file to be one that only this user could have written, and says which it is.
func checkTrusted(f *os.File, kind uint32) (s unix.Stat_t, err error) {
	if err := unix.Fstat(int(f.Fd()), &s); err != nil {
		return s, err
	}
	switch {
	case s.Mode&unix.S_IFMT != kind:
		err = errors.New("not a regular file")
	case int(s.Uid) != os.Geteuid():
		err = fmt.Errorf("owned by another user (uid %d)", s.Uid)
	case s.Mode&0o022 != 0:
		err = errors.New("writable by other users")
	case kind == unix.S_IFREG && s.Nlink > 1: // 0: its recorder has just put a newer one in its place, or is gone
		err = errors.New("has more than one hard link")
	}
	return s, err
}

// readOne reads the registration of a process, and says which file has it.
func readOne(dir *os.File, pid int) (r Registration, stat unix.Stat_t, err error) {
	name := strconv.Itoa(pid)
	// Without blocking, so that a pipe of this name keeps nobody.
	fd, err := unix.Openat(int(dir.Fd()), name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ELOOP) {
		return r, stat, errors.New("is a symbolic link")
	}
	if err != nil {
		return r, stat, &fs.PathError{Op: "open", Path: filepath.Join(dir.Name(), name), Err: err}
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	if stat, err = checkTrusted(f, unix.S_IFREG); err != nil {
		return r, stat, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxRegistration+1))
	if err == nil {
		r, err = Parse(pid, string(text))
	}
	return r, stat, err
}
