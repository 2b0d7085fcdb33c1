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

// Find gives the registrations in a folder whose processes live, in the order of their numbers. A folder that is not there
// has none.
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
		r, err := readOne(dir, pid)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			refused = append(refused, Refused{name, err})
		case r.isAlive():
			found = append(found, r)
		}
	}
	slices.SortFunc(found, func(a, b Registration) int { return cmp.Compare(a.PID, b.PID) })
	return found, refused, nil
}

// isAlive reports whether the process still is the one that registered.
func (r Registration) isAlive() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.PID))
	return err == nil && r.Lives(string(stat))
}

// openFolder opens a folder of this user's alone, behind no link.
func openFolder(folder string) (*os.File, error) {
	fd, err := unix.Open(folder, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.ENOTDIR):
		return nil, fmt.Errorf("%s: recorders register in a folder, and that is none", folder)
	case err != nil:
		return nil, &fs.PathError{Op: "open", Path: folder, Err: err}
	}
	dir := os.NewFile(uintptr(fd), folder)
	if err := trusted(dir, unix.S_IFDIR); err != nil {
		dir.Close()
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	return dir, nil
}

// trusted wants an open file to be one that only this user could have written.
func trusted(f *os.File, kind uint32) error {
	var s unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &s); err != nil {
		return err
	}
	switch {
	case s.Mode&unix.S_IFMT != kind:
		return errors.New("it is of another kind than what a recorder writes")
	case int(s.Uid) != os.Geteuid():
		return fmt.Errorf("it belongs to another user, of number %d", s.Uid)
	case s.Mode&0o022 != 0:
		return errors.New("others can write to it")
	case kind == unix.S_IFREG && s.Nlink != 1:
		return errors.New("it has a second name")
	}
	return nil
}

// readOne reads the registration of a process.
func readOne(dir *os.File, pid int) (Registration, error) {
	name := strconv.Itoa(pid)
	// Without blocking, so that a pipe of this name keeps nobody.
	fd, err := unix.Openat(int(dir.Fd()), name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ELOOP) {
		return Registration{}, errors.New("it is a link")
	}
	if err != nil {
		return Registration{}, &fs.PathError{Op: "open", Path: filepath.Join(dir.Name(), name), Err: err}
	}
	f := os.NewFile(uintptr(fd), name)
	defer f.Close()
	if err := trusted(f, unix.S_IFREG); err != nil {
		return Registration{}, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxRegistration+1))
	if err != nil {
		return Registration{}, err
	}
	return Parse(pid, string(text))
}
