package project

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// scanGo notes functions of package main, and variables that hold one.
func (h *AuthorHooks) scanGo(name, text string) {
	if text == "" {
		return // a fault, but nothing is missing
	}
	files := token.NewFileSet()
	file, fault := parseSource(files, name, text)
	if fault != nil {
		h.Faults = append(h.Faults, fault)
	}
	if file == nil || file.Name.Name != "main" {
		return
	}
	for _, decl := range file.Decls { // with a fault, those before it
		for _, id := range declaredFunctions(decl) {
			addPlace(h.Go, id.Name, hookPlace(files, name, id))
			if mayBeHook(decl) {
				addPlace(h.Inner, id.Name, hookPlace(files, name, id))
			}
		}
	}
}

// parse reads a file as far as it can be read, and gives its first fault.
func parseSource(files *token.FileSet, name, text string) (*ast.File, *scanner.Error) {
	file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if list := (scanner.ErrorList)(nil); errors.As(err, &list) && len(list) > 0 {
		return file, list[0]
	}
	return file, nil
}

// place is where a name stands, whatever a //line says.
func hookPlace(files *token.FileSet, name string, id *ast.Ident) HookPlace {
	return HookPlace{name, files.PositionFor(id.Pos(), false).Line}
}

// functions are the names that a declaration gives to functions, or to variables that may hold one.
func declaredFunctions(decl ast.Decl) []*ast.Ident {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return []*ast.Ident{d.Name}
		}
	case *ast.GenDecl:
		var names []*ast.Ident
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR {
				names = append(names, v.Names...)
			}
		}
		return names
	}
	return nil
}

// mayBeHook reports whether a declaration is of a function that takes a next, gles.GLClearFunc, or of variables.
func mayBeHook(decl ast.Decl) bool {
	d, ok := decl.(*ast.FuncDecl)
	if !ok {
		return true
	}
	if len(d.Type.Params.List) == 0 {
		return false
	}
	switch of := d.Type.Params.List[0].Type.(type) {
	case *ast.SelectorExpr:
		return strings.HasSuffix(of.Sel.Name, "Func")
	case *ast.Ident: // of package gles, imported with a dot
		return strings.HasSuffix(of.Name, "Func")
	}
	return false
}
