package localpage

import (
	"embed"
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// shared holds the files that all pages use: colors, controls, and the JavaScript modules for elements, requests, the theme and
// saved choices. The files need no build step, and a page loads nothing from other hosts.
//
//go:embed page
var shared embed.FS

// Files returns the files of a page: those in the directory dir of own, and the shared ones.
func Files(own fs.FS, dir string) fs.FS {
	return files{below(own, dir), below(shared, "page")}
}

func below(f fs.FS, dir string) fs.FS {
	sub, err := fs.Sub(f, dir)
	if err != nil {
		panic(err) // dir is a constant path
	}
	return sub
}

// files are the files of several directories in one.
type files [2]fs.FS

func (f files) Open(name string) (fs.File, error) {
	file, err := f[0].Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return f[1].Open(name)
	}
	return file, err
}

// ReadDir lists the files of both directories, sorted by name.
func (f files) ReadDir(name string) ([]fs.DirEntry, error) {
	own, err := fs.ReadDir(f[0], name)
	more, moreErr := fs.ReadDir(f[1], name)
	all := append(own, more...)
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, errors.Join(err, moreErr)
}
