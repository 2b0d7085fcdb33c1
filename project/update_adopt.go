package project

import (
	"context"
	"regexp"

	"golang.org/x/mod/modfile"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

// readLock reads the lock, or makes one from the files of the project if the request allows it and the lock is missing or
// cannot be read. Without a lock, an update cannot tell which generated files were edited: each one that differs from what
// would be generated now counts as edited.
func (u *Update) readLock() (err error) {
	u.lock, u.lockText, err = u.dir.loadLock()
	if !u.request.Adopt {
		return err
	}
	if err == nil {
		u.request.Adopt = false
		u.Notes = append(u.Notes, "--adopt: "+LockName+" exists and is valid, so it is kept")
		return nil
	}
	u.lock = &Lock{Schema: lockSchema, Tool: u.request.Tool, Model: gen.Model, Names: lockNames}
	u.lockText, _, _ = u.dir.read(LockName)
	text, there, err := u.dir.read("go.mod")
	if err != nil {
		return err
	}
	if u.lock.Module = modfile.ModulePath(text); !there {
		u.lock.Module = enclosingModule(u.request.Root)
	}
	if u.lock.Module == "" {
		u.lock.Module = ModuleOf(u.config.now.Name)
	}
	sources, err := u.authorGo()
	for _, text := range sources {
		if oldNameUse.Match(text) {
			u.lock.Names = 0
		}
	}
	return err
}

// oldNameUse matches an old name of a command in Go, such as gles.GlClearFunc.
var oldNameUse = regexp.MustCompile(`\bgles\.(Egl|Gl)[A-Z]`)

// adoptYours lists the author's files of the pack in the lock, also those that the author removed: the next update must not
// write them again.
func (u *Update) adoptYours(ctx context.Context) error {
	files, err := pack.Render(ctx, u.facts, u.plan, gen.PackWith(u.pack, templates.File.Yours))
	if err != nil {
		return err
	}
	for _, f := range files {
		content, there, err := u.dir.read(f.Path)
		if err != nil {
			return err
		}
		if !there {
			content = f.Content
		}
		if !contains(u.added, f.Path) {
			u.lock.Files = append(u.lock.Files, LockFile{f.Path, classYours, hashOf(content)})
		}
	}
	return nil
}

// oldLock returns the lock on disk, or the one that adopt made.
func (u *Update) oldLock() ([]byte, error) {
	if u.request.Adopt {
		return u.lockText, nil
	}
	_, text, err := u.dir.loadLock()
	return text, err
}
