package templates

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/gleslayergen/gleslayergen/internal/yaml"
)

// ModulePrefix is the prefix of the name of the C file of a module.
const ModulePrefix = GeneratedPrefix + "set_"

// Declaration is the declaration of a module in a pack.yaml. Package gen reads it.
type Declaration struct {
	Line int // 0 if the pack is not a module
	node ast.Node
}

// UnmarshalYAML keeps the node, so that errors of Decode have the lines of the file.
func (d *Declaration) UnmarshalYAML(node ast.Node) error {
	d.Line, d.node = node.GetToken().Position.Line, node
	return nil
}

// Decode stores the declaration in the value v points to. A key without a field in v is an error.
func (d *Declaration) Decode(v any) error { return yaml.DecodeNode(d.node, v) }

// IsModule reports whether the pack is a module in C for layers, and not the files of a project.
func (p *Pack) IsModule() bool { return p.Module.Line != 0 }

// NameError returns an error for the name of the pack.
func (p *Pack) NameError(why string) error {
	return &Error{p.Place(packName, p.nameLine), why, p.advice()}
}

// CheckModule returns an error for a module with other files than one C file and headers, which the packs of projects compile.
// The name of the module must be valid.
func (p *Pack) CheckModule() error {
	source := ModulePrefix + p.Name + ".c"
	if !slices.ContainsFunc(p.Files, func(f File) bool { return f.Path == source }) {
		return &Error{p.Place(packName, p.Module.Line), fmt.Sprintf("the module has no file with the path %s", source), p.advice()}
	}
	for _, f := range p.Files {
		switch {
		case strings.Contains(f.Path, "/"):
			return p.Fault(f, "path %.80q: the path of a file of a module must not contain a directory", f.Path)
		case f.Path != source && path.Ext(f.Path) != ".h":
			return p.Fault(f, "path %.80q: a module has the file %s and headers", f.Path, source)
		case f.File == "" || f.When != "":
			return p.Fault(f, "path %.80q: a file of a module needs the key \"file\", and no other key", f.Path)
		}
	}
	return nil
}

// WithModules returns the pack with the files of modules, beside the file that an emitter prints. If the pack does not list this
// emitter, it does not support modules, and is returned as it is.
func (p *Pack) WithModules(list []*Pack, emitter string) *Pack {
	at := slices.IndexFunc(p.Files, func(f File) bool { return f.Emit == emitter })
	if len(list) == 0 || at < 0 {
		return p
	}
	all := *p
	all.Files, all.Texts = slices.Clone(p.Files), map[string]string{}
	for name, text := range p.Texts {
		all.Texts[name] = text
	}
	for _, m := range list {
		for _, f := range m.Files {
			source := includedName(m.Name, f.File)
			all.Texts[source] = m.Texts[f.File]
			all.Files = append(all.Files, File{Path: path.Join(path.Dir(p.Files[at].Path), f.Path), File: source, Line: f.Line})
		}
	}
	return &all
}
