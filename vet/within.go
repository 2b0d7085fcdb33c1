package vet

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// within visits the calls of a function; a call that runs function literals is replaced by the calls of the
// literals.
func (g *callGraph) within(fn *ssa.Function, visit func(pos token.Pos, c *ssa.CallCommon)) {
	seen := map[*ssa.Function]bool{}
	var in func(fn *ssa.Function)
	in = func(fn *ssa.Function) {
		if seen[fn] {
			return
		}
		seen[fn] = true
		for instr := range instructions(fn) {
			c, ok := runsHere(instr)
			if !ok {
				continue
			}
			nested := literals(g, c)
			for _, fn := range nested {
				in(fn)
			}
			if len(nested) == 0 {
				visit(instr.Pos(), c)
			}
		}
	}
	in(fn)
}

// literals returns the function literals that a call runs.
func literals(g *callGraph, c *ssa.CallCommon) []*ssa.Function {
	var list []*ssa.Function
	if c.IsInvoke() {
		return nil
	}
	for _, v := range append(g.run(c), c.Value) {
		for _, fn := range callees(v) {
			if fn.Parent() != nil {
				list = append(list, fn)
			}
		}
	}
	return list
}
