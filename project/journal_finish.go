package project

import (
	"maps"
	pathpkg "path"
	"runtime"
	"slices"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// finish does all steps that are not done yet. It leaves files whose content the journal does not expect.
func (f *rootDir) finish(j *journal) (*Recovery, error) {
	r := &Recovery{Finished: true, Files: len(j.Steps)}
	dirs := map[string]bool{".": true}
	if err := f.syncDir("."); err != nil { // the journal must be on disk before a file changes
		return nil, f.interruptedError(".", err)
	}
	for _, s := range j.Steps {
		kept, err := f.apply(s)
		if err != nil {
			return nil, f.interruptedError(s.Path, err)
		}
		if kept {
			r.Kept = append(r.Kept, s.Path)
		}
		dirs[pathpkg.Dir(s.Path)] = true
	}
	for _, s := range j.Steps {
		if s.New == "" {
			f.removeEmpty(pathpkg.Dir(s.Path), dirs)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		if err := f.syncDir(dir); err != nil {
			return nil, f.interruptedError(dir, err)
		}
	}
	if err := f.Remove(JournalName); err != nil {
		return nil, f.interruptedError(JournalName, err)
	}
	return r, nil
}

// apply does a step and reports whether it left the file because of unexpected content.
func (f *rootDir) apply(s step) (kept bool, err error) {
	there, err := f.hash(s.Path)
	if err != nil {
		return false, err
	}
	switch {
	case there == s.New:
		return false, f.removeStaged(s.Path)
	case there != s.Old:
		return true, f.removeStaged(s.Path)
	case s.New == "":
		return false, f.Remove(s.Path)
	}
	staged, err := f.hash(stagedName(s.Path))
	if err != nil {
		return false, err
	}
	if staged != s.New {
		return true, f.removeStaged(s.Path)
	}
	return false, f.Rename(stagedName(s.Path), s.Path)
}

// removeEmpty removes directories that are empty after their last file was removed.
func (f *rootDir) removeEmpty(dir string, dirs map[string]bool) {
	for ; dir != "."; dir = pathpkg.Dir(dir) {
		if err := f.Remove(dir); err != nil && !isMissing(err) {
			return // not empty
		}
		delete(dirs, dir)
		delete(f.real, dir)
		dirs[pathpkg.Dir(dir)] = true
	}
}

// syncDir writes the renames in a directory to disk.
func (f *rootDir) syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // Windows cannot sync directories
	}
	file, err := f.Open(dir)
	if err != nil {
		return err
	}
	defer file.Close()
	return file.Sync()
}

func (f *rootDir) interruptedError(path string, err error) error {
	return &Error{What: "the update was interrupted at " + f.name(path), Why: fsx.Reason(err), Advice: "fix the cause; then, to complete the update: gleslayergen update --recover"}
}
