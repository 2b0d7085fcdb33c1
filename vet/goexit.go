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

C has called the hook and waits for it to return. runtime.Goexit ends the goroutine instead, and so do FailNow, Fatal, SkipNow and similar methods of package testing. Go ends a process in which this happens ("runtime.Goexit called in a thread that was not created by the Go runtime"), and a layer cannot prevent it. The log names the hook before the app ends.

What to do: return from the hook.`,
	Requires: []*analysis.Analyzer{directives, calls},
	Run:      runGoexit,
}

func runGoexit(pass *analysis.Pass) (any, error) {
	graph := pass.ResultOf[calls].(*callGraph)
	for _, fn := range graph.funcs {
		if _, ok := graph.layer.hook(fn); ok {
			graph.within(fn, func(pos token.Pos, c *ssa.CallCommon) {
				if name := graph.call(c).Exit; name != "" {
					report(pass, pos, fmt.Sprintf("%s in a hook: C waits for the hook to return, so the app ends; return instead",
						through(pass, c, name)))
				}
			})
		}
	}
	return nil, nil
}
