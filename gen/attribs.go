package gen

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

//go:embed data/egl_groups.tsv
var eglGroups string

// AttribGroup is a set of EGL tokens as a Go variable.
type AttribGroup struct {
	Go     string
	What   string // for its comment
	Values []Attrib
}

// Attrib is a token and how the value behind it in a list is read.
type Attrib struct {
	Value    int32
	Name     string
	Reading  string // a Go constant of the generated code: isInt, isEnum, ...
	ValuesOf string // Go expression of the group of isEnum and isBits, or nil
}

// readings are the words of egl_groups.tsv that stand without a group.
var readings = map[string]string{"-": "isName", "int": "isInt", "hex": "isHex", "bool": "isBool", "handle": "isHandle"}

// resolveAttribs reads egl_groups.tsv. Tokens that the registry in use does not have are left out, so that an
// older registry works. Of several tokens with one value in a group, the first without a vendor suffix stays.
func (p *Plan) resolveAttribs(r *registry.Registry) error {
	byName := map[string]*AttribGroup{}
	rows := tableRows(eglGroups, 4)
	for _, row := range rows {
		if byName[row[0]] == nil {
			g := &AttribGroup{Go: row[0], What: describeGroup(row[0])}
			byName[row[0]] = g
			p.Attribs = append(p.Attribs, g)
		}
		e, ok := r.Enum(row[1])
		if !ok {
			continue
		}
		a := Attrib{Value: int32(e.Value), Name: e.Name, ValuesOf: "nil"}
		kind, group, _ := strings.Cut(row[2], ":")
		switch {
		case readings[row[2]] != "":
			a.Reading = readings[row[2]]
		case kind == "enum":
			a.Reading, a.ValuesOf = "isEnum", "&"+group
		case kind == "bits":
			a.Reading, a.ValuesOf = "isBits", "&"+group
		default:
			return fmt.Errorf("egl_groups.tsv: %s %s: unknown reading %q", row[0], row[1], row[2])
		}
		byName[row[0]].add(a, e)
	}
	p.Attribs = slices.DeleteFunc(p.Attribs, func(g *AttribGroup) bool { return len(g.Values) == 0 && !used(g.Go) })
	p.Groups = slices.DeleteFunc(p.Groups, func(g *Group) bool { return byName[g.Go] != nil })
	return nil
}

// used reports whether an attribute's values are read with a group: it must exist even when it is empty.
func used(group string) bool {
	return strings.Contains(eglGroups, ":"+group+"\t")
}

// add puts a token in, unless a better name for its value is there already.
func (g *AttribGroup) add(a Attrib, e *registry.Enum) {
	for i, other := range g.Values {
		if other.Value != a.Value {
			continue
		}
		if other.Name == e.Alias || suffixRank(other.Name) <= suffixRank(a.Name) {
			return
		}
		g.Values[i] = a
		return
	}
	g.Values = append(g.Values, a)
}

func describeGroup(name string) string {
	switch {
	case strings.HasSuffix(name, "Mask"), strings.HasSuffix(name, "Flags"):
		return "bits of EGL"
	case strings.HasSuffix(name, "Attrib"):
		return "the attributes of a list of EGL, and how their values read"
	}
	return "tokens of EGL"
}
