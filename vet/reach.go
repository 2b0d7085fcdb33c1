package vet

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// runsHere returns the call of an instruction that calls on the same goroutine.
func runsHere(instr ssa.Instruction) (*ssa.CallCommon, bool) {
	switch instr := instr.(type) {
	case *ssa.Call:
		return instr.Common(), true
	case *ssa.Defer:
		return instr.Common(), true
	}
	return nil, false
}

// call returns what a call leads to.
func (g *callGraph) call(c *ssa.CallCommon) reach {
	var r reach
	if c.IsInvoke() {
		r.Exit = exits(c.Method.FullName())
		return r
	}
	r.Driver = g.driver(c.Value)
	for _, fn := range callees(c.Value) {
		r.add(g.function(fn))
	}
	for _, arg := range g.run(c) {
		r.add(reach{Driver: g.driver(arg)})
		for _, fn := range callees(arg) {
			r.add(g.function(fn))
		}
	}
	return r
}

// driver returns the name of v if it is a driver function, else "". Functions of package gles count as
// ordinary functions.
func (g *callGraph) driver(v ssa.Value) string {
	for {
		if name, ok := g.layer.command(v.Type()); ok && len(callees(v)) == 0 {
			return driverName(v, name)
		}
		changed, ok := v.(*ssa.ChangeType)
		if !ok {
			return ""
		}
		v = changed.X
	}
}

// run returns the arguments that a call calls in turn. A function outside the module, such as slices.SortFunc
// or (*sync.Once).Do, is assumed to call its function arguments.
func (g *callGraph) run(c *ssa.CallCommon) []ssa.Value {
	var list []ssa.Value
	for _, fn := range callees(c.Value) {
		_, starts := starters[known(fn)]
		r := g.summary(fn)
		for i, arg := range c.Args {
			_, callable := arg.Type().Underlying().(*types.Signature)
			if callable && !starts && (r == nil || slices.Contains(r.Runs, i)) {
				list = append(list, arg)
			}
		}
	}
	return list
}

// parameters records which of fn's parameters call c calls.
func (g *callGraph) parameters(r *reach, fn *ssa.Function, c *ssa.CallCommon) {
	for i, p := range fn.Params {
		if (c.Value == p || slices.Contains(g.run(c), ssa.Value(p))) && !slices.Contains(r.Runs, i) {
			r.Runs = append(r.Runs, i)
		}
	}
}

// function returns what a call of fn leads to, under the name that messages use.
func (g *callGraph) function(fn *ssa.Function) reach {
	if exit := exits(known(fn)); exit != "" {
		return reach{Exit: exit}
	}
	if g.layer.dependsOnThread(known(fn)) {
		return reach{Driver: short(fn, g.pass.Pkg)}
	}
	s := g.summary(fn)
	if s == nil {
		return reach{}
	}
	r := *s
	if pkg := fn.Pkg; r.Driver != "" && pkg != nil && pkg.Pkg.Path() == g.layer.gles {
		r.Driver = "gles." + fn.Name()
	}
	return r
}

// summary returns what is known about a function of the module; nil for other functions.
func (g *callGraph) summary(fn *ssa.Function) *reach {
	if r, ok := g.known[fn]; ok {
		return r
	}
	r := &reach{}
	if obj, ok := fn.Object().(*types.Func); ok && g.pass.ImportObjectFact(obj, r) {
		return r
	}
	if inModule(fn, g.pass) {
		return r
	}
	return nil
}
