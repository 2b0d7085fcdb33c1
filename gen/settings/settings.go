// Package settings describes the settings that a layer declares: their names, types, ranges and defaults. A built
// layer carries the description in a note, so that its settings can be checked and written without its project.
package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// The types of settings.
const (
	Bool   = "bool"   // 0 or 1
	Int    = "int"    // a number in a range
	Choice = "choice" // one of several words
	Path   = "path"   // an absolute path, or nothing
	Text   = "text"   // any text in one line
	List   = "list"   // items to switch off and on, separated by commas
)

// Setting is a setting of a layer.
type Setting struct {
	Name    string   `json:"name" yaml:"name"` // MODULE.KEY; without the module in a declaration of a module
	Type    string   `json:"type" yaml:"type"`
	Default string   `json:"default" yaml:"default"`
	Range   []int32  `json:"range,omitempty" yaml:"range"`     // of an int: the smallest and the largest value
	Choices []string `json:"choices,omitempty" yaml:"choices"` // of a choice
	Text    string   `json:"text" yaml:"text"`                 // one line
}

// Declared is what a layer declares.
type Declared struct {
	Schema   int       `json:"schema"`
	Layer    string    `json:"layer"` // the name of the layer, which its properties and variables contain
	Settings []Setting `json:"settings"`
}

// Property returns the name of the system property of a setting on a device.
func (d *Declared) Property(name string) string { return "debug." + d.Layer + "." + name }

// Variable returns the name of the environment variable of a setting.
func (d *Declared) Variable(name string) string { return Prefix(d.Layer) + variablePart(name) }

// Prefix returns the prefix of the environment variables of a layer.
func Prefix(layer string) string { return variablePart(layer) + "_" }

func variablePart(name string) string {
	return strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(name))
}

// Find returns the setting with a name.
func (d *Declared) Find(name string) (Setting, bool) {
	i := slices.IndexFunc(d.Settings, func(s Setting) bool { return s.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return d.Settings[i], true
}

// Read reads a description. It fails if one of its names or types is invalid, because the file of a layer is not
// trusted.
func Read(text []byte) (*Declared, error) {
	d := &Declared{}
	if err := json.Unmarshal(text, d); err != nil {
		return nil, fmt.Errorf("the description of the settings: %w", err)
	}
	if d.Schema != 1 {
		return nil, fmt.Errorf("the description of the settings has schema %d, but this version of gleslayergen knows only schema 1", d.Schema)
	}
	if !isName(d.Layer, "-_.") {
		return nil, fmt.Errorf("the description of the settings: invalid name of a layer %.80q", d.Layer)
	}
	for i, s := range d.Settings {
		err := s.Check()
		if slices.ContainsFunc(d.Settings[:i], func(o Setting) bool { return o.Name == s.Name }) {
			err = errors.New("described more than once")
		}
		if err != nil {
			return nil, fmt.Errorf("the description of the settings: %.80q: %w", s.Name, err)
		}
	}
	return d, nil
}

// isName reports whether s has only lower-case and upper-case letters, digits and some other characters.
func isName(s, more string) bool {
	return s != "" && len(s) <= 80 && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && !strings.ContainsRune(more, r)
	})
}

// Error is the error for an assignment that no layer accepts.
type Error struct{ Text, Advice string }

func (e *Error) Error() string { return e.Text }

// Hint returns what the user can do.
func (e *Error) Hint() string { return e.Advice }

// ExitCode returns that of a wrong command line.
func (e *Error) ExitCode() int { return 2 }

// Assignment is a new value of a setting.
type Assignment struct{ Name, Value string }

// Parse parses assignments of the form MODULE.KEY=VALUE.
func Parse(texts ...string) ([]Assignment, error) {
	var list []Assignment
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, &Error{fmt.Sprintf("%q is not of the form MODULE.KEY=VALUE", text), "for example: log.on=0"}
		}
		list = append(list, Assignment{name, value})
	}
	return list, nil
}

// Accept returns the layers that declare the setting of an assignment. It fails with an *Error if there is none, or if
// the value is invalid. An empty value means the default.
func Accept(layers []*Declared, a Assignment) ([]*Declared, error) {
	var accepted []*Declared
	var names []string
	for _, d := range layers {
		s, ok := d.Find(a.Name)
		if !ok {
			names = append(names, d.names()...)
			continue
		}
		if err := s.CheckValue(a.Value); err != nil && a.Value != "" {
			return nil, &Error{fmt.Sprintf("%s=%s: %v", a.Name, a.Value, err), fmt.Sprintf("%s: %s", a.Name, s.Text)}
		}
		accepted = append(accepted, d)
	}
	if len(accepted) == 0 {
		return nil, unknown(a.Name, names)
	}
	return accepted, nil
}

func (d *Declared) names() []string {
	var names []string
	for _, s := range d.Settings {
		names = append(names, s.Name)
	}
	return names
}

// unknown returns the error for a setting that no layer declares.
func unknown(name string, names []string) *Error {
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 {
		return &Error{fmt.Sprintf("unknown setting %q: no layer declares settings", name), "pass a layer that this version of gleslayergen has generated"}
	}
	return &Error{fmt.Sprintf("unknown setting %q (did you mean %q?)", name, registry.Nearest(name, names, 1)[0]), "the settings are " + strings.Join(names, ", ")}
}
