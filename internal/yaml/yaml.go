// Package yaml reads a safe subset of YAML for settings files: one document, without anchors, aliases, tags and deep nesting.
// The text may come from an untrusted source.
package yaml

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits are the maximum sizes of a document. The YAML library takes seconds and gigabytes for some 10000 nested brackets.
type Limits struct {
	Bytes  int
	Tokens int
}

// maxNest is the maximum nesting depth of lists and mappings. maxKeys is the maximum number of consecutive keys without a
// list between them: the library compares each of them with all others.
const (
	maxNest = 8
	maxKeys = 100
)

// ByteOrderMark is the prefix that some editors on Windows write.
const ByteOrderMark = "\ufeff"

// Parse parses one document.
func Parse(text []byte, limits Limits) (*ast.File, error) {
	text = bytes.TrimPrefix(text, []byte(ByteOrderMark))
	switch {
	case len(text) > limits.Bytes:
		return nil, fmt.Errorf("larger than %d KiB", limits.Bytes>>10)
	case !utf8.Valid(text):
		return nil, errors.New("not UTF-8")
	case bytes.IndexByte(text, 0) >= 0:
		return nil, errors.New("the file contains a zero byte")
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) // the library counts \r\n as two lines
	tokens := lexer.Tokenize(string(text))
	if err := checkTokens(tokens, limits.Tokens); err != nil {
		return nil, err
	}
	tree, err := parser.Parse(tokens, 0)
	if err == nil && len(tree.Docs) > 1 {
		err = &yaml.SyntaxError{Message: "more than one YAML document in a file", Token: tree.Docs[1].Start}
	}
	return tree, err
}

// checkTokens rejects the features of YAML that settings do not need and that are costly: anchors, tags, deep nesting.
func checkTokens(tokens token.Tokens, most int) error {
	if len(tokens) > most {
		return fmt.Errorf("too long: more than %d YAML tokens", most)
	}
	flow, entries, keys, line := 0, 0, 0, 0
	for _, t := range tokens {
		if t.Position.Line != line {
			entries, line = 0, t.Position.Line
		}
		switch t.Type {
		case token.AnchorType, token.AliasType, token.TagType, token.MergeKeyType, token.DirectiveType:
			return &yaml.SyntaxError{Message: "anchors, aliases, tags, merge keys and directives are not supported; put values that begin with &, *, ! or % in quotes", Token: t}
		case token.SequenceStartType, token.MappingStartType:
			flow++
			keys = 0
		case token.SequenceEndType, token.MappingEndType:
			flow--
			keys = 0
		case token.SequenceEntryType:
			entries++
			keys = 0
		case token.MappingKeyType:
			entries++
		case token.MappingValueType:
			keys++
		}
		if keys > maxKeys {
			return &yaml.SyntaxError{Message: fmt.Sprintf("more than %d keys in a row: the limit applies to keys without a list or an inline mapping between them", maxKeys), Token: t}
		}
		if flow > maxNest || entries > maxNest {
			return &yaml.SyntaxError{Message: fmt.Sprintf("lists and mappings are nested more than %d levels deep", maxNest), Token: t}
		}
	}
	return nil
}

// Decode stores the document in the value v points to. A key without a field in v is an error. An empty document leaves v as it is.
func Decode(tree *ast.File, v any) error { return decode(tree, v, yaml.Strict()) }

// DecodeSome is like Decode but ignores keys without a field in v.
func DecodeSome(tree *ast.File, v any) error { return decode(tree, v) }

func decode(tree *ast.File, v any, how ...yaml.DecodeOption) error {
	if len(tree.Docs) == 0 || tree.Docs[0].Body == nil {
		return nil
	}
	return decodeNode(tree.Docs[0].Body, v, how...)
}

// DecodeNode is like Decode for a node of a document. The keys in its errors are relative to the node.
func DecodeNode(node ast.Node, v any) error { return decodeNode(node, v, yaml.Strict()) }

func decodeNode(node ast.Node, v any, how ...yaml.DecodeOption) error {
	return explain(node, yaml.NodeToValue(node, v, how...))
}

// explain replaces an error of the library about the type of a value, which names types of Go, by one that names the key, the values that it
// can have, and the value in the document.
func explain(root ast.Node, err error) error {
	var at *token.Token
	expected := ""
	if mismatch := (*yaml.TypeError)(nil); errors.As(err, &mismatch) {
		at, expected = mismatch.Token, kind(mismatch.DstType)
	} else if overflow := (*yaml.OverflowError)(nil); errors.As(err, &overflow) {
		at, expected = overflow.Token, "a smaller number"
	} else if unexpected := (*yaml.UnexpectedNodeTypeError)(nil); errors.As(err, &unexpected) {
		at, expected = unexpected.Token, nodeKind(unexpected.Expected, "a single value")
	}
	if at == nil || expected == "" {
		return err
	}
	f := &finder{at: at}
	ast.Walk(f, root)
	if f.node == nil {
		return err
	}
	found := nodeKind(f.node.Type(), fmt.Sprintf("%.80q", at.Value))
	why := fmt.Sprintf("expected %s, found %s", expected, found)
	if key := strings.TrimPrefix(strings.TrimPrefix(f.node.GetPath(), root.GetPath()), "."); key != "" {
		why = key + ": " + why
	}
	return &yaml.SyntaxError{Message: why, Token: at}
}

// finder finds the outermost node of a value that begins with a token.
type finder struct {
	at   *token.Token
	node ast.Node
}

func (f *finder) Visit(node ast.Node) ast.Visitor {
	if f.node == nil && node.GetToken() == f.at {
		f.node = node
	}
	return f
}

// kind returns what a document must have for a value of a Go type, or "" if it is unknown.
func kind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number"
	case reflect.String:
		return "text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "keys and values"
	case reflect.Pointer:
		return kind(t.Elem())
	}
	return ""
}

// nodeKind describes a node of the document; scalar describes one that is neither a list nor a mapping.
func nodeKind(t ast.NodeType, scalar string) string {
	switch t {
	case ast.SequenceType:
		return "a list"
	case ast.MappingType, ast.MappingValueType:
		return "keys and values"
	case ast.NullType:
		return "no value"
	}
	return scalar
}

// ErrorLine returns the message of an error of this package, without source context, and its line, or 0 if it has none.
func ErrorLine(err error) (why string, line int) {
	why = err.Error()
	var y yaml.Error
	if errors.As(err, &y) {
		why = y.GetMessage()
		if t := y.GetToken(); t != nil && t.Position != nil {
			line = t.Position.Line
		}
	}
	if len(why) > maxWhy {
		why = strings.ToValidUTF8(why[:maxWhy], "") + "..."
	}
	return why, line
}

// maxWhy is the maximum length of a message in bytes: the library quotes the document.
const maxWhy = 400

// Line returns the line of a key, named by its YAML path ($.name), or 0 if the key is missing.
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

// Position returns file:line, or file if line is 0.
func Position(file string, line int) string {
	if line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}
