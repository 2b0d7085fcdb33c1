package project

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	pathpkg "path"
	"path/filepath"
	"slices"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/project/hookline"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// To make every file of a large project takes a tenth of a second, and an update that changes nothing is in every build. So it is
// remembered, outside of the project, from what exactly a project was found to be up to date: this build of the tool, the
// lock, the yaml, the template pack, go.mod, the registry files, the hook sets. While all of that has the same bytes, and each generated file those
// that the lock says, making them anew would find the same again.

// recall finds out whether that is so.
func (u *Update) recall() error {
	if u.request.Build == "" || u.request.Cache == "" || u.request.edits() {
		return nil
	}
	var err error
	if u.inputs, err = u.hashInputs(); err != nil {
		u.inputs = "" // what is wrong, the parts that read it say better
		return nil
	}
	u.current = u.note() == u.inputs && u.intact()
	return nil
}

// note is what was noted of the project, or "". Only a plain file in a folder of the user's own is read, and not beyond the size
// of a hash.
func (u *Update) note() string {
	if fsx.MakePrivateDir(u.request.Cache) != nil {
		return ""
	}
	info, err := os.Lstat(u.memory())
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(u.memory())
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(len(u.inputs)+1)))
	if err != nil {
		return ""
	}
	return string(text)
}

// edits reports whether a project is to be changed beyond what it says of itself.
func (q *UpdateRequest) edits() bool {
	return len(q.Add)+len(q.Drop)+len(q.Stub) > 0 || !q.Registry.Builtin()
}

// memory is the file that remembers the project.
func (u *Update) memory() string {
	root, err := filepath.Abs(u.request.Root)
	if err != nil {
		root = u.request.Root
	}
	return filepath.Join(u.request.Cache, hashOf([]byte(root))[:32])
}

// hashInputs is a hash of all that an update without wishes depends on, beside the generated files themselves.
func (u *Update) hashInputs() (string, error) {
	c := u.config.now.withDefaults()
	sum := sha256.New()
	fmt.Fprintf(sum, "2 %q\n", u.request.Build)
	module, err := u.folder.hash("go.mod")
	if err != nil {
		return "", err
	}
	pack, err := packSum(packPath(u.request.Root, c.Template))
	if err != nil {
		return "", err
	}
	fmt.Fprintf(sum, "%s %s %s %s\n", hashOf(u.lockText), hashOf(u.config.bytes()), module, pack)
	if !c.Registry.Builtin() {
		for _, path := range []string{c.Registry.GL, c.Registry.EGL} {
			f, err := registry.ReadFile(fromRoot(u.request.Root, path))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(sum, "%q %q %s\n", path, f.Date, hashOf(f.Data))
		}
	}
	if err := u.hashSets(sum, c.OwnSets()); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// packSum is the hash of a pack's bytes; "" for one that this build carries.
func packSum(where string) (string, error) {
	if slices.Contains(templates.Builtin(), where) {
		return "", nil
	}
	pack, err := templates.Load(where)
	if err != nil {
		return "", err
	}
	return pack.SHA256, nil
}

func (u *Update) hashSets(to io.Writer, folders []string) error {
	for _, folder := range folders {
		if err := u.checkSetThere(folder); err != nil {
			return err
		}
		module, err := u.there(pathpkg.Join(folder, "go.mod"))
		if err != nil {
			return err
		}
		fmt.Fprintf(to, "%q %v\n", folder, module)
		if err := hookline.WriteSources(to, os.DirFS(u.request.Root), folder); err != nil {
			return err
		}
	}
	return nil
}

// intact reports whether each generated file of the lock is there as it was written.
func (u *Update) intact() bool {
	for _, f := range u.lock.Files {
		if u.folder.checkFolders(pathpkg.Dir(f.Path)) != nil && f.Class == classGenerated {
			return false
		}
	}
	return gen.InParallel(len(u.lock.Files), func(i int) error {
		f := u.lock.Files[i]
		if f.Class != classGenerated {
			return nil
		}
		content, there, err := u.folder.read(f.Path)
		if err == nil && (!there || hashOf(content) != f.SHA256) {
			err = os.ErrNotExist
		}
		return err
	}) == nil
}

// remember notes a project that was found up to date, with nothing to tell of it, from inputs that did not change meanwhile. A
// note that cannot be written costs time only.
func (u *Update) remember() {
	if u.inputs == "" || len(u.Changes)+len(u.Notes) > 0 || !u.complete() || fsx.MakePrivateDir(u.request.Cache) != nil {
		return
	}
	if inputs, err := u.hashInputs(); err != nil || inputs != u.inputs {
		return
	}
	forgetOld(u.request.Cache)
	f, err := os.CreateTemp(u.request.Cache, ".note-")
	if err != nil {
		return
	}
	_, err = f.WriteString(u.inputs)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil || os.Rename(f.Name(), u.memory()) != nil {
		os.Remove(f.Name())
	}
}

// forgetOld takes away notes of projects that may be gone by now.
func forgetOld(cache string) {
	entries, err := os.ReadDir(cache)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > keptNotes {
			_ = os.Remove(filepath.Join(cache, e.Name()))
		}
	}
}

// keptNotes is how long a note is kept. A project whose note is gone is made anew in memory once.
const keptNotes = 30 * 24 * time.Hour

// complete reports whether the lock knows each file that the author has of the pack. One that it does not know was there
// before, and comes when it goes.
func (u *Update) complete() bool {
	for _, f := range gen.Wanted(u.plan, u.pack).Files {
		hooks, _ := gen.HookFile(u.pack, gen.HookKind(f.When))
		if _, known := u.lock.file(f.Path); f.Yours() && !known && f != hooks {
			return false
		}
	}
	return true
}
