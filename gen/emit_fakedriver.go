package gen

import (
	"github.com/dave/jennifer/jen"
)

// emitFakeDriver prints the driver below the layer and the app above it, for tests.
func emitFakeDriver(p *Plan) *goFile {
	f := p.generated("core/fakedriver", "fakedriver")
	f.PackageComment("// Package fakedriver tests the layer without a GPU: a fake driver below it and a fake app above it. Only tests import it.")
	f.CgoPreamble("#cgo CFLAGS: -std=gnu11 -O1 -g0 -Wall -Wextra -Wno-unused-parameter\n#include \"zz_generated_driver.h\"")
	emitDriver(f, p)
	f.flush()
	emitNames(f, p)
	f.flush()
	emitApp(f, p)
	emitFakes(f, p)
	return f
}

func emitDriver(f *goFile, p *Plan) {
	f.Comment("Driver is the fake driver. A function that is nil returns zero. Every call is counted.")
	f.Type().Id("Driver").StructFunc(func(g *jen.Group) {
		for _, c := range p.Commands {
			g.Id(c.Go).Func().Add(p.signature(c))
		}
		g.Line()
		if p.in.OldNames {
			emitOldFields(g, p)
		}
		if p.HasGo() {
			g.Comment("OnPanic is called after a panic in a hook, onInitialize or OnFrame. If it is nil, the test fails.")
			g.Id("OnPanic").Func().Params(jen.Id("name").String(), jen.Id("reason").Any())
			g.Line()
		}
		g.Id("mu").Qual("sync", "Mutex")
		g.Id("calls").Add(p.perCommand()).Int()
	})
	f.Line()
}

// perCommand returns the start of an array type with an element for each command.
func (p *Plan) perCommand() *jen.Statement { return jen.Index(p.core("Commands")) }

func emitNames(f *goFile, p *Plan) {
	names := func(commands []*Command) *jen.Statement {
		list := make([]jen.Code, len(commands))
		for i, c := range commands {
			list[i] = jen.Lit(c.Name)
		}
		return lines(list...)
	}
	f.Comment("commands are the command names by ID.")
	f.Var().Id("commands").Op("=").Add(p.perCommand()).String().Add(names(p.Commands))
	f.Line()
	f.Comment("Intercepted are the names of the commands that the layer intercepts.")
	f.Var().Id("Intercepted").Op("=").Index().String().Add(names(p.Intercepted()))
	f.Line()
}

func emitApp(f *goFile, p *Plan) {
	emitLoad(f, p)
	for _, c := range p.Commands {
		app := c.locals.app
		function := jen.Qual("C", "uintptr_t").Call(jen.Id(app).Dot("functions").Index(p.core(c.Go)))
		f.Comment(c.Go + " calls " + c.Name + ".")
		f.Func().Params(jen.Id(app).Op("*").Id("App")).Id(c.Go).Add(p.signature(c)).Block(p.callShape("app_", function, c))
		f.end()
		if p.in.OldNames {
			emitOldMethod(f, p, c)
		}
	}
}

// emitLoad prints the function that does what Android's loader does.
func emitLoad(f *goFile, p *Plan) {
	next := jen.Qual("C", "fake_function").Call(jen.Qual("C", "uint32_t").Call(jen.Id("id")))
	address := func(c *jen.Statement) *jen.Statement { return jen.Uintptr().Call(c) }
	f.Comment("Load initializes the layer above d, as Android's loader does.")
	f.Func().Id("Load").Params(jen.Id("t").Qual("testing", "TB"), jen.Id("d").Op("*").Id("Driver")).Op("*").Id("App").BlockFunc(func(g *jen.Group) {
		g.Id("t").Dot("Helper").Call()
		g.Id("driver").Op("=").Id("d")
		if p.HasGo() {
			emitOnPanic(g, p)
		}
		g.Add(p.core("Initialize")).Call(address(jen.Qual("C", "fake_get_next").Call()))
		g.Id("a").Op(":=").Op("&").Id("App").Values()
		g.For(jen.List(jen.Id("id"), jen.Id("name")).Op(":=").Range().Id("commands")).Block(
			jen.Id("a").Dot("functions").Index(jen.Id("id")).Op("=").Add(p.core("GetProcAddress")).Call(jen.Id("name"), address(next)),
		)
		g.Return(jen.Id("a"))
	})
	f.Line()
}

func emitOnPanic(g *jen.Group, p *Plan) {
	onPanic := jen.Id("d").Dot("OnPanic")
	params := []jen.Code{jen.Id("name").String(), jen.Id("reason").Any(), jen.Id("stack").Index().Byte()}
	g.Add(p.core("OnPanic")).Op("=").Func().Params(params...).Block(
		jen.If(jen.Add(onPanic).Op("!=").Nil()).Block(
			jen.Add(onPanic).Call(jen.Id("name"), jen.Id("reason")),
			jen.Return(),
		),
		jen.Id("t").Dot("Errorf").Call(jen.Lit("%s panicked: %v\n%s"), jen.Id("name"), jen.Id("reason"), jen.Id("stack")),
	)
	g.Id("t").Dot("Cleanup").Call(jen.Func().Params().Custom(jen.Options{Open: "{", Close: "}"}, p.core("OnPanic").Op("=").Nil()))
}

func emitFakes(f *goFile, p *Plan) {
	params := func() *jen.Statement {
		return jen.Params(jen.Id("d").Op("*").Id("Driver"), jen.Id("p").Qual("unsafe", "Pointer"))
	}
	fakes := make([]jen.Code, len(p.Commands))
	for i, c := range p.Commands {
		if p.in.OldNames {
			fakes[i] = jen.Func().Add(params()).Add(oldFake(p, c))
			continue
		}
		fakes[i] = jen.Func().Add(params()).Block(
			jen.If(jen.Id("d").Dot(c.Go).Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
				if len(c.Params) > 0 || !c.Void() {
					g.Add(p.argsAt(c, "a", "p"))
				}
				g.Add(stored(c, "a", jen.Id("d").Dot(c.Go).Call(argFields(c, "a")...)))
			}),
		)
	}
	f.Var().Id("fakes").Op("=").Add(p.perCommand()).Func().Add(params()).Add(lines(fakes...))
}
