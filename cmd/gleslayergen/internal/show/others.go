package show

import (
	"slices"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Extension describes an extension or a version.
type Extension struct {
	Kind     string     `json:"kind"` // extension, version
	Name     string     `json:"name"`
	APIs     []string   `json:"apis"`
	Pattern  string     `json:"pattern,omitempty"` // its pattern; empty if it cannot be intercepted
	Commands []string   `json:"commands"`
	Enums    []Constant `json:"enums"`
}

// Constant is a name with its value.
type Constant struct {
	Name  string `json:"name"`
	Value string `json:"value"` // hexadecimal
}

// Group describes an enum group.
type Group struct {
	Kind    string     `json:"kind"` // group
	Name    string     `json:"name"`
	Bitmask bool       `json:"bitmask"`
	Enums   []Constant `json:"enums"`
	UsedBy  []string   `json:"usedBy"` // command and parameter, glClear.mask
}

// Enum describes an enum.
type Enum struct {
	Kind       string   `json:"kind"` // enum
	Name       string   `json:"name"`
	Value      string   `json:"value"` // hexadecimal
	Alias      string   `json:"alias,omitempty"`
	Groups     []string `json:"groups"`
	Versions   []string `json:"versions"`
	Extensions []string `json:"extensions"`
	Corrected  []string `json:"corrected,omitempty"` // sentences, as in Command
}

func extension(r *registry.Registry, x *registry.Extension) *Extension {
	out := &Extension{Kind: "extension", Name: x.Name, Pattern: "@" + x.Name}
	for _, api := range x.Supported {
		out.APIs = append(out.APIs, string(api))
	}
	out.fill(r, x.Requires)
	return out
}

func version(r *registry.Registry, f *registry.Feature) *Extension {
	out := &Extension{Kind: "version", Name: f.Name, APIs: []string{string(f.API)}}
	if f.API != registry.GLES1 {
		out.Pattern = "@" + patternOf(f)
	}
	out.fill(r, f.Requires)
	return out
}

func (x *Extension) fill(r *registry.Registry, requires []registry.Require) {
	x.Commands, x.Enums = []string{}, []Constant{}
	var enums []string
	for _, q := range requires {
		x.Commands = append(x.Commands, q.Commands...)
		enums = append(enums, q.Enums...)
	}
	slices.Sort(x.Commands)
	slices.Sort(enums)
	x.Commands, x.Enums = slices.Compact(x.Commands), constants(r, slices.Compact(enums))
}

func constants(r *registry.Registry, names []string) []Constant {
	out := []Constant{}
	for _, name := range names {
		if e, ok := r.Enum(name); ok {
			out = append(out, Constant{name, hex(e.Value)})
		}
	}
	return out
}

func group(r *registry.Registry, g *registry.EnumGroup) *Group {
	out := &Group{Kind: "group", Name: g.Name, Bitmask: g.Bitmask, Enums: constants(r, g.Enums), UsedBy: []string{}}
	for _, c := range r.Commands {
		for _, p := range c.Params {
			if p.Group == g.Name {
				out.UsedBy = append(out.UsedBy, c.Name+"."+p.Name)
			}
		}
		if c.Return.Group == g.Name {
			out.UsedBy = append(out.UsedBy, c.Name)
		}
	}
	return out
}

func enum(r *registry.Registry, e *registry.Enum) *Enum {
	has := func(list []registry.Require) bool {
		return slices.ContainsFunc(list, func(q registry.Require) bool { return slices.Contains(q.Enums, e.Name) })
	}
	out := &Enum{Kind: "enum", Name: e.Name, Value: hex(e.Value), Alias: e.Alias, Groups: some(e.Groups),
		Versions: []string{}, Extensions: []string{}, Corrected: r.Corrections(e.Name)}
	for _, f := range r.Features {
		if has(f.Requires) {
			out.Versions = append(out.Versions, title(f))
		}
	}
	for _, x := range r.Extensions {
		if has(x.Requires) {
			out.Extensions = append(out.Extensions, x.Name)
		}
	}
	return out
}

func (x *Extension) page() page {
	p := page{title: x.Name}
	p.list("Kind", []string{x.Kind})
	p.list("APIs", x.APIs)
	if x.Pattern != "" {
		p.list("Pattern", []string{x.Pattern})
	}
	p.table("Commands", column(x.Commands))
	p.table("Enums", constantRows(x.Enums))
	return p
}

func (g *Group) page() page {
	p := page{title: g.Name}
	kind := "enum group"
	if g.Bitmask {
		kind = "enum group of bits (bitmask)"
	}
	p.list("Kind", []string{kind})
	p.table("Enums", constantRows(g.Enums))
	p.table("Used by", column(g.UsedBy))
	return p
}

func (e *Enum) page() page {
	p := page{title: e.Name}
	p.list("Value", []string{e.Value})
	if e.Alias != "" {
		p.list("Same as", []string{e.Alias})
	}
	p.list("Groups", e.Groups)
	p.list("Versions", e.Versions)
	p.list("Extensions", e.Extensions)
	p.prose("Corrected", e.Corrected)
	return p
}

func column(names []string) [][]string {
	rows := make([][]string, len(names))
	for i, name := range names {
		rows[i] = []string{name}
	}
	return rows
}

func constantRows(list []Constant) [][]string {
	rows := make([][]string, len(list))
	for i, c := range list {
		rows[i] = []string{c.Name, c.Value}
	}
	return rows
}
