package tracecmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// temporary is the directory with the files of candidates.
type temporary struct {
	dir string

	mu      sync.Mutex
	number  int               // of the last directory or file
	largest int64             // bytes of the files of a candidate: those of FILE, which is tested first
	failing map[string]string // paths of recordings for which the command failed, by candidate
}

func newTemporary() (*temporary, error) {
	dir, err := os.MkdirTemp("", "gleslayergen-minimize-")
	return &temporary{dir: dir, failing: map[string]string{}}, err
}

func (t *temporary) remove() error { return os.RemoveAll(t.dir) }

// next returns a new path.
func (t *temporary) next() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.number++
	return filepath.Join(t.dir, fmt.Sprint(t.number))
}

// make creates the directory of a candidate.
func (t *temporary) make() (string, error) {
	dir := t.next()
	return dir, os.Mkdir(dir, 0o700)
}

// measure measures the files of a candidate.
func (t *temporary) measure(dir string) error {
	var bytes int64
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			bytes += info.Size()
		}
		return err
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	t.largest = max(t.largest, bytes)
	return err
}

// room returns the number of candidates that there is space for at the same time, at least 1. Each can leave a recording that fails.
func (t *temporary) room() int {
	free, err := fsx.FreeSpace(t.dir)
	if err != nil { // unknown: a full disk is an error later
		return int(^uint(0) >> 1)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return int(max(1, free/max(1, 2*t.largest)))
}

// withHint adds what to do to the error of a full disk.
func (t *temporary) withHint(err error) error {
	if !errors.Is(err, syscall.ENOSPC) && !errors.Is(err, syscall.EDQUOT) {
		return err
	}
	return ui.WithHint(err, fmt.Sprintf("free space in %s, set TMPDIR to a directory with more space, or give fewer --jobs", filepath.Dir(t.dir)))
}

// keepFailing keeps the recording of a candidate for which the command failed.
func (t *temporary) keepFailing(s file.Set, path string) error {
	to := t.next() + record.Extension
	if err := os.Rename(path, to); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.failing[fmt.Sprint(s)] = to
	return nil
}

// moveFailing writes the recording of a candidate to a file, and removes those of others. If the result of the candidate is known from
// an earlier run, the file keeps the recording that failed in that run.
func (t *temporary) moveFailing(s file.Set, to string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var err error
	if from, found := t.failing[fmt.Sprint(s)]; found {
		err = ui.WriteWhole(to, 0o600, func(w io.Writer) error { return copyFrom(w, from) })
	}
	for _, path := range t.failing {
		err = errors.Join(err, os.Remove(path))
	}
	clear(t.failing)
	return err
}

func copyFrom(w io.Writer, path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	_, err = io.Copy(w, in)
	return err
}
