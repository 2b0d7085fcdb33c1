package device

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"
)

// The permissions for a file, as mode bits.
const (
	mayRead   = 4
	mayWrite  = 2
	maySearch = 1
)

// may checks permissions like the kernel: the first match of owner, group and others applies.
func (a attr) may(who user, want fs.FileMode) bool {
	switch {
	case who.uid == 0:
		return true
	case who.uid == a.uid:
		return a.mode>>6&want == want
	case slices.Contains(who.groups(), a.gid):
		return a.mode>>3&want == want
	}
	return a.mode&want == want
}

// reach resolves a path whose directories the user may search.
func (t *tree) reach(who user, name string, follow bool) (string, error) {
	if name == "" {
		return "", syscall.ENOENT
	}
	real, err := t.resolve(name, follow)
	if err != nil {
		return "", err
	}
	return real, t.maySearch(who, path.Dir(real))
}

// maySearch returns an error if a directory is missing, or the user may not search it or a parent.
func (t *tree) maySearch(who user, dir string) error {
	if dir != "/" {
		if err := t.maySearch(who, path.Dir(dir)); err != nil {
			return err
		}
	}
	info, err := t.root.Lstat(inRoot(dir))
	switch {
	case err != nil:
		return bare(err)
	case !info.IsDir():
		return syscall.ENOTDIR
	case !t.attr(dir).may(who, maySearch):
		return syscall.EACCES
	}
	return nil
}

// access returns an error if the user lacks the permissions in bits.
func (t *tree) access(who user, name string, want fs.FileMode) error {
	info, err := t.stat(who, name, true)
	if err != nil {
		return err
	}
	if want == maySearch && who.uid == 0 && !info.IsDir() && info.attr.mode&0o111 == 0 || !info.attr.may(who, want) {
		return syscall.EACCES
	}
	return nil
}

// change resolves a path whose directory the user may write.
func (t *tree) change(who user, name string, follow bool) (string, error) {
	real, err := t.reach(who, name, follow)
	if err != nil {
		return "", err
	}
	if a := t.attr(path.Dir(real)); !a.may(who, mayWrite|maySearch) {
		return "", syscall.EACCES
	}
	return real, nil
}

// openFile opens a file as a user, with the flags of package os.
func (t *tree) openFile(who user, name string, flags int, mode fs.FileMode) (*os.File, error) {
	real, err := t.reach(who, name, true)
	if err != nil {
		return nil, err
	}
	info, err := t.root.Lstat(inRoot(real))
	writes := flags&(os.O_WRONLY|os.O_RDWR) != 0
	switch {
	case err != nil && flags&os.O_CREATE == 0:
		return nil, bare(err)
	case err != nil:
		if real, err = t.change(who, name, true); err != nil {
			return nil, err
		}
		t.setAttr(real, attr{mode: mode, uid: who.uid, gid: who.uid})
	case info.IsDir() && writes:
		return nil, syscall.EISDIR
	case !t.attr(real).may(who, accessOf(flags)):
		return nil, syscall.EACCES
	}
	file, err := t.root.OpenFile(inRoot(real), flags, 0o600)
	return file, bare(err)
}

func accessOf(flags int) fs.FileMode {
	switch {
	case flags&os.O_RDWR != 0:
		return mayRead | mayWrite
	case flags&os.O_WRONLY != 0:
		return mayWrite
	}
	return mayRead
}

// list returns the names in a directory, sorted.
func (t *tree) list(who user, name string) ([]fileInfo, error) {
	real, err := t.reach(who, name, true)
	if err != nil {
		return nil, err
	}
	if info, err := t.root.Lstat(inRoot(real)); err != nil {
		return nil, bare(err)
	} else if !info.IsDir() {
		return nil, syscall.ENOTDIR
	}
	if !t.attr(real).may(who, mayRead) {
		return nil, syscall.EACCES
	}
	dir, err := t.root.Open(inRoot(real))
	if err != nil {
		return nil, bare(err)
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	var out []fileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			out = append(out, fileInfo{info, e.Name(), t.attr(path.Join(real, e.Name()))})
		}
	}
	slices.SortFunc(out, func(a, b fileInfo) int { return cmp.Compare(a.name, b.name) })
	return out, bare(err)
}

// below says whether a path is another or lies in it.
func below(name, dir string) bool {
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
}
