package project

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// setRegistry sets the registry files.
func (t *configText) setRegistry(s RegistrySource) error {
	want := *t.now
	want.Registry = s
	if want.Registry == t.now.Registry {
		return nil
	}
	value, err := s.yaml()
	if err != nil {
		return err
	}
	return t.edit(&want, func() bool {
		tokens := t.section("registry")
		switch {
		case len(tokens) == 0:
			return t.insert(len(t.lines), "registry: "+value)
		case len(tokens) == 1 && tokens[0].Value == "builtin":
			return t.replace(tokens[0].Position, len([]rune(strings.TrimSpace(tokens[0].Origin))), value)
		}
		return t.setPaths(tokens, s)
	})
}

// setPaths replaces both names in a mapping, the last one first, so that the position of the other stays
// valid.
func (t *configText) setPaths(tokens token.Tokens, s RegistrySource) bool {
	for i := len(tokens) - 3; i >= 0; i-- {
		if tokens[i+1].Type != token.MappingValueType {
			continue
		}
		path := s.GL
		if tokens[i].Value == "egl" {
			path = s.EGL
		}
		value, err := yamlItem(path)
		if err != nil || !t.replace(tokens[i+2].Position, len([]rune(strings.TrimSpace(tokens[i+2].Origin))), value) {
			return false
		}
	}
	return true
}

func (s RegistrySource) yaml() (string, error) {
	gl, err := yamlItem(s.GL)
	if err != nil {
		return "", err
	}
	egl, err := yamlItem(s.EGL)
	return fmt.Sprintf("{gl: %s, egl: %s}", gl, egl), err
}
