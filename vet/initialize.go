package vet

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Initialize finds calls of the driver while the layer is set up.
var Initialize = &analysis.Analyzer{
	Name: "initialize",
	Doc: `GL or EGL called while the layer is set up

onInitialize runs inside AndroidGLESLayer_Initialize, and Android's loader holds its lock meanwhile: a call that needs the same lock never returns, and the app stands still before its first frame (rule 6.7). The desktop forgives it. An init function runs while the layer is loaded, before anything below it is known.

What to do: call the driver in a hook. What is to be done once can wait for the first call of one, for example with sync.Once.`,
	Requires: []*analysis.Analyzer{directives, calls},
	Run:      runInitialize,
}

func runInitialize(pass *analysis.Pass) (any, error) {
	graph := pass.ResultOf[calls].(*callGraph)
	for _, fn := range graph.funcs {
		if setsUp(fn) {
			graph.within(fn, func(pos token.Pos, c *ssa.CallCommon) {
				if name := graph.call(c).Driver; name != "" {
					report(pass, pos, fmt.Sprintf("%s while the layer is set up: Android's loader holds its lock, and the app stands still; "+
						"call it in a hook", through(pass, c, name)))
				}
			})
		}
	}
	return nil, nil
}

// setsUp tells of onInitialize, in a hook set OnInitialize, and of init functions, which are numbered.
func setsUp(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil &&
		(fn.Name() == "onInitialize" || fn.Name() == "OnInitialize" && fn.Signature.Params().Len() == 1 || strings.HasPrefix(fn.Name(), "init#"))
}
