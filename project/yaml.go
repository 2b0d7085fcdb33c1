package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// Limits of a gleslayer.yaml. One line for each command there is makes 60 KB and 11000 tokens; the YAML library
// takes seconds and gigabytes over a nest of some 10000 brackets.
const (
	maxConfig = 128 << 10
	maxTokens = 20000
	maxNest   = 8
)

// byteOrderMark is what some editors of Windows put in front.
const byteOrderMark = "\ufeff"

// parseYAML reads one document of the plain kind of YAML that a gleslayer.yaml is written in.
func parseYAML(text []byte) (*ast.File, error) {
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	switch {
	case len(text) > maxConfig:
		return nil, fmt.Errorf("larger than %d KB", maxConfig>>10)
	case !utf8.Valid(text):
		return nil, errors.New("not UTF-8")
	case bytes.IndexByte(text, 0) >= 0:
		return nil, errors.New("it holds a zero byte")
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) // of which the library counts two lines
	tokens := lexer.Tokenize(string(text))
	if err := checkTokens(tokens); err != nil {
		return nil, err
	}
	tree, err := parser.Parse(tokens, 0)
	if err == nil && len(tree.Docs) > 1 {
		err = &yaml.SyntaxError{Message: "a second document", Token: tree.Docs[1].Start}
	}
	return tree, err
}

// checkTokens refuses what no author needs and what makes YAML costly: anchors, tags, deep nests.
func checkTokens(tokens token.Tokens) error {
	if len(tokens) > maxTokens {
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

// decodeYAML fills c. An empty document leaves it as it is.
func decodeYAML(tree *ast.File, c *Config) error {
	if len(tree.Docs) == 0 || tree.Docs[0].Body == nil {
		return nil
	}
	return yaml.NodeToValue(tree.Docs[0].Body, c, yaml.Strict())
}

// yamlError is an error of the library in our form.
func yamlError(path string, err error) error {
	out := &Error{What: path, Why: err.Error(), Advice: "see docs/project.md for every key"}
	var y yaml.Error
	if errors.As(err, &y) {
		out.Why = y.GetMessage()
		if t := y.GetToken(); t != nil && t.Position != nil {
			out.What = fmt.Sprintf("%s:%d", path, t.Position.Line)
		}
	}
	return out
}

// place is file and line of a key, or the file where the key is missing.
func place(file string, tree *ast.File, key string) string {
	path, err := yaml.PathString(key)
	if err != nil {
		return file
	}
	node, err := path.FilterFile(tree)
	if err != nil || node == nil {
		return file
	}
	return fmt.Sprintf("%s:%d", file, node.GetToken().Position.Line)
}

// yamlValue writes a value that stands alone behind its key, so that YAML reads it back.
func yamlValue(s string) (string, error) { return yamlScalar(s, "a: %s\nb: end\n") }

// yamlItem writes a value that stands in brackets.
func yamlItem(s string) (string, error) {
	if strings.ContainsAny(s, "[]{},") {
		return asJSON(s)
	}
	return yamlScalar(s, "{a: %s, b: end}")
}

// yamlScalar writes a value plain if YAML reads that back in its place, else as JSON would write it.
func yamlScalar(s, place string) (string, error) {
	if !utf8.ValidString(s) {
		return asJSON(s)
	}
	plain, err := yaml.Marshal(s)
	plain = bytes.TrimSuffix(plain, []byte("\n"))
	var got map[string]string
	if err == nil && yaml.Unmarshal(fmt.Appendf(nil, place, plain), &got) == nil && maps.Equal(got, map[string]string{"a": s, "b": "end"}) {
		return string(plain), nil
	}
	return asJSON(s)
}

func asJSON(s string) (string, error) {
	if !utf8.ValidString(s) {
		return "", &Error{What: fmt.Sprintf("%q", s), Why: "not UTF-8", Advice: "rename the file"}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(s)
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), err
}
