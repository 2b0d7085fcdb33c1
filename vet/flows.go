package vet

import (
	"cmp"
	"go/token"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// escape records, by parameter index, where a function puts what its parameters point to.
type escape struct {
	Kept   map[int]string // parameter to the place where it outlives the call
	Out    []int          // parameters that reach a result
	Into   [][2]int       // pairs: the first is stored in what the second points to
	Global bool           // a result points to memory that outlives the call
}

// AFact marks escape as an analysis fact, which importing packages can read.
func (*escape) AFact() {}

// flowGraph computes where pointers go.
type flowGraph struct {
	pass  *analysis.Pass
	layer layer
	funcs []*ssa.Function
	known map[*ssa.Function]*escape
}

var flows = &analysis.Analyzer{
	Name:       "flows",
	Doc:        "compute where functions store pointers",
	Requires:   []*analysis.Analyzer{buildssa.Analyzer, directives},
	FactTypes:  []analysis.Fact{new(escape)},
	Run:        runFlows,
	ResultType: reflect.TypeFor[*flowGraph](),
}

func runFlows(pass *analysis.Pass) (any, error) {
	g := &flowGraph{pass, layerOf(pass), nil, map[*ssa.Function]*escape{}}
	if pass.Module.Path == "" {
		return g, nil // standard library: covered by the tables in this package
	}
	for _, fn := range pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).SrcFuncs {
		if fn.Parent() == nil { // function literals are analyzed with the function around them
			g.funcs = append(g.funcs, fn)
			g.known[fn] = &escape{}
		}
	}
	untilSettled(g.funcs, g.update)
	for _, fn := range g.funcs {
		if obj, ok := fn.Object().(*types.Func); ok && !reflect.DeepEqual(*g.known[fn], escape{}) {
			pass.ExportObjectFact(obj, g.known[fn])
		}
	}
	return g, nil
}

// update recomputes where the parameters of fn go and reports whether the result changed.
func (g *flowGraph) update(fn *ssa.Function) bool {
	now := &escape{Global: g.givesGlobal(fn)}
	for i, p := range fn.Params {
		if !carries(p.Type()) {
			continue
		}
		f := g.run(fn, p)
		if s := g.unsuppressed(f.sinks); s != nil {
			if now.Kept == nil {
				now.Kept = map[int]string{}
			}
			now.Kept[i] = cmp.Or(g.known[fn].Kept[i], s.where) // keep the first place found, or the iteration might not end
		}
		if f.out {
			now.Out = append(now.Out, i)
		}
		for _, j := range f.into {
			now.Into = append(now.Into, [2]int{i, j})
		}
	}
	changed := !reflect.DeepEqual(now, g.known[fn])
	g.known[fn] = now
	return changed
}

// unsuppressed returns the first sink without a suppression, or nil.
func (g *flowGraph) unsuppressed(sinks []sink) *sink {
	for i := range sinks {
		if ok, _ := g.pass.ResultOf[directives].(*source).suppressed(keptName, sinks[i].pos); !ok {
			return &sinks[i]
		}
	}
	return nil
}

// escape returns what is known about a function of the module; nil for other functions.
func (g *flowGraph) escape(fn *ssa.Function) *escape {
	if f, ok := g.known[fn]; ok {
		return f
	}
	f := &escape{}
	if obj, ok := fn.Object().(*types.Func); ok && g.pass.ImportObjectFact(obj, f) || inModule(fn, g.pass) {
		return f
	}
	return nil
}

// givesGlobal reports whether a result of fn points to memory that outlives its calls.
func (g *flowGraph) givesGlobal(fn *ssa.Function) bool {
	f := &flow{graph: g, fn: fn}
	for instr := range instructions(fn) {
		r, ok := instr.(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range r.Results {
			if carries(v.Type()) && slices.ContainsFunc(f.roots(v), func(r root) bool { return r.lives != "" }) {
				return true
			}
		}
	}
	return false
}

// run follows what parameter p of fn points to.
func (g *flowGraph) run(fn *ssa.Function, p *ssa.Parameter) *flow {
	f := &flow{graph: g, fn: fn, seed: p, tainted: map[ssa.Value]bool{}}
	f.taint(p)
	for len(f.work) > 0 {
		v := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		if refs := v.Referrers(); refs != nil {
			for _, instr := range *refs {
				f.step(instr, v)
			}
		}
	}
	slices.SortStableFunc(f.sinks, func(a, b sink) int { return int(a.pos - b.pos) })
	return f
}

// sink is a place where a pointer is kept.
type sink struct {
	pos   token.Pos
	where string // such as in "last"
}
