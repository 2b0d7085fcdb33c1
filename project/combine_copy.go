package project

import (
	"context"
	"go/ast"
	"io/fs"
	pathpkg "path"
	"slices"
	"strings"
)

// copy copies the authors' files: Go packages, and files next to the generated ones in core and gles.
func (c *combiner) copy(context.Context) error {
	for _, p := range c.parts {
		dirs, err := p.packages()
		if err != nil {
			return err
		}
		for _, dir := range dirs {
			if err := c.copyPackage(p, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// packages returns the directories of p's module that can contain packages.
func (p *part) packages() (dirs []string, err error) {
	err = fs.WalkDir(p.Update.dir.FS(), ".", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return readError(p.Update.dir.name(path), err)
		case !e.IsDir():
			return nil
		case path == ".":
		case p.skipped(path, e.Name()):
			return fs.SkipDir
		}
		dirs = append(dirs, path)
		return nil
	})
	return dirs, err
}

// skipped reports whether Go ignores a directory, or whether it is a module of its own.
func (p *part) skipped(path, name string) bool {
	if name[0] == '.' || name[0] == '_' || name == "testdata" || name == "vendor" || path == "build" {
		return true
	}
	module, err := p.exists(pathpkg.Join(path, "go.mod"))
	return err == nil && module
}

// sourceExts are the extensions of files, other than Go files, that the go command builds a package from.
var sourceExts = []string{".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m", ".s", ".S", ".sx", ".syso"}

// copyPackage copies the author's files in one directory.
func (c *combiner) copyPackage(p *part, dir string) error {
	if dir == "." && len(p.main) == 0 {
		return nil // no hook in package main
	}
	entries, err := fs.ReadDir(p.Update.dir.FS(), dir)
	if err != nil {
		return readError(p.Update.dir.name(dir), err)
	}
	for _, e := range entries {
		path, ext := pathpkg.Join(dir, e.Name()), pathpkg.Ext(e.Name())
		switch {
		case e.IsDir(), isGenerated(path), e.Name()[0] == '.', e.Name()[0] == '_', strings.HasSuffix(path, "_test.go"):
		case ext == ".go":
			err = c.copyGo(p, path)
		case dir != "." && slices.Contains(sourceExts, ext), dir == "." && ext == ".s":
			err = c.copyPlain(p, path, c.addSource)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyGo copies a Go file and rewrites its package name and imports for the new project.
func (c *combiner) copyGo(p *part, path string) error {
	text, name, err := p.source(path)
	if err != nil {
		return err
	}
	s, err := readGo(name, text)
	if err != nil {
		return err
	}
	pkg, dir := "", pathpkg.Dir(path)
	if dir == "." {
		if s.ignored() || pathpkg.Base(path) == "main.go" && s.onlyMain() {
			return nil
		}
		if s.tree.Name.Name == "main" {
			pkg = p.packageName()
		}
	}
	err = s.imports(func(imported string, at *ast.BasicLit) error {
		if imported == "C" && dir == "." {
			return &Error{What: s.files.PositionFor(at.Pos(), false).String(), Why: `package main imports "C", but "combine" supports imports of "C" only in other packages`,
				Advice: "move the C code to core/, or to a separate package that package main imports"}
		}
		return nil
	})
	if err == nil {
		text, err = s.rewrite(pkg, func(imported string) string { return c.movedImport(p, imported) })
	}
	if err != nil {
		return err
	}
	if err := c.addSource(p, path, name, text); err != nil {
		return err
	}
	return c.copyEmbedded(p, s, dir)
}

// movedImport returns the import path of a package in the new project.
func (c *combiner) movedImport(p *part, path string) string {
	dir, own := strings.CutPrefix(path, p.plan.Module+"/")
	if !own {
		return path
	}
	return c.request.Module + "/" + p.moved(dir)
}

// copyPlain copies a file without changes.
func (c *combiner) copyPlain(p *part, path string, put func(p *part, path, name string, text []byte) error) error {
	text, name, err := p.source(path)
	if err != nil {
		return err
	}
	return put(p, path, name, text)
}

// source reads a file and returns its name for messages.
func (p *part) source(path string) (text []byte, name string, err error) {
	name = pathpkg.Join(p.dir, path)
	text, there, err := p.Update.dir.read(path)
	if err == nil && !there {
		err = &Error{What: name, Why: "another process removed the file while gleslayergen read it", Advice: "run the command again"}
	}
	return text, name, err
}
