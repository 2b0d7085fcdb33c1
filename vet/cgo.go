package vet

import (
	"fmt"

	"golang.org/x/tools/go/packages"
)

// refuseCgo names the first of the author's files that C is called from: without a C compiler nobody can tell the types there.
func (p *listing) refuseCgo(pkgs []*packages.Package) error {
	for _, pkg := range pkgs {
		for _, file := range pkg.Syntax {
			for _, spec := range file.Imports {
				if spec.Path.Value == `"C"` {
					at := pkg.Fset.Position(spec.Pos())
					return &cgoError{p.relative(fmt.Sprintf("%s:%d", at.Filename, at.Line))}
				}
			}
		}
	}
	return nil
}

// cgoError is a file that C is called from.
type cgoError struct{ place string }

func (e *cgoError) Error() string { return e.place + ": the file uses cgo, and vet reads Go only" }

// Hint says what to do.
func (e *cgoError) Hint() string {
	return "move what needs C into core/, with functions in Go around it; package main stays quick to build without C, too"
}
