package project

import (
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"io/fs"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Package is a package of the project's own, with the functions that may be hooks.
type HookPackage struct {
	Name      string // in its package clauses; "" where the folder has no Go
	Functions map[string]HookPlace
	Inner     map[string]HookPlace // those that take a next, and variables: what may be a hook by the name of its command
	Faults    []*scanner.Error     // the first of each file that does not parse

	first string // the file that has the name
}

// The names of hooks in a package. Projects that were made before have the old ones.
var (
	setHookForm    = lazyregexp.New(`^(EGL|GL)[A-Z][A-Za-z0-9]*$`)
	oldSetHookForm = lazyregexp.New(`^(Egl|Gl)[A-Z][A-Za-z0-9]*$`)
)

// hookedCommand returns the command that a function of a package with this name is a hook for: glClear for GLClear, or for
// the old name GLClear. It returns "" if the name has another form.
func hookedCommand(function string) (command string, old bool) {
	old = oldSetHookForm.MatchString(function)
	if !old && !setHookForm.MatchString(function) {
		return "", false
	}
	api := "gl"
	if function[0] == 'E' {
		api = "egl"
	}
	return api + function[len(api):], old
}

// FindHookPackage looks through the author's Go files in a folder, whatever system they are for. Files of package main cannot be
// imported, and those of package documentation are none for the compiler either.
func FindHookPackage(root fs.FS, dir string) (*HookPackage, error) {
	p := &HookPackage{Functions: map[string]HookPlace{}, Inner: map[string]HookPlace{}}
	return p, eachSource(root, dir, goFiles, p.scanGo)
}

func (p *HookPackage) scanGo(name, text string) {
	files := token.NewFileSet()
	file, fault := parseSource(files, name, text)
	if fault != nil {
		p.Faults = append(p.Faults, fault)
	}
	if file == nil || file.Name.Name == "main" || file.Name.Name == "documentation" {
		return
	}
	if p.Name == "" {
		p.Name, p.first = file.Name.Name, name
	}
	if p.Name != file.Name.Name {
		at := files.PositionFor(file.Name.Pos(), false)
		p.Faults = append(p.Faults, &scanner.Error{Pos: at, Msg: fmt.Sprintf("package %s, but %s is of package %s", file.Name.Name, p.first, p.Name)})
		return
	}
	for _, decl := range file.Decls {
		_, isFunction := decl.(*ast.FuncDecl)
		for _, id := range declaredFunctions(decl) {
			if isFunction {
				addPlace(p.Functions, id.Name, hookPlace(files, name, id))
			}
			if mayBeHook(decl) {
				addPlace(p.Inner, id.Name, hookPlace(files, name, id))
			}
		}
	}
}
