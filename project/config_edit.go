package project

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"

	"github.com/gleslayergen/gleslayergen/internal/yaml"
)

// configText is a gleslayer.yaml to edit. Lines that do not change keep their bytes.
type configText struct {
	path  string
	lines []string // with their line ends
	end   string   // line end of the file
	now   *Config
}

func newConfigText(path string, text []byte) (*configText, error) {
	c, err := ParseConfig(path, text)
	if err != nil {
		return nil, err
	}
	t := &configText{path: path, end: "\n", now: c}
	if bytes.Contains(text, []byte("\r\n")) {
		t.end = "\r\n"
	}
	t.set(string(text))
	return t, nil
}

func (t *configText) set(text string) { t.lines = slices.Collect(strings.Lines(text)) }

func (t *configText) bytes() []byte { return []byte(strings.Join(t.lines, "")) }

// section returns the tokens of the value of a top-level key, without comments.
func (t *configText) section(key string) token.Tokens {
	text := strings.ReplaceAll(strings.TrimPrefix(string(t.bytes()), yaml.ByteOrderMark), "\r\n", "\n")
	var found token.Tokens
	inside := false
	for _, tok := range lexer.Tokenize(text) {
		switch {
		case tok.Type == token.CommentType:
		case tok.Position.Column == 1 && tok.Next != nil && tok.Next.Type == token.MappingValueType:
			inside = tok.Value == key
		case inside:
			found = append(found, tok)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found[1:] // after the colon
}

// edit calls change, and keeps the new text only if it parses to want.
func (t *configText) edit(want *Config, change func() bool) error {
	before := slices.Clone(t.lines)
	done := change()
	if done {
		got, err := ParseConfig(t.path, t.bytes())
		done = err == nil && reflect.DeepEqual(got, want)
	}
	if !done {
		t.lines = before
		return &Error{What: t.path, Why: "gleslayergen cannot edit YAML of this form", Advice: "make the requested change in the file yourself, then run gleslayergen update"}
	}
	t.now = want
	return nil
}
