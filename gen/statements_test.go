package gen

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// statement matches text that is a statement of C or Go, or a format string for one.
var statement = regexp.MustCompile(`\w[\w)]*;\s*$|\w;\n|\w := \w|[\])\w] = .*[\w)];?$|\breturn\b.*[(;]|^(func|if|for|switch|typedef|static|struct \w+)\b.*[{;(]|^defer `)

// Package gen and the packages below it have no statements of C or Go as text. Statements that depend on the
// plan are values of package jen or are in templates; others are in files of their own.
func TestNoStatementsInStrings(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err == nil && statement.MatchString(text) {
				t.Errorf("%s: %s", fset.Position(literal.Pos()), literal.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
