package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// emitFakeDriver prints the driver below the layer and the app above it, for tests.
func emitFakeDriver(p *Plan) *jen.File {
	f := p.generated("core/fakedriver", "fakedriver")
	f.PackageComment("// Package fakedriver drives the layer without a GPU: a driver below it, and an app above it. Only tests import it.")
	f.CgoPreamble("#cgo CFLAGS: -std=gnu11 -O1 -g0 -Wall -Wextra -Wno-unused-parameter\n#include \"zz_generated_driver.h\"")
	use(f, "sync", "testing", "unsafe", p.Module+"/core", p.Module+"/gles")
	if returnsFloats(p.Commands) {
		use(f, "math")
	}
	emitDriver(f, p)
	emitNames(f, p)
	emitApp(f, p)
	emitFakes(f, p)
	return f
}

func emitDriver(f *jen.File, p *Plan) {
	f.Comment("// Driver is what answers below the layer. A function that is nil answers zero; every call is counted.")
	width := 0
	for _, c := range p.Commands {
		width = max(width, len(c.Go))
	}
	f.Type().Id("Driver").StructFunc(func(g *jen.Group) {
		for _, c := range p.Commands {
			g.Add(text("%-*s func%s", width, c.Go, c.Signature()))
		}
		g.Line()
		if p.HasGo() {
			g.Comment("// OnPanic is told when a hook panics, or onInitialize, or OnFrame; without it, the test fails.")
			g.Add(text("OnPanic func(name string, reason any)"))
			g.Line()
		}
		g.Add(text("mu    sync.Mutex"))
		g.Add(text("calls [core.Commands]int"))
	})
	f.Line()
	f.Comment("// driver is the one that Load put below the layer.")
	f.Var().Add(text("driver *Driver"))
	f.Line()
	f.Comment("// Calls is how often the layer called a command below it.")
	f.Func().Add(text("(d *Driver) Calls(name string) int")).Block(
		text("d.mu.Lock()"), text("defer d.mu.Unlock()"), jen.Return(text("d.calls[id(name)]")))
	f.Line()
	f.Comment("//export goFake")
	f.Func().Add(text("goFake(id C.uint32_t, args unsafe.Pointer)")).Block(
		text("d := driver"), text("d.mu.Lock()"), text("d.calls[id]++"), text("d.mu.Unlock()"),
		text("fakes[id](d, args)"))
	f.Line()
	f.Comment("// pointer is an address as a Go pointer.")
	f.Func().Add(text("pointer[T any](v uintptr) *T")).Block(jen.Return(text("*(**T)(unsafe.Pointer(&v))")))
	f.Line()
}

func emitNames(f *jen.File, p *Plan) {
	f.Comment("// commands are the names by id.")
	f.Var().Add(text("commands = [core.Commands]string{"))
	for _, c := range p.Commands {
		f.Add(text("%q,", c.Name))
	}
	f.Add(text("}"))
	f.Line()
	f.Comment("// Intercepted are the commands that the layer has a trampoline for.")
	f.Var().Add(text("Intercepted = []string{"))
	for _, c := range p.Intercepted() {
		f.Add(text("%q,", c.Name))
	}
	f.Add(text("}"))
	f.Line()
	f.Func().Add(text("id(name string) int")).BlockFunc(func(g *jen.Group) {
		g.Add(text("for id, n := range commands {"))
		g.Add(text("if n == name {"))
		g.Return(text("id"))
		g.Add(text("}"))
		g.Add(text("}"))
		g.Add(text("panic(\"fakedriver: the layer does not know \" + name)"))
	})
	f.Line()
}

func emitApp(f *jen.File, p *Plan) {
	f.Comment("// App calls commands as an app would: through what the layer gave the loader.")
	f.Type().Add(text("App struct{ functions [core.Commands]uintptr }"))
	f.Line()
	f.Comment("// Load initialises the layer above d, as Android's loader does.")
	f.Func().Add(text("Load(t testing.TB, d *Driver) *App")).BlockFunc(func(g *jen.Group) {
		g.Add(text("t.Helper()"))
		g.Add(text("driver = d"))
		if p.HasGo() {
			emitOnPanic(g)
		}
		g.Add(text("core.Initialize(uintptr(C.fake_get_next()))"))
		g.Add(text("a := &App{}"))
		g.Add(text("for id, name := range commands {"))
		g.Add(text("a.functions[id] = core.GetProcAddress(name, uintptr(C.fake_function(C.uint32_t(id))))"))
		g.Add(text("}"))
		g.Return(text("a"))
	})
	f.Line()
	f.Comment("// CallWithZeros calls a command with zero for each argument.")
	f.Func().Add(text("(a *App) CallWithZeros(name string)")).Block(
		text("n := id(name)"), text("C.app_zeros(C.uint32_t(n), C.uintptr_t(a.functions[n]))"))
	f.Line()
	for _, c := range p.Commands {
		body := callShape("app_", "C.uintptr_t("+c.locals.app+".functions[core."+c.Go+"])", c)
		f.Comment("// " + c.Go + " calls " + c.Name + ".")
		f.Func().Add(text("(%s *App) %s%s", c.locals.app, c.Go, c.Signature())).Block(body)
		f.Line()
	}
}

func emitOnPanic(g *jen.Group) {
	g.Add(text("core.OnPanic = func(name string, reason any, stack []byte) {"))
	g.Add(text("if d.OnPanic != nil {"))
	g.Add(text("d.OnPanic(name, reason)"))
	g.Return()
	g.Add(text("}"))
	g.Add(jen.Id("t.Errorf(\"%s panicked: %v\\n%s\", name, reason, stack)"))
	g.Add(text("}"))
	g.Add(text("t.Cleanup(func() { core.OnPanic = nil })"))
}

func emitFakes(f *jen.File, p *Plan) {
	f.Var().Add(text("fakes = [core.Commands]func(d *Driver, p unsafe.Pointer){"))
	for _, c := range p.Commands {
		var args []string
		for _, v := range c.Params {
			args = append(args, "a."+exported(v.Name))
		}
		call := "d." + c.Go + "(" + strings.Join(args, ", ") + ")"
		if !c.Void() {
			call = "a.Ret = " + toBits(c.Result, call)
		}
		f.Add(text("func(d *Driver, p unsafe.Pointer) {"))
		f.Add(text("if d.%s != nil {", c.Go))
		if len(args) > 0 || !c.Void() {
			f.Add(text("a := (*core.%sArgs)(p)", c.Go))
		}
		f.Add(text("%s", call))
		f.Add(text("}"))
		f.Add(text("},"))
	}
	f.Add(text("}"))
}
