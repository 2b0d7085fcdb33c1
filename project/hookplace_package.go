package project

import (
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"io/fs"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// HookPackage is a package of the project with functions that can be hooks.
type HookPackage struct {
	Name      string // in its package clauses; "" if the directory has no Go files
	Functions map[string]HookPlace
	Inner     map[string]HookPlace // functions with a parameter next, and variables: hooks if they have the name of a command
	Faults    []*scanner.Error     // the first of each file that does not parse

	first string // the file that the name is from
}

// The names of hooks in a package. Projects that were made before have the old ones.
var (
	setHookForm    = lazyregexp.New(`^(EGL|GL)[A-Z][A-Za-z0-9]*$`)
	oldSetHookForm = lazyregexp.New(`^(Egl|Gl)[A-Z][A-Za-z0-9]*$`)
)

// hookedCommand returns the command of a hook in a package: glClear for GLClear, and for the old name GlClear. It returns "" if the
// name has another form.
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

// FindHookPackage reads the author's Go files in a directory, for all systems. It ignores files of package main, which cannot be
// imported, and of package documentation, which the compiler ignores too.
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
		p.Faults = append(p.Faults, &scanner.Error{Pos: at, Msg: fmt.Sprintf("the file is in package %s, but %s is in package %s", file.Name.Name, p.first, p.Name)})
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
