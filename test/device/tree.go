package device

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A tree is the device's file system: a directory of this machine that no path leaves, and the attributes
// that the directory cannot have: owners, modes and link targets.
type tree struct {
	root *os.Root
	dir  string

	mu   sync.Mutex
	meta map[string]attr // by path without symbolic links
	free int64           // bytes that may still be written; negative: no limit
}

// attr has the attributes of a file.
type attr struct {
	mode     fs.FileMode // the permission bits
	uid, gid int
	link     string // link target on the device
}

func openTree(dir string) (*tree, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &tree{root: root, dir: dir, meta: map[string]attr{"/": {mode: 0o755}}, free: -1}, nil
}

// host returns the path on this machine.
func (t *tree) host(name string) string { return t.dir + name }

func inRoot(name string) string {
	if name == "/" {
		return "."
	}
	return name[1:]
}

const maxLinks = 40

// resolve resolves symbolic links in an absolute path. The last element need not exist.
func (t *tree) resolve(name string, last bool) (string, error) {
	rest := strings.Split(path.Clean("/"+name), "/")[1:]
	done := "/"
	for links := 0; len(rest) > 0; {
		next := path.Join(done, rest[0])
		follow := last || len(rest) > 1
		rest = rest[1:]
		to, ok := t.readlink(next)
		if !ok || !follow {
			done = next
			continue
		}
		if links++; links > maxLinks {
			return "", syscall.ELOOP
		}
		if path.IsAbs(to) {
			done = "/"
		}
		rest = append(strings.Split(path.Clean("/" + path.Join(done, to))[1:], "/"), rest...)
		done = "/"
	}
	return done, nil
}

func (t *tree) readlink(name string) (string, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a, ok := t.meta[name]
	return a.link, ok && a.link != ""
}

// attr returns the attributes of a path without symbolic links. A file that an app created outside of the
// shell has the owner of its directory.
func (t *tree) attr(name string) attr {
	t.mu.Lock()
	defer t.mu.Unlock()
	if a, ok := t.meta[name]; ok {
		return a
	}
	for up := path.Dir(name); ; up = path.Dir(up) {
		if a, ok := t.meta[up]; ok {
			return attr{mode: 0o700, uid: a.uid, gid: a.gid}
		}
	}
}

func (t *tree) setAttr(name string, a attr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.meta[name] = a
}

// forget deletes the attributes of a path and of everything below it.
func (t *tree) forget(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for key := range t.meta {
		if key == name || strings.HasPrefix(key, name+"/") {
			delete(t.meta, key)
		}
	}
}

// fileInfo is the result of stat.
type fileInfo struct {
	fs.FileInfo
	name string
	attr attr
}

func (i fileInfo) Name() string { return i.name }

func (i fileInfo) Mode() fs.FileMode { return i.FileInfo.Mode().Type() | unixBits(i.attr.mode) }

func (i fileInfo) Size() int64 {
	if i.attr.link != "" {
		return int64(len(i.attr.link))
	}
	return i.FileInfo.Size()
}

// unixBits converts the twelve bits of chmod to Go's.
func unixBits(mode fs.FileMode) fs.FileMode {
	bits := mode & 0o777
	for bit, flag := range map[fs.FileMode]fs.FileMode{0o4000: fs.ModeSetuid, 0o2000: fs.ModeSetgid, 0o1000: fs.ModeSticky} {
		if mode&bit != 0 {
			bits |= flag
		}
	}
	return bits
}

// stat returns the attributes of a file as a user; follow selects whether a symbolic link is followed.
func (t *tree) stat(who user, name string, follow bool) (fileInfo, error) {
	real, err := t.reach(who, name, follow)
	if err != nil {
		return fileInfo{}, err
	}
	info, err := t.root.Lstat(inRoot(real))
	if err != nil {
		return fileInfo{}, bare(err)
	}
	return fileInfo{info, path.Base(path.Clean("/" + name)), t.attr(real)}, nil
}

// bare returns the system error without operation and path.
func bare(err error) error {
	for {
		switch e := err.(type) {
		case *fs.PathError:
			err = e.Err
		case *os.LinkError:
			err = e.Err
		case *os.SyscallError:
			err = e.Err
		default:
			return err
		}
	}
}

func (t *tree) touch(real string, when time.Time) error {
	return bare(t.root.Chtimes(inRoot(real), when, when))
}
