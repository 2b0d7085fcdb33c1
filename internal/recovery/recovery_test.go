package recovery

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// outside are directories whose code is not part of the program.
var outside = []string{"bench", "build", "dist", "examples", "golden", "internal/recovery", "internal/testutil", "scripts", "templates", "test"}

// All goroutines of the program are started by this package.
func TestAllGoroutines(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(path, "../../"))
		if d.IsDir() {
			for _, dir := range outside {
				if name == dir {
					return filepath.SkipDir
				}
			}
			if d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".git") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files++
		return checkFile(t, path)
	})
	if err != nil || files < 300 {
		t.Errorf("%d files, %v", files, err)
	}
}

// checkFile reports go statements, and groups of package sync.
func checkFile(t *testing.T, path string) error {
	t.Helper()
	positions := token.NewFileSet()
	file, err := parser.ParseFile(positions, path, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			t.Errorf("%s: a go statement: use recovery.Go", positions.Position(n.Pos()))
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "sync" && n.Sel.Name == "WaitGroup" {
				t.Errorf("%s: sync.WaitGroup: use recovery.Group", positions.Position(n.Pos()))
			}
		}
		return true
	})
	return nil
}
