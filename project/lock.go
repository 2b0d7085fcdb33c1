package project

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// LockName is the name of the generated lock file at the root of a project.
const LockName = "gleslayer.lock"

// lockSchema is the newest schema of the lock that this version supports.
const lockSchema = 1

// lockNames marks a project without the old names of commands in Go: gles.EglChooseConfigFunc for gles.EGLChooseConfigFunc.
const lockNames = 2

// Lock records the inputs of a project and the hashes of its files.
type Lock struct {
	Schema   int            `json:"schema"` // lockSchema
	Tool     string         `json:"tool"`   // version of gleslayergen
	Model    int            `json:"model"`
	Registry []LockSource   `json:"registry"`
	Module   string         `json:"module"`
	Template LockTemplate   `json:"template"`
	Modules  []LockTemplate `json:"modules,omitempty"` // those of the user
	Names    int            `json:"names,omitempty"`   // lockNames; 0: generated Go code also has the old names, as deprecated aliases
	Hooks    []string       `json:"hooks,omitempty"`   // the author's functions that generated code calls
	Files    []LockFile     `json:"files"`
}

// oldNames reports whether generated Go code has the old names of commands, too.
func (l *Lock) oldNames() bool { return l.Names < lockNames }

// LockSource is a registry file.
type LockSource struct {
	Name   string `json:"name"`
	Date   string `json:"date,omitempty"`
	SHA256 string `json:"sha256"`
}

// LockTemplate is the template pack.
type LockTemplate struct {
	Name    string     `json:"name"`
	Version string     `json:"version"`
	SHA256  string     `json:"sha256,omitempty"` // "" for a built-in pack
	Build   [][]string `json:"build,omitempty"`  // commands that build the layer; none: by the files of the project

	Git *templates.Git `json:"git,omitempty"` // the origin of a pack that git fetched
}

func lockTemplate(pack *templates.Pack) LockTemplate {
	t := LockTemplate{Name: pack.Name, Version: pack.Version, Build: pack.Build, Git: pack.Git}
	if !pack.Builtin() {
		t.SHA256 = pack.SHA256
	}
	return t
}

// LockFile records a file as it was written.
type LockFile struct {
	Path   string `json:"path"`
	Class  string `json:"class"` // generated or yours
	SHA256 string `json:"sha256"`
}

// matches reports whether content is the file as it was written, or differs only in its line ends.
func (f LockFile) matches(content []byte) bool {
	return f.SHA256 == hashOf(content) || f.SHA256 == hashOf(withLF(content))
}

// The classes of files: generated, or written once and then the author's.
const (
	classGenerated = "generated"
	classYours     = "yours"
)

func newLock(tool string, tmpl LockTemplate, r *registry.Registry, plan *gen.Plan, files []gen.File) *Lock {
	l := &Lock{Schema: lockSchema, Tool: tool, Model: gen.Model, Module: plan.Module, Template: tmpl}
	if !gen.InputOf(plan).OldNames {
		l.Names = lockNames
	}
	l.Hooks = gen.WrittenFunctions(plan)
	slices.Sort(l.Hooks)
	for _, s := range r.Sources {
		l.Registry = append(l.Registry, LockSource{s.Name, s.Date, s.SHA256})
	}
	for _, f := range files {
		class := classGenerated
		if f.Yours {
			class = classYours
		}
		l.Files = append(l.Files, LockFile{f.Path, class, hex.EncodeToString(f.Hash[:])})
	}
	return l
}

// JSON returns the text of the lock file.
func (l *Lock) JSON() ([]byte, error) {
	b, err := json.MarshalIndent(l, "", "  ")
	return append(b, '\n'), err
}

// Changed reports whether gleslayer.yaml changed since the project was generated from it.
func Changed(root string) bool {
	var l Lock
	text, err := os.ReadFile(filepath.Join(root, LockName))
	if err != nil || json.Unmarshal(text, &l) != nil {
		return false // the build reports the error
	}
	config, err := os.ReadFile(filepath.Join(root, ConfigName))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(l.Files, func(f LockFile) bool { return f.Path == ConfigName && !f.matches(config) })
}

// BuildCommands returns the commands of the project's pack that build the layer; none if the pack has none, or if the
// lock cannot be read.
func BuildCommands(root string) [][]string {
	l, err := LoadLock(root)
	if err != nil {
		return nil
	}
	return l.Template.Build
}

// LockHash returns the first 16 hex digits of the lock's SHA-256, which identify a project's inputs in the
// build ID of the layer.
func LockHash(root string) (string, error) {
	b, err := os.ReadFile(filepath.Join(root, LockName))
	if err != nil {
		return "", err
	}
	return hashOf(withLF(b))[:16], nil
}
