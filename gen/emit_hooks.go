package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// emitRegister prints the code that connects the author's Go hooks to the C core. It calls the hooks by name:
// a hook that is missing or has another signature is a compile error that names it.
func emitRegister(p *Plan) *goFile {
	f := p.generated("", "main")
	hooks := p.Hooked(HookGo)
	if !p.HasGo() {
		f.Comment("The layer is in package core. It has no Go hooks.")
		f.Anon(p.Module + "/core")
		return f
	}
	nameSetImports(f, p)
	f.Comment("For a hook with the wrong type, the compiler reports both types here.")
	f.Var().DefsFunc(func(g *jen.Group) {
		for _, c := range hooks {
			for _, hook := range c.chain() {
				g.Id("_").Add(p.gles(c.Go + "Hook")).Op("=").Add(hook)
			}
		}
		for _, c := range p.Hooked(HookObserve) {
			g.Id("_").Add(p.gles(c.Go + "Observer")).Op("=").Id(c.Name)
		}
	})
	f.Line()
	f.Func().Id("init").Params().BlockFunc(func(g *jen.Group) {
		if p.Active {
			emitInitialize(g, p)
		}
		for _, c := range hooks {
			g.Add(p.core("Hooks")).Index(p.core(c.Go)).Op("=").Id("call" + c.Go)
		}
		for _, c := range p.Hooked(HookObserve) {
			emitObserve(g, p, c)
		}
	})
	f.Line()
	if len(hooks) == 0 {
		return f
	}
	f.Comment("C calls these functions, one for each hook. They record whether next was called, so that after a panic the call")
	f.Comment("still reaches the driver exactly once.")
	f.Line()
	for _, c := range hooks {
		emitWrapper(f, p, c)
	}
	return f
}

// emitWrapper prints the function through which C calls one hook. It leaves as much as possible to package
// core, because each edit of a hook recompiles all wrappers.
func emitWrapper(f *goFile, p *Plan, c *Command) {
	local := c.locals
	f.Func().Id("call" + c.Go).Params(jen.Id(local.pointer).Qual("unsafe", "Pointer")).BlockFunc(func(g *jen.Group) {
		if len(c.Params) > 0 || !c.Void() {
			g.Add(p.argsAt(c, local.args, local.pointer))
		}
		g.Var().Id(local.call).Add(p.core("Call"))
		emitWrapperNext(g, p, c)
		outer := emitChain(g, p, c)
		g.Defer().Add(p.core("Contain")).Call(p.core(c.Go), jen.Op("&").Id(local.call), p.core("Forward"+c.Go), jen.Id(local.pointer))
		g.Add(stored(c, local.args, c.chain()[0].Call(prepend(jen.Id(outer), argFields(c, local.args))...)))
		g.Id(local.call).Dot("Returned").Op("=").True()
	})
	f.end()
}

// emitWrapperNext prints the next of the innermost hook, which records the progress of the call.
func emitWrapperNext(g *jen.Group, p *Plan, c *Command) {
	local := c.locals
	next := p.core("Next" + c.Go).Call(goArgs(c)...)
	g.Id("next").Op(":=").Func().Add(p.signature(c)).BlockFunc(func(g *jen.Group) {
		g.Id(local.call).Dot("Below").Op("=").True()
		if c.Void() {
			g.Add(next)
		} else {
			g.Id(local.result).Op(":=").Add(next)
		}
		g.List(jen.Id(local.call).Dot("Below"), jen.Id(local.call).Dot("Forwarded")).Op("=").List(jen.False(), jen.True())
		if !c.Void() {
			g.If(jen.Op("!").Id(local.call).Dot("Returned")).Block(stored(c, local.args, jen.Id(local.result)))
			g.Return(jen.Id(local.result))
		}
	})
}

// emitHooks prints the author's file: one function for each command, which forwards until the author edits
// it.
func emitHooks(p *Plan) *goFile {
	f := p.file("", "main")
	hooks := p.Own()
	if p.Active {
		f.Comment("onInitialize runs once, before the app's first EGL call. Prepare here what the hooks need. It must not call EGL,")
		f.Comment("because the loader holds its lock.")
		f.Func().Id(goInitialize).Params(p.layerParam()).Block()
		f.Line()
	}
	for _, c := range hooks {
		if len(hooks) <= commentedHooks {
			f.Comment(c.Name + " runs when the app calls " + c.Name + ". The parameter next is the function of the next layer or the driver.")
			if words := c.printedParams(); len(words) > 0 {
				f.Comment("//")
				f.Comment("To format parameters as text: " + strings.Join(words, ", ") + ".")
			}
		}
		f.Func().Id(c.Name).Add(p.hookSignature(c)).Block(returned(c, jen.Id("next").Call(goArgs(c)...)))
		f.end()
	}
	return f
}

// commentedHooks is the largest number of stubs that still get a comment each; in a longer file the comments
// only repeat each other.
const commentedHooks = 16
