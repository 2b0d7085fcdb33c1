package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// stagePrefix is the prefix of the temporary directories in which projects are written, next to their
// destination.
const stagePrefix = ".gleslayergen-new-"

// stageName is the directory in the temporary directory that becomes the project.
const stageName = "project"

// CheckTarget returns an error if dir is not a directory or is not empty.
func CheckTarget(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &Error{What: "cannot use " + dir, Why: fsx.Reason(err), Advice: "choose another directory with --out"}
	case len(entries) > 0:
		return &Error{What: dir, Why: fmt.Sprintf("not empty (contains %s)", entries[0].Name()),
			Advice: "choose another directory with --out", Usage: true}
	}
	return nil
}

// WriteDir writes files to a directory that does not exist or is empty. It writes all files or none.
func WriteDir(ctx context.Context, dir string, contents map[string][]byte) error {
	if err := CheckTarget(dir); err != nil {
		return err
	}
	var files []gen.File
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		files = append(files, gen.NewFile(path, contents[path], true))
	}
	return write(ctx, dir, files)
}

// write writes the files to a temporary directory next to dir and renames it. If the process is killed, dir
// does not contain part of a project.
func write(ctx context.Context, dir string, files []gen.File) (err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	undo := removeCreated(parent)
	defer func() {
		if err != nil {
			undo()
		}
	}()
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return writeError(parent, err)
	}
	stage, lock, err := fsx.MakeLocked(parent, stagePrefix, func(dir string) bool { return !isStage(dir) })
	if err != nil {
		return writeError(parent, err)
	}
	defer lock.Close()
	defer os.RemoveAll(stage)
	whole := filepath.Join(stage, stageName) // the parent is private, and whole has the mode of any new directory
	if err := writeAll(ctx, whole, files); err != nil {
		return writeError(dir, err)
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err := install(whole, dir); err != nil {
		return writeError(dir, err)
	}
	return nil
}

var errInterrupted = errors.New("interrupted: nothing was written")

func writeAll(ctx context.Context, dir string, files []gen.File) error {
	return gen.InParallel(len(files), func(i int) error {
		if ctx.Err() != nil {
			return nil
		}
		return writeFile(filepath.Join(dir, filepath.FromSlash(files[i].Path)), files[i].Content)
	})
}

// removeCreated returns a function that removes the directories in path that do not exist yet, if they are
// empty then.
func removeCreated(path string) (undo func()) {
	var missing []string
	for at := path; !exists(at) && at != filepath.Dir(at); at = filepath.Dir(at) {
		missing = append(missing, at)
	}
	return func() {
		for _, at := range missing {
			_ = os.Remove(at)
		}
	}
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o666)
}

// install renames the temporary directory to dir, which does not exist or is an empty directory.
func install(stage, dir string) error {
	if here, err := os.Getwd(); err == nil && fsx.SameFile(here, dir) {
		return moveEntries(stage, dir) // a rename would remove the working directory of the user's shell
	}
	if info, err := os.Lstat(dir); err == nil && info.IsDir() {
		_ = os.Chmod(stage, info.Mode()&(fs.ModePerm|fs.ModeSetgid)) // a private directory stays private
	}
	if runtime.GOOS == "windows" {
		_ = os.Remove(dir) // removes only an empty directory
	}
	err := syscall.Rename(stage, dir)                                     // os.Rename fails for any directory, this call only for one that is not empty
	if errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.ENOTDIR) { // a mount point, or a link to a directory
		return moveEntries(stage, dir)
	}
	if err != nil {
		if full := CheckTarget(dir); full != nil {
			return full // another process wrote to it
		}
	}
	return err
}

// moveEntries moves the entries of stage to dir, which must be empty, and gleslayer.yaml last. If a move
// fails, it moves the others back.
func moveEntries(stage, dir string) error {
	if err := CheckTarget(dir); err != nil {
		return err
	}
	entries, err := os.ReadDir(stage)
	if err != nil {
		return err
	}
	slices.SortStableFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(rank(a), rank(b)) })
	for i, e := range entries {
		if err = os.Rename(filepath.Join(stage, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			for _, moved := range entries[:i] {
				_ = os.Rename(filepath.Join(dir, moved.Name()), filepath.Join(stage, moved.Name()))
			}
			return err
		}
	}
	return nil
}

// rank sorts gleslayer.yaml, which identifies a project, after everything else.
func rank(e fs.DirEntry) int {
	switch e.Name() {
	case ConfigName:
		return 2
	case LockName:
		return 1
	}
	return 0
}

func writeError(path string, err error) error {
	return &Error{What: "cannot write " + path, Why: fsx.Reason(err), Advice: "choose another directory with --out"}
}

// isStage reports whether a directory contains only what new writes to a temporary directory.
func isStage(path string) bool {
	entries, err := os.ReadDir(path)
	return err == nil && (len(entries) == 0 || len(entries) == 1 && entries[0].Name() == stageName)
}
