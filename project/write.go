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
	"strings"
	"syscall"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// stagePrefix marks the folders in which projects are put together beside the place where they will stand.
const stagePrefix = ".gleslayergen-new-"

// stageName is the folder in a stage that becomes the project.
const stageName = "project"

// staleStage is when a folder that a killed run left is taken away by a later one.
const staleStage = time.Hour

// CheckTarget refuses a folder that has anything in it, or that is none.
func CheckTarget(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &Error{What: "cannot use " + dir, Why: fsx.Reason(err), Advice: "choose another folder with --out"}
	case len(entries) > 0:
		return &Error{What: dir, Why: fmt.Sprintf("not empty (it has %s)", entries[0].Name()),
			Advice: "choose another folder with --out", Usage: true}
	}
	return nil
}

// WriteFolder writes a folder that is no project, as new writes one: all of it, or nothing, and nothing over what is there.
func WriteFolder(ctx context.Context, dir string, contents map[string][]byte) error {
	if err := CheckTarget(dir); err != nil {
		return err
	}
	var files []gen.File
	for _, path := range slices.Sorted(maps.Keys(contents)) {
		files = append(files, gen.NewFile(path, contents[path], true))
	}
	return write(ctx, dir, files)
}

// write puts the files together in a folder beside dir, and renames that. Killed at any moment, it leaves no
// half project.
func write(ctx context.Context, dir string, files []gen.File) (err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	undo := missingFolders(parent)
	defer func() {
		if err != nil {
			undo()
		}
	}()
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return cannotWrite(parent, err)
	}
	removeStale(parent)
	stage, err := os.MkdirTemp(parent, stagePrefix)
	if err != nil {
		return cannotWrite(parent, err)
	}
	defer os.RemoveAll(stage)
	whole := filepath.Join(stage, stageName) // in a folder that only we can enter, it has the mode of any new folder
	if err := writeAll(ctx, whole, files); err != nil {
		return cannotWrite(dir, err)
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err := install(whole, dir); err != nil {
		return cannotWrite(dir, err)
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

// missingFolders notes which folders on the way to path do not exist yet, and gives a function that takes them
// away again, if they are empty.
func missingFolders(path string) (undo func()) {
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

// install renames the stage to its place, which does not exist or is an empty folder.
func install(stage, dir string) error {
	if here, err := os.Getwd(); err == nil && fsx.SameFile(here, dir) {
		return moveEntries(stage, dir) // a rename would pull the folder from under the user's shell
	}
	if info, err := os.Lstat(dir); err == nil && info.IsDir() {
		_ = os.Chmod(stage, info.Mode()&(fs.ModePerm|fs.ModeSetgid)) // a private folder stays private
	}
	if runtime.GOOS == "windows" {
		_ = os.Remove(dir) // only an empty folder goes
	}
	err := syscall.Rename(stage, dir)                                     // os.Rename refuses any folder, this one only a full folder
	if errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.ENOTDIR) { // a mount point, or a link to a folder
		return moveEntries(stage, dir)
	}
	if err != nil {
		if full := CheckTarget(dir); full != nil {
			return full // somebody else was faster
		}
	}
	return err
}

// moveEntries moves what is in stage into dir, which must still be empty; what makes it a project comes last. If a
// move fails, those before it are taken back.
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

// rank puts gleslayer.yaml, by which a folder is known as a project, behind everything else.
func rank(e fs.DirEntry) int {
	switch e.Name() {
	case ConfigName:
		return 2
	case LockName:
		return 1
	}
	return 0
}

func removeStale(parent string) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && e.IsDir() && strings.HasPrefix(e.Name(), stagePrefix) && time.Since(info.ModTime()) > staleStage &&
			isStage(filepath.Join(parent, e.Name())) {
			_ = os.RemoveAll(filepath.Join(parent, e.Name()))
		}
	}
}

func cannotWrite(path string, err error) error {
	return &Error{What: "cannot write " + path, Why: fsx.Reason(err), Advice: "choose another folder with --out"}
}

// isStage reports whether a folder holds nothing but what a run of new puts there.
func isStage(path string) bool {
	entries, err := os.ReadDir(path)
	return err == nil && (len(entries) == 0 || len(entries) == 1 && entries[0].Name() == stageName)
}
