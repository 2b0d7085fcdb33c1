package gen

import (
	"github.com/dave/jennifer/jen"
)

// emitHooksTest prints the author's test file: a test that every hook forwards, and one typed example.
func emitHooksTest(p *Plan) *jen.File {
	f := p.file("", "main")
	use(f, "testing", p.Module+"/core/fakedriver")
	f.Comment("// Each intercepted command reaches the driver exactly once. Change this with your hooks.")
	f.Func().Add(text("TestForwarding(t *testing.T)")).BlockFunc(func(g *jen.Group) {
		g.Add(text("driver := &fakedriver.Driver{}"))
		g.Add(text("app := fakedriver.Load(t, driver)"))
		g.Add(text("for _, name := range fakedriver.Intercepted {"))
		g.Add(text("app.CallWithZeros(name)"))
		g.Add(text("if n := driver.Calls(name); n != 1 {"))
		g.Add(jen.Id("t.Errorf(\"%s reached the driver %d times, expected 1\", name, n)"))
		g.Add(text("}"))
		g.Add(text("}"))
	})
	f.Line()
	if hooks := p.Hooked(HookGo); len(hooks) > 0 {
		emitTypedTest(f, p, hooks[0])
	}
	return f
}

// emitTypedTest prints a test that plays both the app and the driver.
func emitTypedTest(f *jen.File, p *Plan, c *Command) {
	if c.GlesParams != "" || !c.Void() {
		use(f, p.Module+"/gles")
	}
	zero := ""
	for i, v := range c.Params {
		if i > 0 {
			zero += ", "
		}
		zero += zeroOf(v)
	}
	f.Comment("// A test is the driver below the layer and the app above it.")
	f.Func().Add(text("Test%s(t *testing.T)", c.Go)).BlockFunc(func(g *jen.Group) {
		g.Add(text("called := false"))
		g.Add(text("driver := &fakedriver.Driver{"))
		g.Add(text("%s: func%s {", c.Go, c.Signature()))
		g.Add(text("called = true"))
		if !c.Void() {
			g.Add(text("return %s", zeroOf(c.Result)))
		}
		g.Add(text("},"))
		g.Add(text("}"))
		g.Add(text("app := fakedriver.Load(t, driver)"))
		g.Add(text("app.%s(%s)", c.Go, zero))
		g.Add(text("if !called {"))
		g.Add(text("t.Error(\"%s did not reach the driver\")", c.Name))
		g.Add(text("}"))
	})
}

func zeroOf(v Value) string {
	if v.Class == classPointer || v.Class == classDeep {
		return "nil"
	}
	return "0"
}
