package vet

import (
	"fmt"

	"golang.org/x/tools/go/packages"
)

// refuseCgo returns an error for the first file of the author that imports "C". Without a C compiler its
// types are unknown.
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

// cgoError reports a file that imports "C".
type cgoError struct{ place string }

func (e *cgoError) Error() string {
	return e.place + ": the file imports \"C\", but \"gleslayergen vet\" can analyze only Go files without cgo"
}

// Hint returns what to do about the error.
func (e *cgoError) Hint() string {
	return "move the C code to core/, and call it through Go functions in core/"
}
