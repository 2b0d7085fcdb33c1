package templates

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	goyaml "github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/yaml"
)

// The versions of the data model that templates can use.
const (
	OldestModel = 1
	Model       = 2 // the newest
)

// packName is the name of the file that describes a pack.
const packName = "pack.yaml"

// The limits of a pack. The largest built-in one has 60 files and 200 KB.
const (
	maxFiles    = 4096
	maxPartials = 64 // each is parsed for every template
	maxTemplate = 1 << 20
	maxAll      = 64 << 20
)

// packLimits are the limits of a pack.yaml: maxFiles lines of some 120 bytes and 25 tokens.
var packLimits = yaml.Limits{Bytes: 1 << 20, Tokens: 30 * maxFiles}

// Pack is a template pack: it describes the files of a project.
type Pack struct {
	Name        string      `yaml:"name"`
	Version     string      `yaml:"version"`
	Description string      `yaml:"description"`
	Model       int         `yaml:"model"` // version of the data model that the templates use
	Hooks       []string    `yaml:"hooks"` // supported kinds of hook; the first is the default of new
	Defaults    Defaults    `yaml:"defaults"`
	Columns     int         `yaml:"columns"`  // length of the longest line of generated C and C++; 0: no limit
	Partials    []string    `yaml:"partials"` // templates with definitions that every template of the pack can call
	Include     string      `yaml:"include"`  // a built-in pack whose files the projects of this pack also have
	Build       [][]string  `yaml:"build"`    // commands that build a layer; none: gleslayergen chooses them by the files of the project
	Test        [][]string  `yaml:"test"`     // commands that test a project after it was built
	Module      Declaration `yaml:"module"`   // the pack is a module in C
	Files       []File      `yaml:"files"`

	Where  string            `yaml:"-"` // the directory or zip, or the reference to a Git repository; "" for a built-in pack
	Git    *Git              `yaml:"-"` // the origin of a pack that git fetched; otherwise nil
	SHA256 string            `yaml:"-"` // of the names and bytes of all files of the pack
	Texts  map[string]string `yaml:"-"` // the texts of its partials, templates and copied files by name

	nameLine, partialsLine, includeLine int // lines of these keys in pack.yaml
}

// Defaults are the defaults of flags of new.
type Defaults struct {
	Init      string   `yaml:"init"`      // active or passive
	Intercept string   `yaml:"intercept"` // a list of patterns
	Slots     int      `yaml:"slots"`     // ignored, as in gleslayer.yaml
	Sets      []string `yaml:"sets"`      // modules
}

// File is one file of a project. It is rendered from a template, printed by an emitter of package gen, or copied.
type File struct {
	Path     string `yaml:"path"`
	Template string `yaml:"template"`
	Emit     string `yaml:"emit"`
	File     string `yaml:"file"`  // a file of the pack that is copied
	Class    string `yaml:"class"` // "yours": written once and then the author's; otherwise generated again by each update
	When     string `yaml:"when"`  // a condition of package gen; "" means always

	Line int `yaml:"-"` // line in pack.yaml
}

// ClassYours is the class of files that belong to the author.
const ClassYours = "yours"

// Yours reports whether the file belongs to the author after it was written.
func (f File) Yours() bool { return f.Class == ClassYours }

// UnmarshalYAML also records the line, for messages.
func (f *File) UnmarshalYAML(node ast.Node) error {
	type plain File
	err := goyaml.NodeToValue(node, (*plain)(f), goyaml.Strict())
	f.Line = node.GetToken().Position.Line
	return err
}

// Builtin reports whether the pack is built in.
func (p *Pack) Builtin() bool { return p.Where == "" }

// Place returns a file of the pack for messages, with the line unless it is 0.
func (p *Pack) Place(name string, line int) string {
	if p.Builtin() {
		return fmt.Sprintf("template pack %s: %s", p.Name, yaml.Position(name, line))
	}
	if IsGit(p.Where) {
		return p.Where + ": " + yaml.Position(name, line)
	}
	return yaml.Position(filepath.Join(p.Where, filepath.FromSlash(name)), line)
}

// Source returns the name of the template or copied file of the pack, "" for a file of an emitter.
func (f File) Source() string { return cmp.Or(f.Template, f.File) }

// Text returns the text of a template or copied file.
func (p *Pack) Text(name string) (string, error) {
	text, ok := p.Texts[name]
	if !ok {
		return "", &Error{p.Place(name, 0), "the pack does not contain this file", p.advice()}
	}
	return text, nil
}

// Fault returns an error for an entry of pack.yaml.
func (p *Pack) Fault(f File, format string, args ...any) error {
	return &Error{p.Place(packName, f.Line), fmt.Sprintf(format, args...), p.advice()}
}

// The hints of errors in a pack.yaml.
const (
	TemplateAdvice = "see docs/templates.md; to write an example pack: gleslayergen template init DIR"
	ModuleAdvice   = "see docs/modules.md#write-a-module; to see a module: examples/drawcount"
)

// advice returns the hint of errors in the pack.yaml.
func (p *Pack) advice() string {
	if p.IsModule() {
		return ModuleAdvice
	}
	return TemplateAdvice
}

// source reads the files of a pack.
type source interface {
	// read returns the content of a regular file with at most the given number of bytes.
	read(name string, most int64) ([]byte, error)
}

// embedded are the files of a built-in pack.
type embedded struct{ fs.FS }

func (e embedded) read(name string, _ int64) ([]byte, error) {
	if strings.HasPrefix(name, sharedDir) {
		return fs.ReadFile(shared, name)
	}
	return fs.ReadFile(e.FS, name)
}

// sharedDir starts the names of templates that several built-in packs share.
const sharedDir = "shared/"

// read reads a pack from a source.
func read(where string, from source) (*Pack, error) {
	p := &Pack{Where: where, Texts: map[string]string{}}
	text, err := from.read(packName, int64(packLimits.Bytes))
	if err != nil {
		return nil, &Error{p.Place(packName, 0), fsx.Reason(err), p.advice()}
	}
	for _, part := range []func() error{
		func() error { return p.parse(text) }, p.include, p.check, func() error { return p.readSources(from, text) },
	} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// parse parses pack.yaml. It checks the model first, because a pack for a newer one can have unknown keys.
func (p *Pack) parse(text []byte) error {
	tree, err := yaml.Parse(text, packLimits)
	if err == nil {
		var head struct{ Model int }
		if yaml.DecodeSome(tree, &head) == nil && head.Model != 0 && (head.Model < OldestModel || head.Model > Model) {
			return p.otherModel(head.Model, yaml.Line(tree, "$.model"))
		}
		err = yaml.Decode(tree, p)
	}
	if err != nil {
		why, line := yaml.ErrorLine(err)
		return &Error{p.Place(packName, line), why, p.advice()}
	}
	p.nameLine, p.partialsLine, p.includeLine = yaml.Line(tree, "$.name"), yaml.Line(tree, "$.partials"), yaml.Line(tree, "$.include")
	if key, why := p.checkHead(); why != "" {
		return &Error{p.Place(packName, yaml.Line(tree, "$."+key)), why, p.advice()}
	}
	return nil
}

func (p *Pack) otherModel(model, line int) error {
	e := &Error{p.Place(packName, line), fmt.Sprintf("the pack is written for model %d, but this version of gleslayergen supports only models %d to %d", model, OldestModel, Model),
		"install a newer version of gleslayergen"}
	if model < OldestModel {
		e.Advice = "get a newer version of the pack, or change it as docs/templates.md describes for model " + fmt.Sprint(Model)
	}
	return e
}

// readSources reads the partials, and the templates and copied files that the entries name, each once.
func (p *Pack) readSources(from source, packYAML []byte) error {
	rest := int64(maxAll - len(packYAML))
	read := func(name string) (why string) {
		if _, there := p.Texts[name]; there || name == "" {
			return ""
		}
		if why := checkName(name); why != "" {
			return fmt.Sprintf("%.80q: %s", name, why)
		}
		text, err := from.read(name, min(maxTemplate, rest))
		if err != nil {
			return fmt.Sprintf("%.80s: %s", name, fsx.Reason(err))
		}
		rest -= int64(len(text))
		p.Texts[name] = string(text)
		return ""
	}
	for _, name := range p.Partials {
		if why := read(name); why != "" {
			return &Error{p.Place(packName, p.partialsLine), "partials: " + why, p.advice()}
		}
	}
	for _, f := range p.Files {
		key := "template"
		if f.File != "" {
			key = "file"
		}
		if why := read(f.Source()); why != "" {
			return p.Fault(f, "%s %s", key, why)
		}
	}
	p.SHA256 = p.sum(packYAML)
	return nil
}

// sum returns the SHA-256 of the pack. It is equal for a directory and a zip with the same files.
func (p *Pack) sum(packYAML []byte) string {
	h := sha256.New()
	add := func(part string) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	add(packName)
	add(string(packYAML))
	for _, name := range slices.Sorted(maps.Keys(p.Texts)) {
		add(name)
		add(p.Texts[name])
	}
	return hex.EncodeToString(h.Sum(nil))
}
