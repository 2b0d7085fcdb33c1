package project

import (
	"bytes"
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

// rootDir is the root directory of a project. No path leaves it, even if another process changes it at the
// same time.
type rootDir struct {
	*os.Root
	real map[string]bool // directories known not to be links
}

func openRoot(root string) (*rootDir, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, &Error{What: "cannot open " + root, Why: fsx.Reason(err), Advice: "check that this directory is a gleslayergen project and that you have permission to open it"}
	}
	return &rootDir{r, map[string]bool{".": true}}, nil
}

// stat returns the info of a regular file. It fails for any other kind of file, and for a link in the path.
// The error for a missing file is fs.ErrNotExist.
func (f *rootDir) stat(path string) (fs.FileInfo, error) {
	if err := f.checkDirs(pathpkg.Dir(path)); err != nil {
		return nil, err
	}
	info, err := f.Lstat(path)
	switch {
	case err != nil && !isMissing(err):
		err = readError(f.name(path), err)
	case err == nil && !info.Mode().IsRegular():
		err = &Error{What: f.name(path), Why: kindOf(info) + ", not a regular file", Advice: "move or rename it, then run the command again; gleslayergen did not change it"}
	}
	return info, err
}

// checkDirs returns an error if an element of the path is not a directory, or is a link to one.
func (f *rootDir) checkDirs(dir string) error {
	if f.real[dir] {
		return nil
	}
	if err := f.checkDirs(pathpkg.Dir(dir)); err != nil {
		return err
	}
	info, err := f.Lstat(dir)
	switch {
	case isMissing(err):
		return err
	case err != nil:
		return readError(f.name(dir), err)
	case !info.IsDir():
		return &Error{What: f.name(dir), Why: kindOf(info) + ", not a directory", Advice: "replace it with a directory; gleslayergen does not follow symbolic links, so that it writes only inside the project directory"}
	}
	f.real[dir] = true
	return nil
}

func kindOf(info fs.FileInfo) string {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return "a symbolic link"
	case info.IsDir():
		return "a directory"
	case info.Mode().IsRegular():
		return "a file"
	}
	return "a special file"
}

// read returns the content of a regular file, and whether it exists.
func (f *rootDir) read(path string) (content []byte, there bool, err error) {
	var text bytes.Buffer
	if there, err = f.copy(path, &text); err != nil || !there {
		return nil, false, err
	}
	return text.Bytes(), true, nil
}

// hash returns the SHA-256 of the file at path, or "" if it does not exist. It does not keep the content in memory.
func (f *rootDir) hash(path string) (string, error) {
	sum := sha256.New()
	there, err := f.copy(path, sum)
	if err != nil || !there {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// copy copies a regular file, and reports whether it exists.
func (f *rootDir) copy(path string, to io.Writer) (there bool, err error) {
	info, err := f.stat(path)
	if isMissing(err) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	if text, ok := to.(*bytes.Buffer); ok {
		text.Grow(int(min(info.Size(), maxFile)) + bytes.MinRead)
	}
	file, err := f.Open(path)
	if err != nil {
		return false, readError(f.name(path), err)
	}
	defer file.Close()
	size, err := io.Copy(to, io.LimitReader(file, maxFile+1))
	if err == nil && size > maxFile {
		err = fmt.Errorf("larger than %d MiB", maxFile>>20)
	}
	if err != nil {
		return false, readError(f.name(path), err)
	}
	return true, nil
}

func (f *rootDir) name(path string) string { return filepath.Join(f.Name(), filepath.FromSlash(path)) }

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// withLF returns text with line ends of LF. Git can check out text files with CRLF (core.autocrlf).
func withLF(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

// sameText reports whether two texts differ at most in their line ends.
func sameText(a, b []byte) bool { return bytes.Equal(withLF(a), withLF(b)) }

func readError(path string, err error) error {
	return &Error{What: "cannot read " + path, Why: fsx.Reason(err), Advice: "make sure that it is a regular file or a directory, and that you have permission to read it"}
}

// isMissing reports whether a file, or a directory in its path, does not exist.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
