package vet

import (
	"cmp"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// typing type-checks the packages of the module from source, each once, imports first.
type typing struct {
	listing *listing
	fset    *token.FileSet
	sizes   types.Sizes
	outside map[string]*types.Package
	missing map[string]string          // import errors by path
	cgo     map[*packages.Package]bool // packages that use cgo
	faults  []string
}

func newTyping(p *listing, outside []*packages.Package) *typing {
	c := &typing{listing: p, fset: token.NewFileSet(), sizes: types.SizesFor("gc", runtime.GOARCH),
		cgo: map[*packages.Package]bool{}, missing: map[string]string{}, outside: map[string]*types.Package{"unsafe": types.Unsafe}}
	for _, pkg := range outside {
		if len(pkg.Errors) > 0 {
			c.missing[pkg.PkgPath] = pkg.Errors[0].Msg
		} else {
			c.outside[pkg.PkgPath] = pkg.Types
		}
	}
	return c
}

// Import returns the package with the given path.
func (c *typing) Import(path string) (*types.Package, error) {
	if own := c.listing.own[path]; own != nil {
		if err := c.check(own); err != nil {
			return nil, err
		}
		return own.Types, nil
	}
	if pkg := c.outside[path]; pkg != nil {
		return pkg, nil
	}
	why, _, _ := strings.Cut(c.missing[path], "\n")
	return nil, errors.New(cmp.Or(why, "not in the project and not in the standard library"))
}

// check parses and type-checks a package. For a package that uses cgo only the declarations count, as far as
// they are known without a C compiler: no signature of package core names a C type.
func (c *typing) check(pkg *packages.Package) error {
	if pkg.Types != nil {
		return nil
	}
	for _, path := range pkg.GoFiles {
		file, err := parser.ParseFile(c.fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			c.fault(err)
			return err
		}
		pkg.Syntax = append(pkg.Syntax, file)
		c.cgo[pkg] = c.cgo[pkg] || slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` })
	}
	cgo := c.cgo[pkg]
	conf := types.Config{Importer: c, Sizes: c.sizes, FakeImportC: cgo, IgnoreFuncBodies: cgo,
		Error: func(err error) {
			if !cgo {
				c.fault(err)
			}
		}}
	if v := c.listing.module.GoVersion; v != "" {
		conf.GoVersion = "go" + v
	}
	pkg.Fset, pkg.TypesSizes, pkg.TypesInfo = c.fset, c.sizes, &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
		Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
	}
	pkg.Types, _ = conf.Check(pkg.PkgPath, c.fset, pkg.Syntax, pkg.TypesInfo)
	return nil
}

func (c *typing) fault(err error) { c.faults = append(c.faults, c.listing.relative(err.Error())) }

// inGo keeps the imports that are packages of the module without cgo, whose functions are analyzed.
func (c *typing) inGo(pkg *packages.Package) {
	for path := range pkg.Imports {
		own := c.listing.own[path]
		if own == nil || own.Types == nil || c.cgo[own] {
			delete(pkg.Imports, path)
		} else {
			pkg.Imports[path] = own
		}
	}
}
