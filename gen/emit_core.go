package gen

import (
	"github.com/dave/jennifer/jen"
)

// emitArgs prints the command ids and the argument structures that C fills.
func emitArgs(p *Plan) *goFile {
	f := p.generated("core", "core")
	f.Comment("Commands is the number of commands that the layer intercepts or uses.")
	f.Const().Id("Commands").Op("=").Lit(len(p.Commands))
	f.Line()
	f.Comment("The IDs of the commands.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, c := range p.Commands {
			g.Id(c.Go).Op("=").Lit(c.ID)
		}
	})
	f.Line()
	for _, c := range p.Commands {
		f.Comment(c.Go + "Args are the arguments and the result of " + c.Name + ", on the C stack of the caller.")
		f.Type().Id(c.Go + "Args").StructFunc(func(g *jen.Group) {
			g.Id("Ret").Uint64()
			for _, v := range c.fields {
				g.Id(exported(v.Name)).Add(p.goType(v))
			}
		})
		f.end()
	}
	if p.in.OldNames {
		emitOldArgs(f, p)
	}
	return f
}

// emitNext prints the calls to the next layer, each through the C function of its shape.
func emitNext(p *Plan) *goFile {
	f := p.generated("core", "core")
	if p.HasSet("errors", "atrace") {
		f.CgoPreamble("#cgo LDFLAGS: -ldl") // for dladdr and dlsym
	}
	f.CgoPreamble(`#include "zz_generated_core.h"`)
	for _, c := range p.fromGo() {
		f.Comment("Next" + c.Go + " calls " + c.Name + " of the next layer or the driver.")
		id := jen.Qual("C", "uint32_t").Call(jen.Id(c.Go))
		f.Func().Id("Next" + c.Go).Add(p.signature(c)).Block(p.callShape("next_", id, c))
		f.end()
		if p.in.OldNames {
			emitOldNext(f, p, c)
		}
	}
	for _, c := range p.Hooked(HookGo) {
		emitForward(f, p, c)
	}
	if len(p.Used()) > 0 {
		emitBinding(f, p)
	}
	return f
}

// emitForward prints how a command is forwarded without its hook.
func emitForward(f *goFile, p *Plan, c *Command) {
	f.Comment("Forward" + c.Go + " calls " + c.Name + " of the next layer or the driver with the arguments of its hook.")
	f.Func().Id("Forward" + c.Go).Params(jen.Id("args").Qual("unsafe", "Pointer")).BlockFunc(func(g *jen.Group) {
		if len(c.Params) > 0 || !c.Void() {
			g.Add(p.argsAt(c, "a", "args"))
		}
		g.Add(stored(c, "a", jen.Id("Next"+c.Go).Call(argFields(c, "a")...)))
	})
	f.end()
	if p.in.OldNames {
		emitOldForward(f, c)
	}
}

// emitBinding prints the code that gives package gles the functions that hooks call by name.
func emitBinding(f *goFile, p *Plan) {
	var calls []jen.Code
	for _, c := range p.Used() {
		calls = append(calls, jen.Id(c.Go).Op(":").Id("Next"+c.Go))
	}
	f.Func().Id("init").Params().Block(
		p.gles("BindCalls").Call(p.gles("Calls").Add(lines(calls...))),
	)
}
