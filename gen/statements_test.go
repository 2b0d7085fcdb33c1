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

// cSyntax matches text that is a part of a C declaration or expression: a keyword of C, a call, a cast, an initializer, or an
// operator between operands.
var cSyntax = regexp.MustCompile(`^(typedef|struct|sizeof|offsetof|_Static_assert)[ (]|^\w*[a-z]\w*\($|^\)\(|\(\*$|^\) |\((const )?\w+( \*+|_t|_fn)\)|^(const )?\w+_t \*?\w+|^ (==|[-+*/]) $| [*/] %|^\.\w+ = |\{ $|^ \}|;$`)

func TestCSyntax(t *testing.T) {
	for _, text := range []string{"typedef ", "struct ", "offsetof(", ") == ", " == ", "trace_float(", "(uint32_t)", "(const char *)ret_", "sizeof *", "%s / %d",
		"%d * (int64_t)%s", " (*", "uint64_t ret_", "(layer_fn)modules_", ".ret_ = ", "{ ", " }", " };", ";"} {
		if !cSyntax.MatchString(text) {
			t.Errorf("%q is not C", text)
		}
	}
}

// Package csyntax alone has C syntax: an expression that depends on a command consists of its values.
func TestNoCInStrings(t *testing.T) {
	eachString(t, func(path, position, literal, text string) {
		if !strings.HasPrefix(path, "csyntax/") && cSyntax.MatchString(text) {
			t.Errorf("%s: %s", position, literal)
		}
	})
}

// Package gen and the packages below it have no statements of C or Go as text. Statements that depend on the
// plan are values of package jen or are in templates; others are in files of their own.
func TestNoStatementsInStrings(t *testing.T) {
	eachString(t, func(_, position, literal, text string) {
		if statement.MatchString(text) {
			t.Errorf("%s: %s", position, literal)
		}
	})
}

// eachString calls f for each string constant of the code in this directory and below it, except tests.
func eachString(t *testing.T, f func(path, position, literal, text string)) {
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
			if text, err := strconv.Unquote(literal.Value); err == nil {
				f(path, fset.Position(literal.Pos()).String(), literal.Value, text)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
