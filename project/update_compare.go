package project

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	pathpkg "path"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

// Change is a file that an update writes or removes.
type Change struct {
	Path   string
	Before []byte // nil: the file does not exist
	After  []byte // nil: the file is removed
	Edited bool   // the generated file was edited
}

// compare determines the changes. It adds stubs before it renders, because generated files can list the files with stubs.
func (u *Update) compare(ctx context.Context) error {
	if err := u.addStubs(ctx); err != nil {
		return err
	}
	if err := u.listHookFiles(); err != nil {
		return err
	}
	generated, err := pack.Render(ctx, u.facts, u.plan, gen.PackWith(u.pack, func(f templates.File) bool { return !f.Yours() }))
	if err != nil {
		return err
	}
	exports, err := gen.Exports(u.plan)
	if err != nil {
		return err
	}
	generated = append(generated, exports...)
	for _, f := range generated {
		if err := checkPath(f.Path, classGenerated); err != nil {
			return err
		}
		if err := u.compareFile(f); err != nil {
			return err
		}
	}
	rename := func(generated []gen.File) error { return u.renameAuthor(ctx, generated) }
	addYours := func([]gen.File) error { return u.addYours(ctx) }
	for _, part := range []func([]gen.File) error{u.compareOld, u.addUnusedNotes, rename, addYours, u.addConfig, u.addLock} {
		if err := part(generated); err != nil {
			return err
		}
	}
	slices.SortFunc(u.Changes, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	u.addRenameNote()
	return nil
}

// compareFile compares a generated file with the existing one. An existing file that is not in the lock
// counts as edited.
func (u *Update) compareFile(f gen.File) error {
	there, exists, err := u.dir.read(f.Path)
	switch {
	case err != nil:
		return err
	case !exists:
		u.Changes = append(u.Changes, Change{Path: f.Path, After: f.Content})
	case !sameText(there, f.Content):
		known, ok := u.lock.file(f.Path)
		u.Changes = append(u.Changes, Change{f.Path, there, f.Content, !ok || !known.matches(there)})
	}
	return nil
}

// compareOld adds the removal of files that are no longer generated and have the hash in the lock.
func (u *Update) compareOld(generated []gen.File) error {
	for _, old := range u.lock.Files {
		if old.Class != classGenerated || contains(generated, old.Path) {
			continue
		}
		there, exists, err := u.dir.read(old.Path)
		switch {
		case err != nil:
			return err
		case !exists:
		case old.matches(there):
			u.Changes = append(u.Changes, Change{Path: old.Path, Before: there})
		default:
			u.Notes = append(u.Notes, fmt.Sprintf("%s is no longer generated, but it was edited, so gleslayergen does not remove it; remove the file if you do not need it", old.Path))
		}
	}
	return nil
}

func contains(files []gen.File, path string) bool {
	return slices.ContainsFunc(files, func(f gen.File) bool { return f.Path == path })
}

// addYours adds files for the author that the template pack did not have before.
func (u *Update) addYours(ctx context.Context) error {
	if u.request.Adopt {
		return u.adoptYours(ctx)
	}
	var fault error
	files, err := pack.Render(ctx, u.facts, u.plan, gen.PackWith(u.pack, func(f templates.File) bool {
		_, known := u.lock.file(f.Path)
		hooks, _ := gen.HookFile(u.pack, gen.HookKind(f.When))
		if !f.Yours() || known || f == hooks && f.When != "" {
			return false // addStubs writes hook files
		}
		there, err := u.exists(f.Path)
		if err != nil {
			fault = err
		}
		return !there
	}))
	if err = cmp.Or(fault, err); err != nil {
		return err
	}
	u.addNew(files...)
	return nil
}

// addNew adds new files for the author.
func (u *Update) addNew(files ...gen.File) {
	for _, f := range files {
		u.added = append(u.added, gen.NewFile(f.Path, f.Content, true))
		u.Changes = append(u.Changes, Change{Path: f.Path, After: f.Content})
	}
}

// exists reports whether a path exists. It fails for a link in the directory of the path.
func (u *Update) exists(path string) (bool, error) {
	err := u.dir.checkDirs(pathpkg.Dir(path))
	if isMissing(err) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	_, err = u.dir.Lstat(path)
	if err != nil && !isMissing(err) {
		return false, readError(u.dir.name(path), err)
	}
	return err == nil, nil
}

// addConfig adds the yaml if it was edited.
func (u *Update) addConfig([]gen.File) error {
	there, _, err := u.dir.read(ConfigName)
	if now := u.config.bytes(); err == nil && !bytes.Equal(there, now) {
		u.Changes = append(u.Changes, Change{Path: ConfigName, Before: there, After: now})
	}
	return err
}

// addLock adds the lock. The entries of the author's files keep the hashes of the first write. If a newer
// version generates the same files, the lock does not change, because its hash is part of the layer's build
// ID.
func (u *Update) addLock(generated []gen.File) error {
	there, err := u.oldLock()
	if err != nil {
		return err
	}
	files := slices.Concat(generated, u.added, []gen.File{gen.NewFile(ConfigName, withLF(u.config.bytes()), true)})
	l := newLock(u.lock.Tool, lockTemplate(u.pack), u.facts, u.plan, files)
	l.Modules = u.modules
	for _, f := range u.lock.Files {
		if f.Class == classYours && f.Path != ConfigName && !contains(u.added, f.Path) {
			l.Files = append(l.Files, f)
		}
	}
	slices.SortFunc(l.Files, func(a, b LockFile) int { return cmp.Compare(a.Path, b.Path) })
	text, err := l.JSON()
	if err != nil || sameText(text, there) {
		return err
	}
	l.Tool = u.request.Tool
	if text, err = l.JSON(); err == nil {
		u.Changes = append(u.Changes, Change{Path: LockName, Before: there, After: text})
	}
	return err
}
