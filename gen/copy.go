package gen

import (
	"bytes"
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"strconv"
	"strings"
)

// copyModule is the module path that copied Go files import packages of the project by.
const copyModule = "example.com/layer"

// copyExcluded is the first line of a copied Go file, which keeps Go tools from building it in the pack.
const copyExcluded = "//go:build ignore\n"

const copyAdvice = "see docs/templates.md for the files that a pack can copy"

// copyFile returns a file of a pack as a file of the project. It changes only Go files: the header replaces the line
// copyExcluded, and imports of packages of copyModule become imports of packages of the project.
func copyFile(p *Plan, name, text string) ([]byte, error) {
	if path.Ext(name) != ".go" {
		return []byte(text), nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ImportsOnly)
	if list := (scanner.ErrorList)(nil); errors.As(err, &list) && len(list) > 0 {
		return nil, &templateFault{line: list[0].Pos.Line, why: list[0].Msg}
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	copied := 0
	if strings.HasPrefix(text, copyExcluded) {
		b.WriteString(p.header("//") + "\n")
		copied = len(copyExcluded)
	}
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		rest, ok := strings.CutPrefix(imported, copyModule)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		b.WriteString(text[copied:fset.Position(spec.Path.Pos()).Offset])
		b.WriteString(strconv.Quote(p.Module + rest))
		copied = fset.Position(spec.Path.End()).Offset
	}
	b.WriteString(text[copied:])
	return b.Bytes(), nil
}
