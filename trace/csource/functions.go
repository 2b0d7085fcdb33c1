package csource

import (
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// function is a command with what formats its arguments.
type function struct {
	*registry.Command
	reading *file.Function
}

// newFunction describes a command of the registry as the recorder describes it in recordings.
func newFunction(c *registry.Command) *function {
	f := &function{c, &file.Function{Name: c.Name}}
	for i := range c.Params {
		f.reading.Params = append(f.reading.Params, parameter(&c.Params[i]))
	}
	return f
}

func parameter(p *registry.Param) file.Param {
	q := file.Param{Name: p.Name, Type: p.Type.String(), Group: p.Group, Cell: tracepb.Cell_CELL_ULONG}
	if g, ok := registry.Builtin().Group(p.Group); ok {
		q.Bits = g.Bitmask
	}
	if p.Type.IsPointer() {
		q.Element = p.Type.Elem().String()
	} else if _, cell := calltext.Element(p.Type.Base); cell != tracepb.Cell_CELL_NONE {
		q.Cell = cell
	}
	return q
}

// isHandle reports whether a type is a pointer, possibly by another name.
func isHandle(t registry.CType) bool {
	if t.IsPointer() {
		return true
	}
	_, cell := calltext.Element(t.Base)
	known, ok := registry.Builtin().Type(t.Base)
	number := cell != tracepb.Cell_CELL_NONE || calltext.IsNumber(t.Base) || ok && known.Kind == registry.Alias && isNumber(known.Target)
	return !number || t.Base == "GLsync"
}

// isNumber reports whether the target of a typedef is a number.
func isNumber(t registry.CType) bool {
	return !t.IsPointer() && (strings.HasPrefix(t.Base, "khronos_") || t.Base == "unsigned short" || t.Base == "unsigned int" || t.Base == "int" || t.Base == "float")
}

// core has the functions and enums of the versions of EGL and OpenGL ES 2.0 and newer: all headers and libraries have them.
var core = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, f := range registry.Builtin().Features {
		if f.API == registry.GLES1 {
			continue
		}
		for _, r := range f.Requires {
			for _, name := range append(r.Commands, r.Enums...) {
				all[name] = true
			}
		}
	}
	return all
})

// declare returns the declaration of a variable with the name of the function, which points to the function.
func (f *function) declare() string {
	var params []string
	for i := range f.Params {
		params = append(params, f.Params[i].Type.Declare(f.Params[i].Name))
	}
	list := joined(params, len(f.Name)+30, "    ")
	if len(params) == 0 {
		list = "void"
	}
	return "typedef " + f.Return.Type.Declare("(EGLAPIENTRY *"+f.Name+"_type)("+list+");") + "\nstatic " + f.Name + "_type " + f.Name + ";\n"
}
