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
	untilSettled(g.funcs, g.update)
	for _, fn := range g.funcs {
		r := g.known[fn]
		if obj, ok := fn.Object().(*types.Func); ok && (r.Driver != "" || r.Exit != "" || r.Runs != nil) {
			pass.ExportObjectFact(obj, r)
		}
	}
	return g, nil
}

// untilSettled updates functions, which lead to each other, until a round of all shows nothing new.
func untilSettled(funcs []*ssa.Function, update func(*ssa.Function) (changed bool)) {
	for changed := true; changed; {
		changed = false
		for _, fn := range funcs {
			changed = update(fn) || changed
		}
	}
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
