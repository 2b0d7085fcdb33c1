package gen

import (
	"github.com/dave/jennifer/jen"
)

// emitHooksTest prints the author's test file: a test that every hook forwards, and one typed example.
func emitHooksTest(p *Plan) *goFile {
	f := p.file("", "main")
	f.Comment("Each intercepted command reaches the driver exactly once. If your hooks change that, adapt this test.")
	f.Func().Id("TestForwarding").Params(testParam()).Block(
		jen.Id("driver").Op(":=").Op("&").Add(p.fakedriver("Driver")).Values(),
		p.loadApp(),
		jen.For(jen.List(jen.Id("_"), jen.Id("name")).Op(":=").Range().Add(p.fakedriver("Intercepted"))).Block(
			jen.Id("app").Dot("CallWithZeros").Call(jen.Id("name")),
			jen.If(jen.Id("n").Op(":=").Id("driver").Dot("Calls").Call(jen.Id("name")), jen.Id("n").Op("!=").Lit(1)).Block(
				jen.Id("t").Dot("Errorf").Call(jen.Lit("%s reached the driver %d times, expected 1"), jen.Id("name"), jen.Id("n")),
			),
		),
	)
	f.Line()
	if hooks := p.Hooked(HookGo); len(hooks) > 0 {
		emitTypedTest(f, p, hooks[0])
	}
	if observed := p.Hooked(HookObserve); len(observed) > 0 {
		emitObserverTest(f, p, observed[0])
	}
	return f
}

// emitTypedTest prints a test that plays both the app and the driver.
func emitTypedTest(f *goFile, p *Plan, c *Command) {
	called := jen.Id("called").Op("=").True()
	fake := jen.Func().Add(p.signature(c)).BlockFunc(func(g *jen.Group) {
		g.Add(called)
		if !c.Void() {
			g.Return(zeroOf(c.Result))
		}
	})
	var zeros []jen.Code
	for _, v := range c.Params {
		zeros = append(zeros, zeroOf(v))
	}
	f.Comment("A test plays both parts: the app above the layer and the driver below it.")
	f.Func().Id("Test"+c.Go).Params(testParam()).Block(
		jen.Id("called").Op(":=").False(),
		jen.Id("driver").Op(":=").Op("&").Add(p.fakedriver("Driver")).Add(lines(jen.Id(c.Go).Op(":").Add(fake))),
		p.loadApp(),
		jen.Id("app").Dot(c.Go).Call(zeros...),
		jen.If(jen.Op("!").Id("called")).Block(
			jen.Id("t").Dot("Error").Call(jen.Lit(c.Name+" did not reach the driver")),
		),
	)
}

// emitObserverTest prints a test that waits for the observers.
func emitObserverTest(f *goFile, p *Plan, c *Command) {
	call := jen.Id("call")
	f.Line()
	f.Comment("Observers see a call some milliseconds later. Observed returns when they have seen all calls.")
	f.Func().Id("Test"+c.Go+"IsObserved").Params(testParam()).Block(
		jen.Id("app").Op(":=").Add(p.fakedriver("Load")).Call(jen.Id("t"), jen.Op("&").Add(p.fakedriver("Driver")).Values()),
		jen.Id("app").Dot("Observed").Call(),
		jen.Id("seen").Op(":=").Lit(0),
		p.gles("Observe").Call(jen.Func().Params(jen.Id("calls").Index().Add(p.gles("RawCall"))).Block(
			jen.For(jen.List(jen.Id("_"), call).Op(":=").Range().Id("calls")).Block(
				jen.If(jen.Id("call").Dot("ID").Op("==").Add(p.core(c.Go))).Block(jen.Id("seen").Op("++")),
			),
		)),
		jen.Id("app").Dot("CallWithZeros").Call(jen.Lit(c.Name)),
		jen.Id("app").Dot("Observed").Call(),
		jen.If(jen.Id("seen").Op("!=").Lit(1)).Block(
			jen.Id("t").Dot("Errorf").Call(jen.Lit("%d calls of "+c.Name+" were observed, expected 1"), jen.Id("seen")),
		),
	)
}

// fakedriver returns a name of package fakedriver.
func (p *Plan) fakedriver(name string) *jen.Statement {
	return jen.Qual(p.Module+"/core/fakedriver", name)
}

func testParam() *jen.Statement { return jen.Id("t").Op("*").Qual("testing", "T") }

func (p *Plan) loadApp() *jen.Statement {
	return jen.Id("app").Op(":=").Add(p.fakedriver("Load")).Call(jen.Id("t"), jen.Id("driver"))
}

func zeroOf(v Value) *jen.Statement {
	if v.isPointer() {
		return jen.Nil()
	}
	return jen.Lit(0)
}
