package vet

import (
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// reach lists what a function leads to on the goroutine that calls it.
type reach struct {
	Driver string // a driver function, such as "gles.GLClear"; "" if none
	Exit   string // a function that ends the goroutine, such as "runtime.Goexit"; "" if none
	Runs   []int  // indexes of the parameters that the function calls
}

// AFact marks reach as an analysis fact, which importing packages can read.
func (*reach) AFact() {}

func (r *reach) add(other reach) {
	if r.Driver == "" {
		r.Driver = other.Driver
	}
	if r.Exit == "" {
		r.Exit = other.Exit
	}
}

// starters maps a function to the index of the argument that it runs on another goroutine.
var starters = map[string]int{
	"time.AfterFunc": 1, "context.AfterFunc": 1, "(*sync.WaitGroup).Go": 1,
	"runtime.SetFinalizer": 1, "runtime.AddCleanup": 1,
}

// callGraph computes what a call leads to.
type callGraph struct {
	pass  *analysis.Pass
	layer layer
	funcs []*ssa.Function
	known map[*ssa.Function]*reach
}

var calls = &analysis.Analyzer{
	Name:       "calls",
	Doc:        "find functions that call the driver or end their goroutine, directly or through other functions",
	Requires:   []*analysis.Analyzer{buildssa.Analyzer},
	FactTypes:  []analysis.Fact{new(reach)},
	Run:        runCalls,
	ResultType: reflect.TypeFor[*callGraph](),
}

func runCalls(pass *analysis.Pass) (any, error) {
	g := &callGraph{pass, layerOf(pass), nil, map[*ssa.Function]*reach{}}
	if pass.Module.Path == "" {
		return g, nil // standard library: covered by the tables in this package
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

// untilSettled calls update on all functions until a whole round changes nothing. Functions may call each
// other.
func untilSettled(funcs []*ssa.Function, update func(*ssa.Function) (changed bool)) {
	for changed := true; changed; {
		changed = false
		for _, fn := range funcs {
			changed = update(fn) || changed
		}
	}
}

// update recomputes what a function leads to and reports whether the result grew.
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
