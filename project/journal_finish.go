package project

import (
	"maps"
	pathpkg "path"
	"runtime"
	"slices"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
)

// finish takes each step that is not taken yet. Whatever has other bytes than the journal expects is left alone.
func (f *folder) finish(j *journal) (*Recovery, error) {
	r := &Recovery{Finished: true, Files: len(j.Steps)}
	folders := map[string]bool{".": true}
	if err := f.syncFolder("."); err != nil { // the journal is to be there before anything changes
		return nil, f.halfWay(".", err)
	}
	for _, s := range j.Steps {
		kept, err := f.take(s)
		if err != nil {
			return nil, f.halfWay(s.Path, err)
		}
		if kept {
			r.Kept = append(r.Kept, s.Path)
		}
		folders[pathpkg.Dir(s.Path)] = true
	}
	for _, s := range j.Steps {
		if s.New == "" {
			f.removeEmpty(pathpkg.Dir(s.Path), folders)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		if err := f.syncFolder(dir); err != nil {
			return nil, f.halfWay(dir, err)
		}
	}
	if err := f.Remove(JournalName); err != nil {
		return nil, f.halfWay(JournalName, err)
	}
	return r, nil
}

// take takes a step, and reports whether somebody's bytes stood in the way.
func (f *folder) take(s step) (kept bool, err error) {
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

// removeEmpty takes away folders that a removed file leaves empty.
func (f *folder) removeEmpty(dir string, folders map[string]bool) {
	for ; dir != "."; dir = pathpkg.Dir(dir) {
		if err := f.Remove(dir); err != nil && !isMissing(err) {
			return // it has something in it
		}
		delete(folders, dir)
		delete(f.real, dir)
		folders[pathpkg.Dir(dir)] = true
	}
}

// syncFolder has the disk know by now what was renamed.
func (f *folder) syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // folders cannot be synced there
	}
	file, err := f.Open(dir)
	if err != nil {
		return err
	}
	defer file.Close()
	return file.Sync()
}

func (f *folder) halfWay(path string, err error) error {
	return &Error{What: "the update broke off at " + f.name(path), Why: fsx.Reason(err), Advice: "mend that, then finish it: gleslayergen update --recover"}
}
