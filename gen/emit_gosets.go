package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"
)

// useSets imports the project's own hook sets that generated code calls.
func useSets(f *jen.File, p *Plan) {
	for _, s := range p.goSets {
		if len(s.Commands) > 0 || p.Active && s.Initialize {
			f.ImportAlias(s.Import, s.Alias)
			register(f, s.Import)
		}
	}
}

// chain returns the functions that are called for a command. Each calls the one after it; the app's side is
// first.
func (c *Command) chain() []string {
	var names []string
	for _, s := range c.goSets {
		names = append(names, s.Alias+"."+c.Go)
	}
	if c.Own {
		names = append(names, c.Name)
	}
	return names
}

// emitChain prints what each function of a chain but the last gets as its next, the innermost first. They are
// function literals that the compiler keeps on the stack. It returns the name of the outermost function's
// next.
func emitChain(g *jen.Group, c *Command) (outer string) {
	chain, next := c.chain(), "next"
	for i := len(chain) - 1; i > 0; i-- {
		name := c.free("next" + itoa(i))
		g.Add(text("%s := func%s {", name, c.Signature()))
		call := fmt.Sprintf("%s(%s)", chain[i], join(withNext(next, c.GoArgs)))
		if !c.Void() {
			call = "return " + call
		}
		g.Add(text("%s", call))
		g.Add(text("}"))
		next = name
	}
	return next
}

// withNext returns the arguments of a hook.
func withNext(next, args string) []string {
	if args == "" {
		return []string{next}
	}
	return []string{next, args}
}

// emitInitialize prints the initialization of an active layer in the order of chained layers: the driver's
// side first. If one initialization panics, the others still run.
func emitInitialize(g *jen.Group, p *Plan) {
	var sets []string
	for _, s := range p.goSets {
		if s.Initialize {
			sets = append(sets, s.Alias+"."+goSetInitialize)
		}
	}
	if len(sets) == 0 {
		g.Add(text("core.OnInitialize = " + goInitialize))
		return
	}
	g.Add(text("core.OnInitialize = func(l *gles.Layer) {"))
	for _, name := range sets {
		g.Add(text("defer %s(l)", name))
	}
	g.Add(text(goInitialize + "(l)"))
	g.Add(text("}"))
}
