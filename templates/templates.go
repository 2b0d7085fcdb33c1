// Package templates holds the template packs that the tool carries, and the C core that all of them share; it reads the
// descriptions of packs.
package templates

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/goccy/go-yaml"
)

//go:embed all:go all:cpp
var packs embed.FS

//go:embed core
var core embed.FS

// Core is the text of a template of the C core.
func Core(name string) (string, error) {
	b, err := fs.ReadFile(core, "core/"+name)
	return string(b), err
}

// Pack is a template pack: what a project consists of.
type Pack struct {
	Name        string   `yaml:"name"`
	Version     string   `yaml:"version"`
	Description string   `yaml:"description"`
	Model       int      `yaml:"model"` // version of the model that the templates are written for
	Hooks       []string `yaml:"hooks"` // kinds of hook that the pack has code for; the first is what new takes unasked
	Files       []File   `yaml:"files"`

	fs fs.FS
}

// File is one file of a project. It comes from a template or from an emitter of package gen.
type File struct {
	Path     string `yaml:"path"`
	Template string `yaml:"template"`
	Emit     string `yaml:"emit"`
	Class    string `yaml:"class"` // "yours": the author's once written; otherwise generated anew each time
	When     string `yaml:"when"`  // "" always; "c": only with C hooks; "use": with functions to use; "go": with Go hooks; "vscode": with settings for that editor
}

// Yours reports whether the file belongs to the author once it is written.
func (f File) Yours() bool { return f.Class == "yours" }

// Open reads the description of a built-in pack.
func Open(name string) (*Pack, error) {
	sub, err := fs.Sub(packs, name)
	if err != nil {
		return nil, err
	}
	text, err := fs.ReadFile(sub, "pack.yaml")
	if err != nil {
		return nil, fmt.Errorf("template pack %q: %w", name, err)
	}
	p := &Pack{fs: sub}
	if err := yaml.UnmarshalWithOptions(text, p, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("template pack %q: %w", name, err)
	}
	return p, nil
}

// Text is the text of a template of the pack.
func (p *Pack) Text(name string) (string, error) {
	b, err := fs.ReadFile(p.fs, name)
	return string(b), err
}
