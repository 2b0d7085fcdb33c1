package gen

import (
	"github.com/dave/jennifer/jen"
)

// A project whose lock lacks the field names keeps the names that its code may use, such as gles.EglChooseConfigFunc, as
// deprecated aliases.

// deprecated returns the comment of the old name of something.
func deprecated(old, name string) string {
	return "// " + old + " is the old name of " + name + ".\n//\n// Deprecated: use " + name + "."
}

// deprecatedNames is the paragraph of a comment on several old names.
const deprecatedNames = "//\n// Deprecated: use the names that begin with EGL and GL."

// emitOldFuncs prints the old names of the function types of a command.
func emitOldFuncs(f *goFile, c *Command) {
	emitOldType(f, c, "Func")
	if c.Hook == HookGo {
		emitOldType(f, c, "Hook")
	}
}

func emitOldType(f *goFile, c *Command, suffix string) {
	old := oldCommandName(c.Name) + suffix
	f.Comment(deprecated(old, c.Go+suffix))
	f.Type().Id(old).Op("=").Id(c.Go + suffix)
	f.end()
}

// emitOldCall prints the old name of the function of package gles that calls a command.
func emitOldCall(f *goFile, p *Plan, c *Command) {
	emitOldFunction(f, p, c, "", oldCommandName(c.Name), c.caller)
}

// emitOldNext prints the old name of the function of package core that calls a command.
func emitOldNext(f *goFile, p *Plan, c *Command) {
	emitOldFunction(f, p, c, "", "Next"+oldCommandName(c.Name), "Next"+c.Go)
}

// emitOldMethod prints the old name of the method by which a test calls a command.
func emitOldMethod(f *goFile, p *Plan, c *Command) {
	emitOldFunction(f, p, c, c.locals.app, oldCommandName(c.Name), c.Go)
}

// emitOldFunction prints a function, or a method of App with the receiver app, that only calls the one with the new name.
func emitOldFunction(f *goFile, p *Plan, c *Command, app, old, name string) {
	f.Comment(deprecated(old, name))
	function, call := f.Func(), jen.Id(name)
	if app != "" {
		function, call = function.Params(jen.Id(app).Op("*").Id("App")), jen.Id(app).Dot(name)
	}
	function.Id(old).Add(p.signature(c)).Block(returned(c, call.Call(goArgs(c)...)))
	f.end()
}

// emitOldArgs prints the old names of the ids and argument structures.
func emitOldArgs(f *goFile, p *Plan) {
	f.Comment("// The old names of the ids.\n" + deprecatedNames)
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, c := range p.Commands {
			g.Id(oldCommandName(c.Name)).Op("=").Id(c.Go)
		}
	})
	f.Line()
	for _, c := range p.Commands {
		emitOldType(f, c, "Args")
	}
}

// emitOldForward prints the old name of the function that forwards a command.
func emitOldForward(f *goFile, c *Command) {
	old, name := "Forward"+oldCommandName(c.Name), "Forward"+c.Go
	f.Comment(deprecated(old, name))
	f.Func().Id(old).Params(jen.Id("args").Qual("unsafe", "Pointer")).Block(jen.Id(name).Call(jen.Id("args")))
	f.end()
}

// emitOldFields prints the old names of the functions of the fake driver.
func emitOldFields(g *jen.Group, p *Plan) {
	g.Comment("// The old names of the functions above. Each is called only if the function with the new name is nil.\n" + deprecatedNames)
	for _, c := range p.Commands {
		g.Id(oldCommandName(c.Name)).Func().Add(p.signature(c))
	}
	g.Line()
}

// oldFake returns the body of the function by which a command reaches the fake driver, under its new or its old name.
func oldFake(p *Plan, c *Command) *jen.Statement {
	field := func(name string) *jen.Statement { return jen.Id("d").Dot(name) }
	return jen.Block(
		jen.Id("call").Op(":=").Add(field(c.Go)),
		jen.If(jen.Id("call").Op("==").Nil()).Block(jen.Id("call").Op("=").Add(field(oldCommandName(c.Name)))),
		jen.If(jen.Id("call").Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
			if len(c.Params) > 0 || !c.Void() {
				g.Add(p.argsAt(c, "a", "p"))
			}
			g.Add(stored(c, "a", jen.Id("call").Call(argFields(c, "a")...)))
		}),
	)
}
