// Package plainyaml reads the plain kind of YAML that people write settings in: one document, without what makes YAML
// costly or surprising. The text may be anybody's.
package plainyaml

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits are how much text is read. The YAML library takes seconds and gigabytes over a nest of some 10000 brackets.
type Limits struct {
	Bytes  int
	Tokens int
}

// maxNest is how deep lists and mappings may stand in each other.
const maxNest = 8

// ByteOrderMark is what some editors of Windows put in front.
const ByteOrderMark = "\ufeff"

// Parse reads one document.
func Parse(text []byte, limits Limits) (*ast.File, error) {
	text = bytes.TrimPrefix(text, []byte(ByteOrderMark))
	switch {
	case len(text) > limits.Bytes:
		return nil, fmt.Errorf("larger than %d KB", limits.Bytes>>10)
	case !utf8.Valid(text):
		return nil, errors.New("not UTF-8")
	case bytes.IndexByte(text, 0) >= 0:
		return nil, errors.New("it holds a zero byte")
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) // of which the library counts two lines
	tokens := lexer.Tokenize(string(text))
	if err := checkTokens(tokens, limits.Tokens); err != nil {
		return nil, err
	}
	tree, err := parser.Parse(tokens, 0)
	if err == nil && len(tree.Docs) > 1 {
		err = &yaml.SyntaxError{Message: "a second document", Token: tree.Docs[1].Start}
	}
	return tree, err
}

// checkTokens refuses what no author needs and what makes YAML costly: anchors, tags, deep nests.
func checkTokens(tokens token.Tokens, most int) error {
	if len(tokens) > most {
		return errors.New("too long")
	}
	flow, entries, line := 0, 0, 0
	for _, t := range tokens {
		if t.Position.Line != line {
			entries, line = 0, t.Position.Line
		}
		switch t.Type {
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType, token.DirectiveType:
			return &yaml.SyntaxError{Message: "no anchors, aliases, tags, merge keys or directives here; quote what begins with &, *, !, or %", Token: t}
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow--
		case token.SequenceEntryType, token.MappingKeyType:
			entries++
		}
		if flow > maxNest || entries > maxNest {
			return &yaml.SyntaxError{Message: "nested too deeply", Token: t}
		}
	}
	return nil
}

// Decode fills what v points at, and refuses keys that it has no field for. An empty document leaves it as it is.
func Decode(tree *ast.File, v any) error { return decode(tree, v, yaml.Strict()) }

// DecodeSome fills what v points at, whatever other keys there are.
func DecodeSome(tree *ast.File, v any) error { return decode(tree, v) }

func decode(tree *ast.File, v any, how ...yaml.DecodeOption) error {
	if len(tree.Docs) == 0 || tree.Docs[0].Body == nil {
		return nil
	}
	return yaml.NodeToValue(tree.Docs[0].Body, v, how...)
}

// Fault is an error of this package or of the library in plain words, with the line it stands in; 0: no line.
func Fault(err error) (why string, line int) {
	var y yaml.Error
	if !errors.As(err, &y) {
		return err.Error(), 0
	}
	if t := y.GetToken(); t != nil && t.Position != nil {
		line = t.Position.Line
	}
	return y.GetMessage(), line
}

// Line is that of a key, named by its path ($.name); 0 where it is missing.
func Line(tree *ast.File, key string) int {
	path, err := yaml.PathString(key)
	if err != nil {
		return 0
	}
	node, err := path.FilterFile(tree)
	if err != nil || node == nil {
		return 0
	}
	return node.GetToken().Position.Line
}

// Place is a file with a line, or the file where there is none.
func Place(file string, line int) string {
	if line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}
