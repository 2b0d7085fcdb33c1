package show

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
)

// Type describes a C type.
type Type struct {
	Kind string `json:"kind"` // type
	Name string `json:"name"`
	C    string `json:"c,omitempty"` // definition; empty if a platform header has it
}

func typ(t *registry.Type) *Type { return &Type{"type", t.Name, definition(t)} }

// definition returns the definition of the type in C.
func definition(t *registry.Type) string {
	var fields []string
	for _, f := range t.Fields {
		fields = append(fields, f.Type.Declare(f.Name))
	}
	switch t.Kind {
	case registry.Alias:
		return "typedef " + t.Target.Declare(t.Name) + ";"
	case registry.FuncPointer:
		if fields == nil {
			fields = []string{"void"}
		}
		return fmt.Sprintf("typedef %s(%s);", t.Target.Declare("(*"+t.Name+")"), strings.Join(fields, ", "))
	case registry.Struct:
		return fmt.Sprintf("struct %s { %s; };", t.Name, strings.Join(fields, "; "))
	case registry.Opaque:
		return fmt.Sprintf("struct %s;", t.Name)
	}
	return ""
}

func (t *Type) page() page {
	p := page{title: t.Name}
	if t.C == "" {
		p.list("Kind", []string{"type that a platform header defines"})
		return p
	}
	p.code("C", t.C)
	return p
}
