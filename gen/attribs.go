package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// attribGroup is a set of EGL tokens as a Go variable.
type attribGroup struct {
	goName string
	what   string // name of the group in comments
	values []attrib
}

// attrib is a token and the way to format its value in an attribute list.
type attrib struct {
	value   int32
	name    string
	reading string // a Go constant of the generated code: isInt, isEnum, ...
	group   string // of isEnum and isBits; "" for others
}

// readings maps the values of egl_groups.tsv that are not groups to Go constants.
var readings = map[string]string{"-": "isName", "int": "isInt", "hex": "isHex", "bool": "isBool", "handle": "isHandle"}

// resolveAttribs reads egl_groups.tsv. It leaves out tokens that the registry in use does not have, so that
// an older registry works. If several tokens of a group have the same value, it keeps the first without a
// vendor suffix.
func (p *Plan) resolveAttribs(r *registry.Registry) error {
	byName := map[string]*attribGroup{}
	for _, token := range registry.EGLTokens() {
		if byName[token.Group] == nil {
			g := &attribGroup{goName: token.Group, what: describeGroup(token.Group)}
			byName[token.Group] = g
			p.attribs = append(p.attribs, g)
		}
		e, ok := r.Enum(token.Enum)
		if !ok {
			continue
		}
		a := attrib{value: int32(e.Value), name: e.Name}
		kind, group, _ := strings.Cut(token.Value, ":")
		switch {
		case readings[token.Value] != "":
			a.reading = readings[token.Value]
		case kind == "enum":
			a.reading, a.group = "isEnum", group
		case kind == "bits":
			a.reading, a.group = "isBits", group
		default:
			return fmt.Errorf("egl_groups.tsv: %s %s: unknown value format %q: use -, int, hex, bool, handle, enum:GROUP or bits:GROUP", token.Group, token.Enum, token.Value)
		}
		byName[token.Group].add(a, e)
	}
	p.attribs = slices.DeleteFunc(p.attribs, func(g *attribGroup) bool { return len(g.values) == 0 && !used(g.goName) })
	p.Groups = slices.DeleteFunc(p.Groups, func(g *Group) bool { return byName[g.Go] != nil })
	return nil
}

// isAttribGroup reports whether package gles can have an attribute group with a name, in any project.
func isAttribGroup(name string) bool {
	return strings.HasPrefix(name, "EGL") && slices.ContainsFunc(registry.EGLTokens(), func(t registry.EGLToken) bool { return t.Group == name })
}

// used reports whether the values of an attribute are read with a group. Such a group must exist even if it
// is empty.
func used(group string) bool {
	return slices.ContainsFunc(registry.EGLTokens(), func(t registry.EGLToken) bool {
		_, name, _ := strings.Cut(t.Value, ":")
		return name == group
	})
}

// EGLGroups returns the groups of EGL tokens. The EGL registry defines none for them. Some may be empty.
func (p *Plan) EGLGroups() []*Group {
	var groups []*Group
	for _, g := range p.attribs {
		group := &Group{Go: g.goName, Bitmask: strings.HasSuffix(g.goName, "Mask")}
		for _, a := range g.values {
			group.Values = append(group.Values, Named{Value: uint64(uint32(a.value)), Name: a.name})
		}
		groups = append(groups, group)
	}
	return groups
}

// add adds a token unless the group already has a better name for its value.
func (g *attribGroup) add(a attrib, e *registry.Enum) {
	for i, other := range g.values {
		if other.value != a.value {
			continue
		}
		if e.IsBetterName(other.name) {
			g.values[i] = a
		}
		return
	}
	g.values = append(g.values, a)
}

func describeGroup(name string) string {
	switch {
	case strings.HasSuffix(name, "Mask"), strings.HasSuffix(name, "Flags"):
		return "EGL bits"
	case strings.HasSuffix(name, "Attrib"):
		return "the attributes of an EGL attribute list, with the format of their values"
	}
	return "EGL enums"
}
