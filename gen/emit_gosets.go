package gen

import (
	"github.com/dave/jennifer/jen"
)

// nameSetImports sets the import names of the project's own hook sets.
func nameSetImports(f *goFile, p *Plan) {
	for _, s := range p.goSets {
		f.ImportAlias(s.Import, s.Alias)
	}
}

// chain returns the functions that are called for a command. Each calls the one after it; the app's side is
// first.
func (c *Command) chain() []*jen.Statement {
	var functions []*jen.Statement
	for _, s := range c.goSets {
		functions = append(functions, jen.Qual(s.Import, s.function(c)))
	}
	if c.Own {
		functions = append(functions, jen.Id(c.Name))
	}
	return functions
}

// emitChain prints what each function of a chain but the last gets as its next, the innermost first. They are
// function literals that the compiler keeps on the stack. It returns the name of the outermost function's
// next.
func emitChain(g *jen.Group, p *Plan, c *Command) (outer string) {
	chain, next := c.chain(), "next"
	for i := len(chain) - 1; i > 0; i-- {
		name := c.locals.nexts[i-1]
		call := chain[i].Call(prepend(jen.Id(next), goArgs(c))...)
		g.Id(name).Op(":=").Func().Add(p.signature(c)).Block(returned(c, call))
		next = name
	}
	return next
}

// emitInitialize prints the initialization of an active layer in the order of chained layers: the driver's
// side first. If one initialization panics, the others still run.
func emitInitialize(g *jen.Group, p *Plan) {
	var sets []jen.Code
	for _, s := range p.goSets {
		if s.Initialize {
			sets = append(sets, jen.Defer().Qual(s.Import, goSetInitialize).Call(jen.Id("l")))
		}
	}
	initialize := jen.Id(goInitialize)
	if len(sets) > 0 {
		own := jen.Id(goInitialize).Call(jen.Id("l"))
		initialize = jen.Func().Params(p.layerParam()).Block(append(sets, own)...)
	}
	g.Add(p.core("OnInitialize")).Op("=").Add(initialize)
}
