package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// emitTypes prints the Go types of EGL and OpenGL ES, with assertions of their sizes and signedness.
func emitTypes(p *Plan) *jen.File {
	f := p.generated("gles", "gles")
	use(f, "unsafe")
	f.Comment("// The types of EGL and OpenGL ES. Handles and function pointers are integers, because an app may pass any number")
	f.Comment("// there. A struct{ _ [0]byte } is one that only the platform knows: a pointer to it is never looked through.")
	f.Line()
	for _, t := range p.Types {
		if len(t.Fields) == 0 {
			f.Type().Add(text("%s %s", t.Go, t.GoDef))
		}
	}
	f.Line()
	for _, t := range p.Types {
		if len(t.Fields) > 0 {
			emitStruct(f, t)
		}
	}
	f.Comment("// The sizes and signs that C has on each Android ABI: a wrong one does not compile.")
	f.Var().Id("_").Op("=").Add(text("[]struct{}{"))
	for _, t := range p.Types {
		if bytes, ok := goSize(t.Class); ok {
			f.Add(text("[1]struct{}{}[unsafe.Sizeof(%s(0))-%s],", t.Go, bytes))
		}
	}
	f.Add(text("}"))
	f.Line()
	for _, t := range p.Types {
		if c := carriers[t.Class]; c.bits > 0 && !strings.HasPrefix(t.GoDef, "=") {
			value := "-1"
			if !c.signed {
				value = "1<<" + itoa(c.bits) + " - 1"
			}
			f.Const().Add(text("_ %s = %s", t.Go, value))
		}
	}
	return f
}

// goSize returns a Go constant expression for the size of a class in bytes.
func goSize(c class) (string, bool) {
	switch size := carriers[c].size; {
	case c == classVoid:
		return "", false
	case strings.HasPrefix(size, "sizeof"):
		return "unsafe.Sizeof(uintptr(0))", true
	default:
		return size, true
	}
}

func emitStruct(f *jen.File, t *Type) {
	width := 0
	for _, v := range t.Fields {
		width = max(width, len(v.Go))
	}
	f.Comment("// " + t.Go + " is struct " + t.Name + ".")
	f.Type().Id(t.Go).StructFunc(func(g *jen.Group) {
		for _, v := range t.Fields {
			g.Add(text("%-*s %s", width, v.Go, v.GoType))
		}
	})
	f.Line()
}

// emitConsts prints every enum as a constant, in one block for each enum group. Constants are untyped where
// C's are, so that one constant fits a GLenum, a GLint and an attribute list.
func emitConsts(p *Plan) *jen.File {
	f := p.generated("gles", "gles")
	for _, b := range p.constBlocks {
		f.Comment("// " + b.title)
		f.Const().DefsFunc(func(g *jen.Group) {
			for _, c := range b.consts {
				if c.GoType != "" {
					g.Id(c.Name).Id(c.GoType).Op("=").Id(c.Value)
				} else {
					g.Id(c.Name).Op("=").Id(c.Value)
				}
			}
		})
		f.Line()
	}
	return f
}

// emitGroups prints the enum groups, the attribute groups of EGL, and the tables behind String.
func emitGroups(p *Plan) *jen.File {
	f := p.generated("gles", "gles")
	for _, g := range p.Groups {
		what := "the enum group"
		if g.Bitmask {
			what = "the bitfield"
		}
		f.Comment("// " + g.Go + " is " + what + " of that name.")
		f.Var().Add(text("%s = EnumGroup{[]named{", g.Go))
		emitNamed(f, g.Values)
		f.Add(text("}}"))
		f.Line()
	}
	for _, g := range p.attribs {
		f.Comment("// " + g.goName + " names " + g.what + ".")
		if len(g.values) == 0 {
			f.Var().Add(text("%s = AttribGroup{}", g.goName))
			f.Line()
			continue
		}
		f.Var().Add(text("%s = AttribGroup{[]attrib{", g.goName))
		for _, a := range g.values {
			f.Add(text("{%#04x, %q, %s, %s},", a.value, a.name, a.reading, a.valuesOf))
		}
		f.Add(text("}}"))
		f.Line()
	}
	for _, t := range p.Strings {
		f.Comment("// only" + t.GoType + " has the values with one name.")
		f.Var().Add(text("only%s = EnumGroup{[]named{", t.GoType))
		emitNamed(f, t.Values)
		f.Add(text("}}"))
		f.Line()
	}
	return f
}

func emitNamed(f *jen.File, values []Named) {
	for _, v := range values {
		f.Add(text("{%#04x, %q},", v.Value, v.Name))
	}
}

// emitFuncs prints the function types of next and of hooks.
func emitFuncs(p *Plan) *jen.File {
	f := p.generated("gles", "gles")
	for _, c := range p.fromGo() {
		f.Comment("// " + c.Go + "Func is " + c.Name + " as the next layer or the driver has it.")
		f.Type().Add(text("%sFunc func%s", c.Go, c.local()))
		f.Line()
		if c.Hook == HookGo {
			f.Comment("// " + c.Go + "Hook is what a hook for " + c.Name + " looks like.")
			f.Type().Add(text("%sHook func(%s)%s", c.Go, c.hookParamsLocal(), c.localResult()))
			f.Line()
		}
	}
	return f
}

func (c *Command) localResult() string {
	if c.Void() {
		return ""
	}
	return " " + c.Result.GoType
}

func (c *Command) local() string { return "(" + c.GoParams + ")" + c.localResult() }

func (c *Command) hookParamsLocal() string {
	if c.GoParams == "" {
		return "next " + c.Go + "Func"
	}
	return "next " + c.Go + "Func, " + c.GoParams
}

// emitCalls prints the functions that hooks may call without intercepting them.
func emitCalls(p *Plan) *jen.File {
	f := p.generated("gles", "gles")
	used := p.Used()
	width := 0
	for _, c := range used {
		width = max(width, len(c.Go))
	}
	f.Comment("// Calls are the functions below this layer that hooks call by name.")
	f.Type().Id("Calls").StructFunc(func(g *jen.Group) {
		for _, c := range used {
			g.Add(text("%-*s %sFunc", width, c.Go, c.Go))
		}
	})
	f.Line()
	f.Var().Id("calls").Id("Calls")
	f.Line()
	f.Comment("// BindCalls is for package core, before any hook runs.")
	f.Func().Add(text("BindCalls(c Calls)")).Block(text("calls = c"))
	f.Line()
	for _, c := range used {
		f.Comment("// " + c.Go + " calls " + c.Name + " of the next layer or the driver.")
		call := text("calls.%s(%s)", c.Go, c.GoArgs)
		if !c.Void() {
			call = jen.Return(call)
		}
		f.Func().Add(text("%s%s", c.Go, c.local())).Block(call)
		f.Line()
	}
	return f
}
