package vet

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Goexit finds hooks, and other functions that C waits for, that end their goroutine.
var Goexit = &analysis.Analyzer{
	Name: "goexit",
	Doc: `a hook that ends its goroutine

C code calls a hook and waits until the hook returns. runtime.Goexit ends the goroutine, so the hook never returns. FailNow, Fatal, SkipNow and similar methods of package testing do the same. Then Go ends the process with the message "runtime.Goexit called in a thread that was not created by the Go runtime", and a layer cannot prevent this. Before the app ends, the layer writes the name of the hook to the log. The same applies to onInitialize and to a function passed to gles.OnFrame.

What to do: return from the hook.`,
	Requires: []*analysis.Analyzer{directives, calls},
	Run:      runGoexit,
}

func runGoexit(pass *analysis.Pass) (any, error) {
	graph := pass.ResultOf[calls].(*callGraph)
	inFrame := map[*ssa.Function]bool{} // functions of this package whose calls were reported
	for _, fn := range graph.funcs {
		if _, ok := graph.layer.hook(fn); ok {
			reportExits(pass, graph, fn, "a hook", "the hook")
		}
		if isInitialize(fn) {
			reportExits(pass, graph, fn, "initialization", "the function")
		}
		graph.frameFuncs(fn, func(pos token.Pos, f *ssa.Function) {
			switch name := graph.function(f).Exit; {
			case inFrame[f] || name == "":
			case len(f.Blocks) > 0: // declared in this package
				inFrame[f] = true
				reportExits(pass, graph, f, "a function passed to gles.OnFrame", "the function")
			default: // exported by another package, or runtime.Goexit itself
				report(pass, pos, fmt.Sprintf("%s is passed to gles.OnFrame and leads to %s: the goroutine ends while C waits for the function to return, so the app ends; return instead",
					short(f, pass.Pkg), name))
			}
		})
	}
	return nil, nil
}

// reportExits reports the calls of fn that end the goroutine; place and what name fn in the message.
func reportExits(pass *analysis.Pass, g *callGraph, fn *ssa.Function, place, what string) {
	g.within(fn, func(pos token.Pos, c *ssa.CallCommon) {
		if name := g.call(c).Exit; name != "" {
			report(pass, pos, fmt.Sprintf("%s in %s: the goroutine ends while C waits for %s to return, so the app ends; return instead",
				through(pass, c, name), place, what))
		}
	})
}

// frameFuncs visits the functions that fn passes to gles.OnFrame.
func (g *callGraph) frameFuncs(fn *ssa.Function, visit func(pos token.Pos, f *ssa.Function)) {
	for instr := range instructions(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		c := call.Common()
		if f := c.StaticCallee(); f == nil || known(f) != g.layer.gles+".OnFrame" {
			continue
		}
		for _, f := range callees(c.Args[0]) {
			visit(instr.Pos(), f)
		}
	}
}
