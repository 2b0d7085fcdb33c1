package gen

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
)

// emitRegister prints the code that connects the author's Go hooks to the C core. It calls the hooks by name:
// a hook that is missing or has another signature is a compile error that names it.
func emitRegister(p *Plan) *jen.File {
	f := p.generated("", "main")
	hooks := p.Hooked(HookGo)
	if !p.HasGo() {
		f.Comment("// The layer is package core; nothing in Go hooks into it.")
		f.Anon(p.Module + "/core")
		return f
	}
	use(f, p.Module+"/core", "unsafe", p.Module+"/gles")
	useSets(f, p)
	if returnsFloats(hooks) {
		use(f, "math")
	}
	width := 0
	for _, c := range hooks {
		width = max(width, len(c.Go))
	}
	f.Comment("// A hook of another type than its command is reported here, with both types.")
	f.Var().DefsFunc(func(g *jen.Group) {
		for _, c := range hooks {
			for _, hook := range c.chain() {
				g.Add(text("_ gles.%-*s = %s", width+4, c.Go+"Hook", hook))
			}
		}
	})
	f.Line()
	f.Func().Add(text("init()")).BlockFunc(func(g *jen.Group) {
		if p.Active {
			emitInitialize(g, p)
		}
		for _, c := range hooks {
			g.Add(text("core.Hooks[core.%s] = call%s", c.Go, c.Go))
		}
	})
	f.Line()
	f.Comment("// The way from C into each hook. It notes how far the call came: after a panic, the command is neither lost nor")
	f.Comment("// done twice.")
	f.Line()
	for _, c := range hooks {
		emitWrapper(f, c)
	}
	return f
}

// emitWrapper prints the function through which C calls one hook. It leaves as much as possible to package
// core, because each edit of a hook recompiles all wrappers.
func emitWrapper(f *jen.File, c *Command) {
	var fields []string
	for _, v := range c.Params {
		fields = append(fields, c.locals.args+"."+exported(v.Name))
	}
	args := strings.Join(fields, ", ")
	local := c.locals
	f.Func().Add(text("call%s(%s unsafe.Pointer)", c.Go, local.pointer)).BlockFunc(func(g *jen.Group) {
		if args != "" || !c.Void() {
			g.Add(text("%s := (*core.%sArgs)(%s)", local.args, c.Go, local.pointer))
		}
		g.Add(text("var %s core.Call", local.call))
		g.Add(text("next := func%s {", c.Signature()))
		g.Add(text("%s.Below = true", local.call))
		next := fmt.Sprintf("core.Next%s(%s)", c.Go, c.GoArgs)
		if !c.Void() {
			next = local.result + " := " + next
		}
		g.Add(text("%s", next))
		g.Add(text("%[1]s.Below, %[1]s.Forwarded = false, true", local.call))
		if !c.Void() {
			g.Add(text("if !%s.Returned {", local.call))
			g.Add(text("%s.Ret = %s", local.args, toBits(c.Result, local.result)))
			g.Add(text("}"))
			g.Add(text("return %s", local.result))
		}
		g.Add(text("}"))
		outer := emitChain(g, c)
		g.Add(text("defer core.Contain(core.%[1]s, &%[2]s, core.Forward%[1]s, %[3]s)", c.Go, local.call, local.pointer))
		call := fmt.Sprintf("%s(%s)", c.chain()[0], join(withNext(outer, args)))
		if !c.Void() {
			call = local.args + ".Ret = " + toBits(c.Result, call)
		}
		g.Add(text("%s", call))
		g.Add(text("%s.Returned = true", local.call))
	})
	f.Line()
}

// toBits returns a result as the 64 bits that C reads it from.
func toBits(v Value, expr string) string {
	switch v.Class {
	case classPointer, classDeep:
		return "uint64(uintptr(unsafe.Pointer(" + expr + ")))"
	case "f32":
		return "uint64(math.Float32bits(float32(" + expr + ")))"
	case "f64":
		return "math.Float64bits(float64(" + expr + "))"
	}
	return "uint64(" + expr + ")"
}

// emitHooks prints the author's file: one function for each command, which forwards until the author edits
// it.
func emitHooks(p *Plan) *jen.File {
	f := p.file("", "main")
	hooks := p.Own()
	if p.Active || len(hooks) > 0 {
		use(f, p.Module+"/gles")
	}
	if p.Active {
		f.Comment("// onInitialize runs once, before the app's first EGL call: look up here what the hooks need. It must not call")
		f.Comment("// EGL: the loader holds its lock.")
		f.Func().Add(text("onInitialize(l *gles.Layer)")).Block()
		f.Line()
	}
	for _, c := range hooks {
		if len(hooks) <= commentedHooks {
			f.Comment("// " + c.Name + " is called in place of the driver's. next is the next layer or the driver.")
			if words := c.printedParams(); len(words) > 0 {
				f.Comment("//")
				f.Comment("// In words: " + strings.Join(words, ", ") + ".")
			}
		}
		call := text("next(%s)", c.GoArgs)
		if !c.Void() {
			call = jen.Return(call)
		}
		f.Add(text("%s", c.HookPrototype())).Block(call)
		f.Line()
	}
	return f
}

// commentedHooks is the largest number of stubs that still get a comment each; in a longer file the comments
// only repeat each other.
const commentedHooks = 16
