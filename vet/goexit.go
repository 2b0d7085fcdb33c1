package vet

import (
	"fmt"
	"go/token"

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
			graph.within(fn, func(pos token.Pos, c *ssa.CallCommon) {
				if name := graph.call(c).Exit; name != "" {
					report(pass, pos, fmt.Sprintf("%s in a hook: C waits for the hook to return, and it ends the goroutine instead; return",
						through(pass, c, name)))
				}
			})
		}
	}
	return nil, nil
}
