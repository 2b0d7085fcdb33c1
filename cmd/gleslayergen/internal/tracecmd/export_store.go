package tracecmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/trace/report"
)

// writeStore writes the data to a new directory, which gets its name before the file does. If this or the file fails, the previous
// data stays.
func (flags *exportFlags) writeStore(x *report.Export, write func(io.Writer) error) error {
	dir := dataDir(flags.out)
	if err := flags.free(dir); err != nil {
		return err
	}
	s, err := newStoreSwap(dir)
	if err != nil {
		return fmt.Errorf("%s: cannot write: %w", dir, ui.WithoutPath(err))
	}
	x.Store = &report.Store{Dir: s.fresh, Name: filepath.Base(dir)}
	err = ui.WriteWhole(flags.out, 0o600, func(w io.Writer) error {
		if err := write(w); err != nil {
			return err
		}
		if err := s.place(); err != nil {
			return fmt.Errorf("%s: cannot replace: %w", dir, ui.WithoutPath(err))
		}
		return nil
	})
	if err != nil {
		if undo := s.undo(); undo != nil {
			return errors.Join(err, fmt.Errorf("cannot restore %s: the previous data is in %s", dir, s.old))
		}
	}
	os.RemoveAll(s.work)
	return err
}

// storeSwap puts a new directory with data in the place of a previous one, which it keeps in its work directory.
type storeSwap struct {
	dir, work, fresh, old string
	kept, placed          bool
}

func newStoreSwap(dir string) (*storeSwap, error) {
	work, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".*")
	if err != nil {
		return nil, err
	}
	s := &storeSwap{dir: dir, work: work, fresh: filepath.Join(work, "new"), old: filepath.Join(work, "old")}
	return s, os.Mkdir(s.fresh, 0o700)
}

// place gives the new directory its name.
func (s *storeSwap) place() error {
	exists, err := checkStore(s.dir)
	if err != nil {
		return err
	}
	if exists {
		if err := os.Rename(s.dir, s.old); err != nil {
			return err
		}
		s.kept = true
	}
	err = os.Rename(s.fresh, s.dir)
	s.placed = err == nil
	return err
}

// undo puts the previous directory back.
func (s *storeSwap) undo() error {
	if s.placed {
		if err := os.Rename(s.dir, s.fresh); err != nil {
			return err
		}
	}
	if s.kept {
		return os.Rename(s.old, s.dir)
	}
	return nil
}

// storeName matches the files of an export.
var storeName = regexp.MustCompile(`^[0-9a-f]{64}\.bin$`)

// checkStore reports whether a directory exists. It fails unless all that is in it is from an export, because it will be deleted.
func checkStore(dir string) (bool, error) {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil && !info.IsDir() {
		err = errors.New("not a directory")
	}
	if err != nil {
		return true, err
	}
	all, err := os.ReadDir(dir)
	for _, one := range all {
		if !one.Type().IsRegular() || !storeName.MatchString(one.Name()) {
			return true, fmt.Errorf("%q is not from an export", one.Name())
		}
	}
	return true, err
}

// dataDir returns the directory for the data of a file.
func dataDir(out string) string { return out + ".data" }
