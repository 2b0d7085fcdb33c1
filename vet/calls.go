package vet

import (
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// reach is what a function leads to on the goroutine that calls it.
type reach struct {
	Driver string // a function of the driver: "gles.GlClear"
	Exit   string // one that ends the goroutine: "runtime.Goexit"
	Runs   []int  // parameters that it calls
}

// AFact lets packages that import this one know.
func (*reach) AFact() {}

func (r *reach) add(other reach) {
	if r.Driver == "" {
		r.Driver = other.Driver
	}
	if r.Exit == "" {
		r.Exit = other.Exit
	}
}

// starters start the function that is their argument of this number on a goroutine of its own.
var starters = map[string]int{
	"time.AfterFunc": 1, "context.AfterFunc": 1, "(*sync.WaitGroup).Go": 1,
	"runtime.SetFinalizer": 1, "runtime.AddCleanup": 1,
}

// callGraph answers what a call leads to.
type callGraph struct {
	pass  *analysis.Pass
	layer layer
	funcs []*ssa.Function
	known map[*ssa.Function]*reach
}

var calls = &analysis.Analyzer{
	Name:       "calls",
	Doc:        "what functions lead to",
	Requires:   []*analysis.Analyzer{buildssa.Analyzer},
	FactTypes:  []analysis.Fact{new(reach)},
	Run:        runCalls,
	ResultType: reflect.TypeFor[*callGraph](),
}

func runCalls(pass *analysis.Pass) (any, error) {
	g := &callGraph{pass, layerOf(pass), nil, map[*ssa.Function]*reach{}}
	if pass.Module.Path == "" {
		return g, nil // the standard library: tables know what matters
	}
	g.funcs = pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).SrcFuncs
	for _, fn := range g.funcs {
		g.known[fn] = &reach{}
	}
	for changed := true; changed; {
		changed = false
		for _, fn := range g.funcs {
			changed = g.update(fn) || changed
		}
	}
	for _, fn := range g.funcs {
		r := g.known[fn]
		if obj, ok := fn.Object().(*types.Func); ok && (r.Driver != "" || r.Exit != "" || r.Runs != nil) {
			pass.ExportObjectFact(obj, r)
		}
	}
	return g, nil
}

// update looks at a function anew, and reports whether it leads to more than was known.
func (g *callGraph) update(fn *ssa.Function) bool {
	r := g.known[fn]
	before := reach{r.Driver, r.Exit, slices.Clone(r.Runs)}
	for instr := range instructions(fn) {
		if common, ok := runsHere(instr); ok {
			r.add(g.call(common))
			g.parameters(r, fn, common)
		}
	}
	return !reflect.DeepEqual(before, *r)
}

// runsHere is the call of an instruction that calls on the same goroutine.
func runsHere(instr ssa.Instruction) (*ssa.CallCommon, bool) {
	switch instr := instr.(type) {
	case *ssa.Call:
		return instr.Common(), true
	case *ssa.Defer:
		return instr.Common(), true
	}
	return nil, false
}

// call is what a call leads to.
func (g *callGraph) call(c *ssa.CallCommon) reach {
	var r reach
	if c.IsInvoke() {
		r.Exit = exits(c.Method.FullName())
		return r
	}
	direct := callees(c.Value)
	if name, ok := g.layer.command(c.Value.Type()); ok && len(direct) == 0 {
		r.Driver = driverName(c.Value, name)
	}
	for _, fn := range direct {
		r.add(g.function(fn))
	}
	for _, arg := range g.run(c) {
		for _, fn := range callees(arg) {
			r.add(g.function(fn))
		}
	}
	return r
}

// run are the arguments that a call calls in its turn. Of a function outside the module that is taken for
// granted, as slices.SortFunc and sync.Once do it.
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

// parameters notes which of its parameters fn calls by c.
func (g *callGraph) parameters(r *reach, fn *ssa.Function, c *ssa.CallCommon) {
	for i, p := range fn.Params {
		if (c.Value == p || slices.Contains(g.run(c), ssa.Value(p))) && !slices.Contains(r.Runs, i) {
			r.Runs = append(r.Runs, i)
		}
	}
}

// function is what a call of fn leads to, with the name it shall be called by.
func (g *callGraph) function(fn *ssa.Function) reach {
	if exit := exits(known(fn)); exit != "" {
		return reach{Exit: exit}
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

// summary is what is known of a function of the module; nil for others.
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
