package gen

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Const is an enum as a Go constant.
type Const struct{ Name, GoType, Value string }

// Named is a value that has exactly one name.
type Named = registry.Named

// Group is an enum group as a Go variable.
type Group struct {
	Go      string
	Bitmask bool
	Values  []Named // sorted by value; without values that have several names with different meanings
}

// StringTable names the values of one C enum type that have only one name.
type StringTable struct {
	GoType string // GLenum or EGLenum
	Values []Named
}

func (p *Plan) resolveEnums(r *registry.Registry) {
	for _, e := range r.Enums {
		p.Consts = append(p.Consts, constant(e))
	}
	for _, g := range r.Groups {
		if values := p.groupValues(r, g.Name); len(values) > 0 {
			p.Groups = append(p.Groups, &Group{Go: groupName(g.Name), Bitmask: g.Bitmask, Values: values})
		}
	}
	p.Strings = []StringTable{
		{"GLenum", r.UniqueNames("GL_")},
		{"EGLenum", r.UniqueNames("EGL_")},
	}
}

// groupName returns the Go name of a group. An EGL mask has the name of its namespace.
func groupName(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func constant(e *registry.Enum) Const {
	c := Const{Name: e.Name, Value: fmt.Sprintf("%#04x", e.Value)}
	if int64(e.Value) < 0 && e.Type != "ull" {
		c.Value = fmt.Sprint(int64(e.Value))
	}
	if e.Type != "" && e.Type != "u" && e.Type != "ull" {
		c.GoType = e.Type
	}
	return c
}
