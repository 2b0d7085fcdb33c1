package project

import (
	"context"
	"fmt"
)

// Recovery is what became of an update that broke off.
type Recovery struct {
	Finished bool     // its changes are all there; otherwise none is
	Files    int      // that it changes
	Kept     []string // changed by somebody since, and left as they are
}

// String says it in a sentence.
func (r *Recovery) String() string {
	if !r.Finished {
		return "an update that broke off was undone: it had changed nothing yet"
	}
	s := fmt.Sprintf("an update that broke off was finished: it changes %d files", r.Files)
	for _, path := range r.Kept {
		s += "; " + path + " is not as the update left it, and stays as it is"
	}
	return s
}

// Recover finishes or undoes an update of the project at root that broke off. It gives nil if there is none.
func Recover(ctx context.Context, root string) (*Recovery, error) {
	f, err := openRoot(root)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !f.brokeOff() {
		return nil, nil
	}
	held, err := holdRoot(ctx, root) // or it has not broken off: it runs
	if err != nil {
		return nil, err
	}
	defer held.Close()
	return f.recover()
}

func (f *folder) brokeOff() bool {
	for _, name := range []string{stagingName, JournalName} {
		if _, err := f.Lstat(name); err == nil {
			return true
		}
	}
	return false
}

// recover is for whoever holds the project.
func (f *folder) recover() (*Recovery, error) {
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
		j = &journal{} // not written to its end, so nothing was begun
	}
	return &Recovery{Files: len(j.Steps)}, f.undo(j)
}
