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

// fate is what a function does with what its parameters point to, by their numbers.
type fate struct {
	Kept   map[int]string // it outlives the call: where it is kept
	Out    []int          // it is in a result
	Into   [][2]int       // it is put into what another parameter points to
	Global bool           // a result points to what outlives the call
}

// AFact lets packages that import this one know.
func (*fate) AFact() {}

// flowGraph answers where pointers go.
type flowGraph struct {
	pass  *analysis.Pass
	layer layer
	funcs []*ssa.Function
	known map[*ssa.Function]*fate
}

var flows = &analysis.Analyzer{
	Name:       "flows",
	Doc:        "where functions put pointers",
	Requires:   []*analysis.Analyzer{buildssa.Analyzer, directives},
	FactTypes:  []analysis.Fact{new(fate)},
	Run:        runFlows,
	ResultType: reflect.TypeFor[*flowGraph](),
}

func runFlows(pass *analysis.Pass) (any, error) {
	g := &flowGraph{pass, layerOf(pass), nil, map[*ssa.Function]*fate{}}
	if pass.Module.Path == "" {
		return g, nil // the standard library: tables know what matters
	}
	for _, fn := range pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).SrcFuncs {
		if fn.Parent() == nil { // literals are looked at with the function around them
			g.funcs = append(g.funcs, fn)
			g.known[fn] = &fate{}
		}
	}
	untilSettled(g.funcs, g.update)
	for _, fn := range g.funcs {
		if obj, ok := fn.Object().(*types.Func); ok && !reflect.DeepEqual(*g.known[fn], fate{}) {
			pass.ExportObjectFact(obj, g.known[fn])
		}
	}
	return g, nil
}

// update follows each parameter anew, and reports whether that shows more than was known.
func (g *flowGraph) update(fn *ssa.Function) bool {
	now := &fate{Global: g.givesGlobal(fn)}
	for i, p := range fn.Params {
		if !carries(p.Type()) {
			continue
		}
		f := g.run(fn, p)
		if s := g.unanswered(f.sinks); s != nil {
			if now.Kept == nil {
				now.Kept = map[int]string{}
			}
			now.Kept[i] = cmp.Or(g.known[fn].Kept[i], s.where) // the first that was found, or rounds might not end
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

// unanswered is the first place where a pointer is kept for which the author does not answer there.
func (g *flowGraph) unanswered(sinks []sink) *sink {
	for i := range sinks {
		if ok, _ := g.pass.ResultOf[directives].(*source).answered(keptName, sinks[i].pos); !ok {
			return &sinks[i]
		}
	}
	return nil
}

// fate is what is known of a function of the module; nil for others.
func (g *flowGraph) fate(fn *ssa.Function) *fate {
	if f, ok := g.known[fn]; ok {
		return f
	}
	f := &fate{}
	if obj, ok := fn.Object().(*types.Func); ok && g.pass.ImportObjectFact(obj, f) || inModule(fn, g.pass) {
		return f
	}
	return nil
}

// givesGlobal reports whether a result of fn points to something that outlives its calls.
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

// run follows what a parameter of fn points to.
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
	where string // "in last"
}
