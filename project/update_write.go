package project

import (
	"cmp"
	"context"
	"fmt"
	pathpkg "path"
	"slices"
	"strings"
)

// EditedError is the error of an update that would overwrite edited generated files.
type EditedError struct{ Changes []Change }

func (e *EditedError) Error() string {
	var paths []string
	for _, c := range e.Changes {
		paths = append(paths, c.Path)
	}
	return "generated files were edited: " + strings.Join(paths, ", ")
}

// Hint returns what the user can do.
func (e *EditedError) Hint() string {
	if slices.ContainsFunc(e.Changes, func(c Change) bool { return conflictLine(c.Before) > 0 }) {
		return "nothing was changed; at least one of these files contains a merge conflict; to discard your edits and generate the files again: gleslayergen update --overwrite"
	}
	return "nothing was changed; move your edits to files of your own, then generate these files again: gleslayergen update --overwrite"
}

// Edited returns the changes of edited files.
func (u *Update) Edited() []Change {
	return slices.DeleteFunc(slices.Clone(u.Changes), func(c Change) bool { return !c.Edited })
}

// Write writes all changes or none.
func (u *Update) Write(ctx context.Context) error {
	if edited := u.Edited(); len(edited) > 0 && !u.request.Overwrite {
		return &EditedError{edited}
	}
	if len(u.Changes) == 0 {
		return nil
	}
	j, err := u.journal()
	if err != nil {
		return err
	}
	if err := u.dir.stage(j, func() bool { return ctx.Err() != nil }); err != nil {
		return err
	}
	done, err := u.dir.finish(j)
	if err == nil && len(done.Kept) > 0 {
		err = &Error{What: strings.Join(done.Kept, ", "), Why: "changed by another process during the update, so not replaced", Advice: "run gleslayergen update again"}
	}
	return err
}

// journal lists the changes. The yaml and the lock come last, after the files that they describe.
func (u *Update) journal() (*journal, error) {
	j := &journal{Schema: lockSchema}
	for _, c := range u.Changes {
		s := step{Path: c.Path, content: c.After}
		if c.After != nil {
			s.New = hashOf(c.After)
		}
		if c.Before != nil {
			info, err := u.dir.stat(c.Path)
			if err != nil {
				return nil, readError(u.dir.name(c.Path), err)
			}
			s.Old, s.mode = hashOf(c.Before), info.Mode()
		}
		j.Steps = append(j.Steps, s)
		if err := u.addDirs(j, pathpkg.Dir(c.Path)); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(j.Steps, func(a, b step) int { return cmp.Compare(stepRank(a.Path), stepRank(b.Path)) })
	return j, nil
}

func stepRank(path string) int { return slices.Index([]string{ConfigName, LockName}, path) }

// addDirs adds the directories to create, parents first.
func (u *Update) addDirs(j *journal, dir string) error {
	if slices.Contains(j.Dirs, dir) {
		return nil
	}
	err := u.dir.checkDirs(dir)
	if !isMissing(err) {
		return err
	}
	if err := u.addDirs(j, pathpkg.Dir(dir)); err != nil {
		return err
	}
	j.Dirs = append(j.Dirs, dir)
	return nil
}

// Kind returns new, changed or removed.
func (c Change) Kind() string {
	switch {
	case c.Before == nil:
		return "new"
	case c.After == nil:
		return "removed"
	}
	return "changed"
}

// String returns a line for a list of changes.
func (c Change) String() string {
	s := fmt.Sprintf("%-8s %s", c.Kind(), c.Path)
	if c.Edited {
		s += " (edited since it was generated)"
	}
	return s
}
