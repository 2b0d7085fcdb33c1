package gen

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/gen/csyntax"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Type is a C type of the registry as generated code defines it.
type Type struct {
	Name   string // C name
	Go     string // Go name
	Class  class
	GoDef  string // what follows "type Go ": "uint32", "= byte", "struct{...}"
	CDef   string // a whole C declaration; empty for what needs none
	Fields []Value

	kind  registry.TypeKind
	alias bool // alias of Go's byte
}

// goTypeNames maps C names to Go names other than the C name with an upper-case first letter.
var goTypeNames = map[string]string{
	"__eglMustCastToProperFunctionPointerType": "EGLProc", // the C name describes the use of the type, not the type
	"wl_buffer":   "WlBuffer", // Go has no underscores in names
	"wl_display":  "WlDisplay",
	"wl_resource": "WlResource",
}

// resolveTypes gives each registry type its class and definitions. Types that a typedef builds on come first.
func (p *Plan) resolveTypes(r *registry.Registry) error {
	p.types = map[string]*Type{}
	var add func(t *registry.Type, depth int) error
	add = func(t *registry.Type, depth int) error {
		if p.types[t.Name] != nil || isBaseOnly(t.Name) {
			return nil
		}
		if depth > 16 {
			return fmt.Errorf("type %s: the typedef refers to itself", t.Name)
		}
		for _, needed := range append([]string{t.Target.Base}, fieldBases(t)...) {
			if of, ok := r.Type(needed); ok {
				if err := add(of, depth+1); err != nil {
					return err
				}
			}
		}
		def, err := p.define(t)
		if err != nil {
			return err
		}
		p.types[t.Name] = def
		p.Types = append(p.Types, def)
		return nil
	}
	for _, t := range r.Types {
		if err := add(t, 0); err != nil {
			return err
		}
	}
	return nil
}

// isBaseOnly reports whether a registry type is only a platform's name for a base type.
func isBaseOnly(name string) bool {
	return strings.HasPrefix(name, "khronos_") || name == "Bool" || name == "GLvoid"
}

func fieldBases(t *registry.Type) []string {
	var names []string
	for _, f := range t.Fields {
		if f.Type.Base != t.Name {
			names = append(names, f.Type.Base)
		}
	}
	return names
}

func (p *Plan) define(t *registry.Type) (*Type, error) {
	out := &Type{Name: t.Name, Go: t.Name, kind: t.Kind}
	if name, ok := goTypeNames[t.Name]; ok {
		out.Go = name
	}
	switch t.Kind {
	case registry.Platform:
		return out, out.platform()
	case registry.Opaque:
		out.Class, out.GoDef = classVoid, "struct{ _ [0]byte }"
		out.CDef = csyntax.DeclareStruct(t.Name)
	case registry.Struct:
		return out, p.defineStruct(out, t)
	case registry.FuncPointer:
		out.Class, out.GoDef = classUsize, "uintptr"
		out.CDef = csyntax.Typedef(functionPointer(t))
	default:
		return out, p.defineAlias(out, t)
	}
	return out, nil
}

func (out *Type) platform() error {
	b, ok := baseTypes()[out.Name]
	if !ok {
		return fmt.Errorf("type %s: ctypes.tsv does not define this platform type", out.Name)
	}
	out.Class, out.GoDef = b.class, b.goType
	out.CDef = csyntax.Typedef(csyntax.Declare(b.c, out.Name))
	return nil
}

func (p *Plan) defineAlias(out *Type, t *registry.Type) error {
	if t.Target.IsPointer() { // a handle
		out.Class, out.GoDef = classUsize, "uintptr"
		out.CDef = csyntax.Typedef(t.Target.Declare(t.Name))
		return nil
	}
	var name string
	var err error
	if out.Class, name, err = p.namedType(t.Target.Base); err != nil {
		return err
	}
	out.GoDef = name
	if t.Target.Base == "char" {
		out.alias, out.GoDef = true, "= byte" // an alias, so that text from C converts to a Go string directly
	}
	if of := p.types[t.Target.Base]; of != nil && of.Class != "" {
		out.GoDef = of.Go
	}
	c := t.Target.Base
	if b, ok := baseTypes()[c]; ok && b.c != "-" {
		c = b.c
	}
	out.CDef = csyntax.Typedef(csyntax.Declare(c, t.Name))
	return nil
}

func (p *Plan) defineStruct(out *Type, t *registry.Type) error {
	out.Class = classVoid
	var members []string
	for _, f := range t.Fields {
		_, goType, err := p.typeOf(f.Type)
		if err != nil {
			return fmt.Errorf("type %s: %w", t.Name, err)
		}
		out.Fields = append(out.Fields, Value{C: f.Type.Declare(f.Name), Go: exported(f.Name), GoType: goType})
		members = append(members, f.Type.Declare(f.Name))
	}
	out.CDef = csyntax.DefineStruct(t.Name, members)
	return nil
}

func functionPointer(t *registry.Type) string {
	var params []string
	for _, f := range t.Fields {
		params = append(params, f.Type.Declare(f.Name))
	}
	return csyntax.FunctionPointer(t.Target.String(), t.Name, csyntax.Params(params))
}
