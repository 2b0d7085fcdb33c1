package project

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"
)

// scanGo records functions of package main, and variables that can hold one.
func (h *AuthorHooks) scanGo(name, text string) {
	if text == "" {
		return // a syntax error, but no function is missing
	}
	files := token.NewFileSet()
	file, fault := parseSource(files, name, text)
	if fault != nil {
		h.Faults = append(h.Faults, fault)
	}
	if file == nil || file.Name.Name != "main" {
		return
	}
	for _, decl := range file.Decls { // after a syntax error: the declarations before it
		for _, id := range declaredFunctions(decl) {
			addPlace(h.Go, id.Name, hookPlace(files, name, id))
			if mayBeHook(decl) {
				addPlace(h.Inner, id.Name, hookPlace(files, name, id))
			}
		}
	}
}

// parseSource parses a file up to its first syntax error, and returns that.
func parseSource(files *token.FileSet, name, text string) (*ast.File, *scanner.Error) {
	file, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
	if list := (scanner.ErrorList)(nil); errors.As(err, &list) && len(list) > 0 {
		return file, list[0]
	}
	return file, nil
}

// hookPlace returns the position of a name. It ignores //line directives.
func hookPlace(files *token.FileSet, name string, id *ast.Ident) HookPlace {
	return HookPlace{name, files.PositionFor(id.Pos(), false).Line}
}

// declaredFunctions returns the names of functions, and of variables that can hold one, in a declaration.
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

// mayBeHook reports whether a declaration declares variables, or a function whose first parameter is a next function such as
// gles.GLClearFunc.
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
