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

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/trace/format"
)

// maxRecorders is the maximum number of entries of the directory that are read.
const maxRecorders = 4096

// Find returns the registrations of running processes in a directory, ordered by process ID. It removes the
// files of processes that were killed. If the directory does not exist, there are none.
func Find(path string) (found []Registration, refused []Refused, err error) {
	dir, err := openDir(path)
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
			continue // socket of a receiver, or a file being written
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
			_ = unix.Unlinkat(int(dir.Fd()), name+format.CountsSuffix, 0)
		}
	}
	slices.SortFunc(found, func(a, b Registration) int { return cmp.Compare(a.PID, b.PID) })
	return found, refused, nil
}

// isAlive reports whether the process that registered is running.
func (r Registration) isAlive() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.PID))
	return err == nil && r.IsProcess(string(stat))
}

// isDead reports whether the process is known to have ended: no process has its ID, or the process with its
// ID started at another time. It returns false for a process that is not visible to this user.
func (r Registration) isDead() bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.PID))
	if errors.Is(err, fs.ErrNotExist) {
		return errors.Is(unix.Kill(r.PID, 0), unix.ESRCH)
	}
	start, ok := startTime(string(stat))
	return err == nil && ok && start != r.Start
}

// remove removes a registration that was read, unless a new process with the same ID has replaced the file.
// If the process runs after all, in another PID namespace, its recorder writes the file again.
func remove(dir *os.File, name string, stat unix.Stat_t) {
	var now unix.Stat_t
	err := unix.Fstatat(int(dir.Fd()), name, &now, unix.AT_SYMLINK_NOFOLLOW)
	if err == nil && now.Dev == stat.Dev && now.Ino == stat.Ino && now.Mtim == stat.Mtim {
		_ = unix.Unlinkat(int(dir.Fd()), name, 0)
	}
}

// openDir opens a directory that only this user can write to. It follows no symbolic link of another user.
func openDir(path string) (*os.File, error) {
	dir, err := fsx.OpenDir(path, false)
	switch {
	case errors.Is(err, unix.ELOOP), errors.Is(err, unix.ENOTDIR):
		return nil, fmt.Errorf("%s is a symbolic link or not a directory; trace layers register only in a real directory", path)
	case err != nil:
		return nil, err
	}
	if _, err := checkTrusted(dir, unix.S_IFDIR); err != nil {
		dir.Close()
		return nil, fmt.Errorf("%s: %w; trace layers register only in a directory that no other user can write to", path, err)
	}
	return dir, nil
}

// checkTrusted checks that only this user can have written an open file, and returns its status.
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
	case kind == unix.S_IFREG && s.Nlink > 1: // 0: its recorder has just replaced or removed it
		err = errors.New("has more than one hard link")
	}
	return s, err
}

// OpenCounts opens the file with the numbers of calls that a process makes. The function that it returns closes the
// file. If the connection to the process was lost, it also returns the content and removes the file.
func OpenCounts(path string, pid int) func(lost bool) []byte {
	name := strconv.Itoa(pid) + format.CountsSuffix
	none := func(bool) []byte { return nil }
	dir, err := openDir(path)
	if err != nil {
		return none
	}
	f, stat, err := openFile(dir, name)
	if err != nil {
		dir.Close()
		return none
	}
	return func(lost bool) []byte {
		defer dir.Close()
		defer f.Close()
		if !lost {
			return nil
		}
		remove(dir, name, stat)
		data, err := io.ReadAll(io.LimitReader(f, format.MaxCounts+1))
		if err != nil {
			return nil
		}
		return data
	}
}

// openFile opens a file that only this user can have written, and returns its status.
func openFile(dir *os.File, name string) (f *os.File, stat unix.Stat_t, err error) {
	// O_NONBLOCK: opening a FIFO must not block.
	fd, err := unix.Openat(int(dir.Fd()), name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ELOOP) {
		return nil, stat, errors.New("is a symbolic link")
	}
	if err != nil {
		return nil, stat, &fs.PathError{Op: "open", Path: filepath.Join(dir.Name(), name), Err: err}
	}
	f = os.NewFile(uintptr(fd), name)
	if stat, err = checkTrusted(f, unix.S_IFREG); err != nil {
		f.Close()
		return nil, stat, err
	}
	return f, stat, nil
}

// readOne reads the registration of a process and returns the status of its file.
func readOne(dir *os.File, pid int) (r Registration, stat unix.Stat_t, err error) {
	f, stat, err := openFile(dir, strconv.Itoa(pid))
	if err != nil {
		return r, stat, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxRegistration+1))
	if err == nil {
		r, err = Parse(pid, string(text))
	}
	return r, stat, err
}
