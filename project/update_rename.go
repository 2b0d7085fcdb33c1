package project

import (
	"bytes"
	"context"
	"fmt"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"os"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/templates"
)

// isGo reports whether a path is a Go file.
func isGo(path string) bool { return strings.HasSuffix(path, ".go") }

// renameAuthor adds the changes of the author's Go files from the old names of commands to the new ones.
func (u *Update) renameAuthor(ctx context.Context, generated []gen.File) error {
	if u.oldPlan == nil {
		return nil
	}
	for _, s := range u.sets {
		if len(s.newHooks) > 0 {
			return &Error{What: s.newHooks[0], Why: "--rename would make this function a hook because of its name, but the first parameter of a hook must be \"next\"",
				Advice: "rename the function, then run gleslayergen update --rename again"}
		}
	}
	old, err := pack.Render(ctx, u.facts, u.oldPlan, gen.PackWith(u.pack, func(f templates.File) bool { return !f.Yours() && isGo(f.Path) }))
	if err != nil {
		return err
	}
	exports, err := gen.Exports(u.oldPlan)
	if err != nil {
		return err
	}
	r := &renamer{module: u.plan.Module, names: u.newNames()}
	if r.sources, err = u.authorGo(); err != nil {
		return err
	}
	r.outside = outsidePackages(ctx, u.request.Root, r.module, r.sources)
	renamed, err := r.rename(goTexts(old, exports), goTexts(generated))
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(renamed)) {
		u.Changes = append(u.Changes, Change{Path: path, Before: r.sources[path], After: renamed[path]})
	}
	return nil
}

// newNames returns what old names become, by import path.
func (u *Update) newNames() map[string]map[string]string {
	names := map[string]map[string]string{}
	for dir, of := range gen.OldNames(u.oldPlan) {
		names[u.plan.Module+"/"+dir] = of
	}
	for _, s := range u.sets {
		functions := map[string]string{}
		for command, function := range s.OldNames {
			functions[function] = gen.Spelled(command)
		}
		names[s.Import] = functions
	}
	return names
}

func goTexts(lists ...[]gen.File) map[string][]byte {
	texts := map[string][]byte{}
	for _, f := range slices.Concat(lists...) {
		if isGo(f.Path) {
			texts[f.Path] = f.Content
		}
	}
	return texts
}

// authorGo reads the Go files of the project that are not generated, in all directories that the go command looks into.
func (u *Update) authorGo() (map[string][]byte, error) {
	sources := map[string][]byte{}
	root := os.DirFS(u.request.Root)
	err := fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return readError(u.dir.name(path), err)
		}
		if d.IsDir() {
			if path != "." && (isIgnoredByGo(d.Name()) || hasFile(root, path, "go.mod")) {
				return fs.SkipDir
			}
			return nil
		}
		if !isGo(path) || isIgnoredByGo(d.Name()) || isGenerated(path) || !d.Type().IsRegular() {
			return nil
		}
		text, there, err := u.dir.read(path)
		if there {
			sources[path] = text
		}
		return err
	})
	return sources, err
}

// isIgnoredByGo reports whether the go command ignores a file or directory because of its name.
func isIgnoredByGo(name string) bool {
	return name[0] == '.' || name[0] == '_' || name == "testdata" || name == "vendor"
}

func hasFile(root fs.FS, dir, name string) bool {
	_, err := fs.Stat(root, pathpkg.Join(dir, name))
	return err == nil
}

// outsidePackages loads the types of the packages from outside the module that the author's files import. Packages that the go
// command cannot load are left out: they matter only for expressions of their types.
func outsidePackages(ctx context.Context, root, module string, sources map[string][]byte) map[string]*types.Package {
	paths := map[string]bool{"sync": true, "testing": true} // of generated code
	for path, text := range sources {
		tree, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
		if err != nil {
			continue // the check reports it
		}
		for _, spec := range tree.Imports {
			if p, err := strconv.Unquote(spec.Path.Value); err == nil && p != "C" && p != "unsafe" && p != module && !strings.HasPrefix(p, module+"/") {
				paths[p] = true
			}
		}
	}
	const mode = packages.NeedName | packages.NeedImports | packages.NeedTypes | packages.NeedExportFile
	env := append(os.Environ(), "GOPROXY=off", "GOFLAGS=-mod=readonly", "GOWORK=off", "CGO_ENABLED=0", "PWD="+root)
	found, err := packages.Load(&packages.Config{Context: ctx, Mode: mode, Dir: root, Env: env}, slices.Sorted(maps.Keys(paths))...)
	if err != nil {
		return nil
	}
	outside := map[string]*types.Package{}
	for _, p := range found {
		if len(p.Errors) == 0 && p.Types != nil {
			outside[p.PkgPath] = p.Types
		}
	}
	return outside
}

// addRenameNote adds a note of how many files have new names.
func (u *Update) addRenameNote() {
	if u.oldPlan == nil {
		if u.request.Rename {
			u.Notes = append(u.Notes, "--rename: nothing to do, because the project does not use the old names of functions")
		}
		return
	}
	lines := 0
	var paths []string
	for _, c := range u.Changes {
		if isGo(c.Path) && !isGenerated(c.Path) && c.Before != nil {
			lines += changedLines(c)
			paths = append(paths, c.Path)
		}
	}
	if len(paths) > 0 {
		u.Notes = append(u.Notes, fmt.Sprintf("--rename: replaced old names in %d lines of %s", lines, strings.Join(paths, ", ")))
	}
}

// changedLines counts the lines that differ between two texts with the same number of lines.
func changedLines(c Change) int {
	before, after := bytes.Split(c.Before, []byte("\n")), bytes.Split(c.After, []byte("\n"))
	n := 0
	for i := range min(len(before), len(after)) {
		if !bytes.Equal(before[i], after[i]) {
			n++
		}
	}
	return n
}
