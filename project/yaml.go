package project

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode/utf8"

	goyaml "github.com/goccy/go-yaml"

	"github.com/gleslayergen/gleslayergen/internal/yaml"
)

// configLimits are the limits of a gleslayer.yaml. One line for each command takes 60 KB and 11000 tokens.
var configLimits = yaml.Limits{Bytes: 128 << 10, Tokens: 20000}

// yamlError converts an error of the YAML parser.
func yamlError(path string, err error) error {
	why, line := yaml.ErrorLine(err)
	return &Error{What: yaml.Position(path, line), Why: why, Advice: "docs/project.md describes every key"}
}

// yamlValue formats the value of a key so that YAML reads the same value.
func yamlValue(s string) (string, error) { return yamlScalar(s, "a: %s\nb: end\n") }

// yamlItem formats a value inside brackets.
func yamlItem(s string) (string, error) {
	if strings.ContainsAny(s, "[]{},") {
		return asJSON(s)
	}
	return yamlScalar(s, "{a: %s, b: end}")
}

// yamlScalar formats a value without quotes if YAML reads it back unchanged, otherwise as a JSON string.
func yamlScalar(s, place string) (string, error) {
	if !utf8.ValidString(s) {
		return asJSON(s)
	}
	plain, err := goyaml.Marshal(s)
	plain = bytes.TrimSuffix(plain, []byte("\n"))
	var got map[string]string
	if err == nil && goyaml.Unmarshal(fmt.Appendf(nil, place, plain), &got) == nil && maps.Equal(got, map[string]string{"a": s, "b": "end"}) {
		return string(plain), nil
	}
	return asJSON(s)
}

func asJSON(s string) (string, error) {
	if !utf8.ValidString(s) {
		return "", &Error{What: fmt.Sprintf("%q", s), Why: "the name is not valid UTF-8", Advice: "rename the file"}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(s)
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), err
}
