package project

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	pathpkg "path"
	"path/filepath"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// folder is the root of a project. No path leads out of it, not even one that changes while it is used.
type folder struct {
	*os.Root
	real map[string]bool // folders below that are known to be no links
}

func openRoot(root string) (*folder, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, &Error{What: "cannot open " + root, Why: fsx.Reason(err), Advice: "is it a project, and yours?"}
	}
	return &folder{r, map[string]bool{".": true}}, nil
}

// stat looks at a plain file. Anything else at its place, or a link on the way, is an error; nothing there is
// fs.ErrNotExist.
func (f *folder) stat(path string) (fs.FileInfo, error) {
	if err := f.checkFolders(pathpkg.Dir(path)); err != nil {
		return nil, err
	}
	info, err := f.Lstat(path)
	switch {
	case err != nil && !isMissing(err):
		err = cannotOpen(f.name(path), err)
	case err == nil && !info.Mode().IsRegular():
		err = &Error{What: f.name(path), Why: "not a plain file, but " + kindOf(info), Advice: "move it out of the way: nothing was written through it"}
	}
	return info, err
}

// checkFolders wants each folder on the way to be one, and no link to one.
func (f *folder) checkFolders(dir string) error {
	if f.real[dir] {
		return nil
	}
	if err := f.checkFolders(pathpkg.Dir(dir)); err != nil {
		return err
	}
	info, err := f.Lstat(dir)
	switch {
	case isMissing(err):
		return err
	case err != nil:
		return cannotOpen(f.name(dir), err)
	case !info.IsDir():
		return &Error{What: f.name(dir), Why: "not a folder, but " + kindOf(info), Advice: "put a folder there: files of the project are not written elsewhere"}
	}
	f.real[dir] = true
	return nil
}

func kindOf(info fs.FileInfo) string {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return "a symbolic link"
	case info.IsDir():
		return "a folder"
	case info.Mode().IsRegular():
		return "a file"
	}
	return "something else"
}

// read gives the bytes of a plain file, and whether there is one.
func (f *folder) read(path string) (content []byte, there bool, err error) {
	if _, err := f.stat(path); isMissing(err) {
		return nil, false, nil
	} else if err != nil {
		return nil, false, err
	}
	file, err := f.Open(path)
	if err != nil {
		return nil, false, cannotOpen(f.name(path), err)
	}
	defer file.Close()
	content, err = io.ReadAll(io.LimitReader(file, maxFile+1))
	if err == nil && len(content) > maxFile {
		err = fmt.Errorf("larger than %d MB", maxFile>>20)
	}
	if err != nil {
		return nil, false, cannotOpen(f.name(path), err)
	}
	return content, true, nil
}

// hash is that of the file at path, or "" where there is none.
func (f *folder) hash(path string) (string, error) {
	content, there, err := f.read(path)
	if err != nil || !there {
		return "", err
	}
	return hashOf(content), nil
}

func (f *folder) name(path string) string { return filepath.Join(f.Name(), filepath.FromSlash(path)) }

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func cannotOpen(path string, err error) error {
	return &Error{What: "cannot read " + path, Why: fsx.Reason(err), Advice: "every file of a project is a plain file that its owner can read"}
}

// isMissing tells that nothing is there, or no folder on the way to it.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
