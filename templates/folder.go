package templates

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// folder is a pack in a directory of the user. Names cannot lead out of it, and links are not followed.
type folder struct{ *os.Root }

func readFolder(where string) (*Pack, error) {
	root, err := os.OpenRoot(where)
	if err != nil {
		return nil, &Error{fmt.Sprintf("template pack %q", where), fsx.Reason(err), ""}
	}
	defer root.Close()
	return read(where, folder{root})
}

func (f folder) read(name string, most int64) ([]byte, error) {
	if err := f.checkFolders(path.Dir(name)); err != nil {
		return nil, err
	}
	before, err := f.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, errNotPlain
	}
	file, err := f.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if now, err := file.Stat(); err != nil || !os.SameFile(before, now) {
		return nil, errors.Join(errors.New("another process replaced the file while gleslayergen read it"), err)
	}
	return readAtMost(file, most)
}

var errNotPlain = errors.New("not a regular file; links are not followed")

// checkFolders returns an error if an element of the path is not a directory, or is a link to one.
func (f folder) checkFolders(dir string) error {
	for ; dir != "."; dir = path.Dir(dir) {
		info, err := f.Lstat(dir)
		if err == nil && !info.IsDir() {
			err = &fs.PathError{Op: "open", Path: dir, Err: fmt.Errorf("%s is not a directory; links are not followed", dir)}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readAtMost reads at most the given number of bytes, regardless of the size that the file system reports.
func readAtMost(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(b)) > most {
		err = errTooLarge(most)
	}
	return b, err
}

func errTooLarge(most int64) error {
	return fmt.Errorf("larger than %d KiB, or all files of the pack together are larger than %d MiB", min(most, maxTemplate)>>10, maxAll>>20)
}
