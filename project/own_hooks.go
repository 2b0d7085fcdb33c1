package project

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"io/fs"
	"os"
	pathpkg "path"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen"
)

// Place is where a function of the author's stands.
type Place struct {
	Path string // below the project's root
	Line int
}

func (p Place) String() string { return fmt.Sprintf("%s:%d", p.Path, p.Line) }

// ownFunctions finds the author's functions among which hooks are looked for: of package main, whatever a build is for,
// and those in C.
func (f *folder) ownFunctions(kind gen.HookKind) (map[string]Place, error) {
	found := map[string]Place{}
	dir, suffixes, read := ".", []string{".go"}, goFunctions
	if kind == gen.HookC {
		dir, suffixes, read = "core", []string{".c", ".h", ".cc"}, cFunctions
	}
	entries, err := fs.ReadDir(f.FS(), dir)
	if err != nil {
		return nil, cannotOpen(f.name(dir), err)
	}
	for _, e := range entries {
		path := pathpkg.Join(dir, e.Name())
		if isGenerated(path) || !hasSuffix(path, suffixes) || strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := readSource(f.name(path))
		if err != nil {
			return nil, err
		}
		if err := read(path, text, found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// readSource reads what a compiler would: also through a link.
func readSource(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil // compilers leave it out, too, or tell more
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxFile))
	if err != nil {
		return nil, cannotOpen(path, err)
	}
	return text, nil
}

func hasSuffix(path string, suffixes []string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(path, s) {
			return true
		}
	}
	return false
}

// goFunctions notes functions, and variables that hold one.
func goFunctions(path string, text []byte, found map[string]Place) error {
	if len(text) == 0 {
		return nil
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.SkipObjectResolution)
	if err != nil {
		what := path
		if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
			what, err = list[0].Pos.String(), fmt.Errorf("%s", list[0].Msg)
		}
		return &Error{What: what, Why: err.Error(), Advice: "mend it first: which hooks are there cannot be told"}
	}
	if file.Name.Name != "main" {
		return nil
	}
	note := func(name *ast.Ident) { found[name.Name] = Place{path, files.Position(name.Pos()).Line} }
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				note(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for _, name := range v.Names {
						note(name)
					}
				}
			}
		}
	}
	return nil
}
