package project

import (
	"context"
	"fmt"
)

// Recovery is the result of completing or undoing an interrupted update.
type Recovery struct {
	Finished bool     // all changes are made; otherwise none
	Files    int      // number of files in the update
	Kept     []string // files that changed since and were left
}

// String returns the result as a sentence.
func (r *Recovery) String() string {
	if !r.Finished {
		return "an interrupted update was discarded: it had not changed any file"
	}
	s := fmt.Sprintf("an interrupted update was completed; changed files: %d", r.Files-len(r.Kept))
	for _, path := range r.Kept {
		s += "; " + path + " was edited after the interruption, so it was not replaced"
	}
	return s
}

// Recover completes or undoes an interrupted update of the project at root. It returns nil if there is none.
func Recover(ctx context.Context, root string) (*Recovery, error) {
	f, err := openRoot(root)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !f.interrupted() {
		return nil, nil
	}
	held, err := lockRoot(ctx, root) // without the lock, the update could still be running
	if err != nil {
		return nil, err
	}
	defer held.Close()
	return f.recover()
}

func (f *rootDir) interrupted() bool {
	for _, name := range []string{stagingName, JournalName} {
		if _, err := f.Lstat(name); err == nil {
			return true
		}
	}
	return false
}

// recover completes or undoes an interrupted update. The caller holds the lock of the project.
func (f *rootDir) recover() (*Recovery, error) {
	if _, err := f.stat(JournalName); err == nil {
		j, err := f.readJournal(JournalName)
		if err != nil {
			return nil, err
		}
		return f.finish(j)
	}
	if _, err := f.stat(stagingName); isMissing(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	j, err := f.readJournal(stagingName)
	if err != nil {
		j = &journal{} // incomplete, so no step has started
	}
	return &Recovery{Files: len(j.Steps)}, f.undo(j)
}
