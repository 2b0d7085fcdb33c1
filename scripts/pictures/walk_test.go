package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// walkRow is a row of the path in docs/architecture.md: step, function, and the step that calls it.
var walkRow = regexp.MustCompile("(?m)^\\| (\\d+) \\| `([\\w/]+)\\.(\\w+)` \\|(?: (\\d+))? \\|")

// TestWalk checks the path from a pattern to a trampoline in docs/architecture.md: each function is called by the step
// that the table names, calls only lead to the same or an imported package, and the path is short.
func TestWalk(t *testing.T) {
	const maxFunctions, maxPackages = 20, 8
	text, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := walkRow.FindAllStringSubmatch(string(text), -1)
	packages := map[string]*source{}
	for i, row := range rows {
		step, dir, name, caller := row[1], row[2], row[3], row[4]
		if step != strconv.Itoa(i+1) {
			t.Errorf("step %s is in row %d", step, i+1)
		}
		if packages[dir] == nil {
			packages[dir] = parse(t, dir)
		}
		if len(packages[dir].functions[name]) == 0 {
			t.Errorf("step %s: package %s has no function %s", step, dir, name)
		}
		if i == 0 {
			continue
		}
		at, err := strconv.Atoi(caller)
		if err != nil || at < 1 || at > i {
			t.Errorf("step %s: called by %q, want an earlier step", step, caller)
			continue
		}
		from := packages[rows[at-1][2]]
		if !from.calls(rows[at-1][3], name) {
			t.Errorf("step %s: %s does not call %s", step, rows[at-1][3], name)
		}
		if from != packages[dir] && !from.imports[dir] {
			t.Errorf("step %s: %s does not import %s", step, rows[at-1][2], dir)
		}
	}
	if len(rows) < 10 || len(rows) > maxFunctions || len(packages) > maxPackages {
		t.Errorf("%d functions in %d packages, want 10 to %d in at most %d", len(rows), len(packages), maxFunctions, maxPackages)
	}
}

// source is the code of a package without its tests.
type source struct {
	functions map[string][]*ast.FuncDecl
	imports   map[string]bool // directories of this module
}

func parse(t *testing.T, dir string) *source {
	t.Helper()
	s := &source{map[string][]*ast.FuncDecl{}, map[string]bool{}}
	entries, err := os.ReadDir(path.Join("../..", dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path.Join("../..", dir, e.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			if below, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "github.com/gleslayergen/gleslayergen/"); ok {
				s.imports[below] = true
			}
		}
		for _, d := range f.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				s.functions[f.Name.Name] = append(s.functions[f.Name.Name], f)
			}
		}
	}
	return s
}

// calls reports whether a function of the package mentions another by name.
func (s *source) calls(caller, callee string) (found bool) {
	for _, f := range s.functions[caller] {
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == callee {
				found = true
			}
			return true
		})
	}
	return found
}
