package device

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
)

func (t *tree) mkdir(who user, name string, mode fs.FileMode) error {
	real, err := t.change(who, name, true)
	if err != nil {
		return err
	}
	if err := t.root.Mkdir(inRoot(real), 0o700); err != nil {
		return bare(err)
	}
	t.setAttr(real, attr{mode: mode, uid: who.uid, gid: who.uid})
	return nil
}

// mkdirAll creates the missing directories of a path.
func (t *tree) mkdirAll(who user, name string, mode fs.FileMode) error {
	name = path.Clean(name)
	if info, err := t.stat(who, name, true); err == nil {
		if info.IsDir() {
			return nil
		}
		return syscall.ENOTDIR
	}
	if err := t.mkdirAll(who, path.Dir(name), mode); err != nil {
		return err
	}
	return t.mkdir(who, name, mode)
}

// remove deletes a file or an empty directory.
func (t *tree) remove(who user, name string) error {
	real, err := t.change(who, name, false)
	if err != nil {
		return err
	}
	if a := t.attr(path.Dir(real)); a.mode&0o1000 != 0 && who.uid != 0 && who.uid != a.uid && who.uid != t.attr(real).uid {
		return syscall.EPERM
	}
	info, err := t.root.Lstat(inRoot(real))
	if err != nil {
		return bare(err)
	}
	if err := t.root.Remove(inRoot(real)); err != nil {
		return bare(err)
	}
	if info.Mode().IsRegular() {
		t.release(info.Size())
	}
	t.forget(real)
	return nil
}

// rename moves a file within the tree.
func (t *tree) rename(who user, from, to string) error {
	source, err := t.change(who, from, false)
	if err != nil {
		return err
	}
	target, err := t.change(who, to, false)
	if err != nil {
		return err
	}
	if err := t.root.Rename(inRoot(source), inRoot(target)); err != nil {
		return bare(err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for key, a := range t.meta {
		if below(key, source) {
			delete(t.meta, key)
			t.meta[target+key[len(source):]] = a
		}
	}
	return nil
}

// symlink creates a link. On this machine it has a relative target, which is the same file.
func (t *tree) symlink(who user, to, name string) error {
	real, err := t.change(who, name, false)
	if err != nil {
		return err
	}
	target := to
	if path.IsAbs(to) {
		if target, err = filepath.Rel(path.Dir(real), path.Clean(to)); err != nil {
			return err
		}
	}
	if err := t.root.Symlink(target, inRoot(real)); err != nil {
		return bare(err)
	}
	t.setAttr(real, attr{mode: 0o777, uid: who.uid, gid: who.uid, link: to})
	return nil
}

// chmod changes the mode. Only the owner may do so.
func (t *tree) chmod(who user, name string, mode fs.FileMode) error {
	return t.edit(who, name, func(a *attr) error { a.mode = mode; return nil })
}

// chown changes owner and group. Only root may do so; -1 keeps an ID.
func (t *tree) chown(who user, name string, uid, gid int) error {
	return t.edit(who, name, func(a *attr) error {
		if who.uid != 0 && (uid >= 0 && uid != a.uid || gid >= 0 && gid != a.gid) {
			return syscall.EPERM
		}
		if uid >= 0 {
			a.uid = uid
		}
		if gid >= 0 {
			a.gid = gid
		}
		return nil
	})
}

func (t *tree) edit(who user, name string, change func(*attr) error) error {
	info, err := t.stat(who, name, true)
	if err != nil {
		return err
	}
	if who.uid != 0 && who.uid != info.attr.uid {
		return syscall.EPERM
	}
	real, err := t.resolve(name, true)
	if err != nil {
		return err
	}
	a := info.attr
	if err := change(&a); err != nil {
		return err
	}
	t.setAttr(real, a)
	return nil
}

// reserve reserves free storage; release returns it.
func (t *tree) reserve(n int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.free < 0 {
		return true
	}
	if t.free < n {
		return false
	}
	t.free -= n
	return true
}

func (t *tree) release(n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.free >= 0 {
		t.free += n
	}
}

// A metered file reserves free storage for its data.
type metered struct {
	*os.File
	tree *tree
}

func (m metered) Write(p []byte) (int, error) {
	if !m.tree.reserve(int64(len(p))) {
		return 0, syscall.ENOSPC
	}
	n, err := m.File.Write(p)
	return n, bare(err)
}

// ReadFrom hides the method of os.File, which would bypass Write.
func (m metered) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{m}, r)
}
