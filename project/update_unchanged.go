package project

import (
	"os"
	pathpkg "path"
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// checkUnchanged sets u.unchanged if the lock shows that rendering the project would change nothing: a release with the same version
// wrote it from the same gleslayer.yaml, module path, registry and built-in template pack, and each generated file has the hash
// that it recorded. Rendering all commands takes some 300 ms, and builds often run update first.
func (u *Update) checkUnchanged() error {
	if !u.request.TrustLock || u.request.edits() || !isExactVersion(u.request.Tool) || u.lock.Tool != u.request.Tool {
		return nil
	}
	c := u.config.now.withDefaults()
	if u.Chosen() || !c.Registry.Builtin() || len(c.OwnSets())+len(c.locations()) > 0 || !u.lock.hasBuiltinRegistry() {
		return nil
	}
	if !slices.Contains(templates.Builtin(), c.Template) || u.lock.Template.Name != c.Template || u.lock.Template.SHA256 != "" {
		return nil
	}
	module, err := u.module()
	if err != nil || module != u.lock.Module {
		return err
	}
	complete, err := u.hasAuthorFiles(c.Template)
	u.unchanged = err == nil && complete && u.hasGeneratedFiles()
	return err
}

// isExactVersion reports whether a version identifies the source of a build. Builds with local changes and builds without a version
// do not have such a version.
func isExactVersion(version string) bool {
	return semver.IsValid(version) && !strings.Contains(version, "dirty")
}

// edits reports whether the request changes gleslayer.yaml, writes a stub, replaces edited files or renames.
func (q *UpdateRequest) edits() bool {
	return len(q.Add)+len(q.Drop)+len(q.Use)+len(q.Stub) > 0 || q.Adopt || q.Template != "" || !q.Registry.Builtin() || q.Overwrite || q.Rename
}

// hasBuiltinRegistry reports whether the lock records the registry of this build.
func (l *Lock) hasBuiltinRegistry() bool {
	return slices.EqualFunc(l.Registry, registry.BuiltinSources(), func(l LockSource, s registry.Source) bool { return l == LockSource(s) })
}

// hasAuthorFiles reports whether the lock lists each file that a built-in pack writes once for every project. update would write
// a file that is not listed if it is missing.
func (u *Update) hasAuthorFiles(name string) (bool, error) {
	pack, err := pack.Open(name)
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(pack.Files, func(f templates.File) bool {
		_, listed := u.lock.file(f.Path)
		return f.Yours() && f.When == "" && !listed
	}), nil
}

// hasGeneratedFiles reports whether each generated file has the hash that the lock records.
func (u *Update) hasGeneratedFiles() bool {
	files := slices.DeleteFunc(slices.Clone(u.lock.Files), func(f LockFile) bool { return f.Class != classGenerated })
	for _, f := range files {
		if u.dir.checkDirs(pathpkg.Dir(f.Path)) != nil {
			return false
		}
	}
	return gen.InParallel(len(files), func(i int) error {
		sum, err := u.dir.hash(files[i].Path)
		if err != nil || sum == files[i].SHA256 {
			return err
		}
		content, there, err := u.dir.read(files[i].Path) // it may have other line ends
		if err == nil && (!there || !files[i].matches(content)) {
			err = os.ErrNotExist
		}
		return err
	}) == nil
}
