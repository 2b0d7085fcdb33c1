package vet

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Goexit finds hooks that end their goroutine.
var Goexit = &analysis.Analyzer{
	Name: "goexit",
	Doc: `a hook that ends its goroutine

C has called the hook, and waits for it to return. runtime.Goexit ends the goroutine in its place, and so do FailNow, Fatal, SkipNow and their like of package testing. The layer contains that as it contains a panic: it logs it, answers the call without the hook, and switches the hook off.

What to do: return.`,
	Requires: []*analysis.Analyzer{directives, calls},
	Run:      runGoexit,
}

func runGoexit(pass *analysis.Pass) (any, error) {
	graph := pass.ResultOf[calls].(*callGraph)
	for _, fn := range graph.funcs {
		if _, ok := graph.layer.hook(fn); ok {
			exitsIn(pass, graph, fn, map[*ssa.Function]bool{})
		}
	}
	return nil, nil
}

// exitsIn looks at the calls of a hook, and of the literals that it calls.
func exitsIn(pass *analysis.Pass, graph *callGraph, fn *ssa.Function, seen map[*ssa.Function]bool) {
	if seen[fn] {
		return
	}
	seen[fn] = true
	for instr := range instructions(fn) {
		c, ok := runsHere(instr)
		if !ok {
			continue
		}
		nested := literals(graph, c)
		for _, fn := range nested {
			exitsIn(pass, graph, fn, seen)
		}
		if name := graph.call(c).Exit; name != "" && len(nested) == 0 {
			report(pass, instr.Pos(), fmt.Sprintf("%s in a hook: C waits for the hook to return, and it ends the goroutine instead; return",
				through(pass, c, name)))
		}
	}
}
