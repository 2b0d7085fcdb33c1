package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/gleslayergen/gleslayergen/registry"
)

// emitTypes prints the Go types of EGL and OpenGL ES, with assertions of their sizes and signedness.
func emitTypes(p *Plan) *goFile {
	f := p.generated("gles", "gles")
	f.Comment("The types of EGL and OpenGL ES. Handles and function pointers are integers, because an app may pass any number.")
	f.Comment("A struct{ _ [0]byte } is a platform type without a public definition; it is used only through pointers.")
	f.Line()
	for _, t := range p.Types {
		if len(t.Fields) == 0 {
			f.Type().Id(t.Go).Add(t.definition())
		}
	}
	f.Line()
	for _, t := range p.Types {
		if len(t.Fields) > 0 {
			emitStruct(f, p, t)
		}
	}
	emitTypeAssertions(f, p)
	return f
}

// definition returns what a type without fields is in Go.
func (t *Type) definition() *jen.Statement {
	switch {
	case t.kind == registry.Opaque:
		return shortStruct(jen.Id("_").Index(jen.Lit(0)).Byte())
	case t.alias:
		return jen.Op("=").Byte()
	}
	return jen.Id(t.GoDef)
}

func emitStruct(f *goFile, p *Plan, t *Type) {
	f.Comment(t.Go + " is struct " + t.Name + ".")
	f.Type().Id(t.Go).StructFunc(func(g *jen.Group) {
		for _, v := range t.Fields {
			g.Id(v.Go).Add(p.goType(v))
		}
	})
	f.Line()
}

func emitTypeAssertions(f *goFile, p *Plan) {
	sizeof := func(zero *jen.Statement) *jen.Statement { return jen.Qual("unsafe", "Sizeof").Call(zero) }
	var sizes []jen.Code
	for _, t := range p.Types {
		if t.Class == classVoid {
			continue
		}
		bytes := jen.Lit(carriers[t.Class].bytes)
		if carriers[t.Class].bytes == pointerSize {
			bytes = sizeof(jen.Uintptr().Call(jen.Lit(0)))
		}
		difference := sizeof(jen.Id(t.Go).Call(jen.Lit(0))).Op("-").Add(bytes)
		sizes = append(sizes, jen.Index(jen.Lit(1)).Struct().Values().Index(difference))
	}
	f.Comment("The sizes and signs of the C types on each Android ABI. If one differs, the code does not compile.")
	f.Var().Id("_").Op("=").Index().Struct().Add(lines(sizes...))
	f.Line()
	for _, t := range p.Types {
		c := carriers[t.Class]
		if c.bits == 0 || t.alias {
			continue
		}
		extreme := jen.Lit(-1)
		if !c.signed {
			extreme = jen.Lit(1).Op("<<").Lit(c.bits).Op("-").Lit(1)
		}
		f.Const().Id("_").Id(t.Go).Op("=").Add(extreme)
	}
}

// emitFuncs prints the function types of next and of hooks.
func emitFuncs(p *Plan) *goFile {
	f := p.generated("gles", "gles")
	for _, c := range p.fromGo() {
		f.Comment(c.Go + "Func is the type of next in hooks of " + c.Name + ": it calls the next layer or the driver.")
		f.Type().Id(c.Go + "Func").Func().Add(p.signature(c))
		f.Line()
		if c.Hook == HookGo {
			f.Comment(c.Go + "Hook is the type of hooks of " + c.Name + ".")
			f.Type().Id(c.Go + "Hook").Func().Add(p.hookSignature(c))
		}
		f.end()
		if p.in.OldNames {
			emitOldFuncs(f, c)
		}
	}
	return f
}

// emitCalls prints the functions that hooks may call without intercepting them.
func emitCalls(p *Plan) *goFile {
	f := p.generated("gles", "gles")
	used := p.Used()
	f.Comment("Calls are the functions of the next layer or the driver that hooks call by name.")
	f.Type().Id("Calls").StructFunc(func(g *jen.Group) {
		for _, c := range used {
			g.Id(c.Go).Id(c.Go + "Func")
		}
	})
	f.Line()
	f.Var().Id("calls").Id("Calls")
	f.Line()
	f.Comment("BindCalls sets the functions. Package core calls it before any hook runs.")
	f.Func().Id("BindCalls").Params(jen.Id("c").Id("Calls")).Block(jen.Id("calls").Op("=").Id("c"))
	f.Line()
	for _, c := range used {
		f.Comment(c.caller + " calls " + c.Name + " of the next layer or the driver.")
		f.Func().Id(c.caller).Add(p.signature(c)).Block(returned(c, jen.Id("calls").Dot(c.Go).Call(goArgs(c)...)))
		f.end()
		if p.in.OldNames {
			emitOldCall(f, p, c)
		}
	}
	return f
}
