package vet

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Initialize finds driver calls during the initialization of the layer.
var Initialize = &analysis.Analyzer{
	Name: "initialize",
	Doc: `GL or EGL called during initialization

onInitialize runs inside AndroidGLESLayer_Initialize while Android's loader holds a lock. A GL or EGL call that needs the same lock never returns, so the app hangs before its first frame (rule 6.7). The loader of gleslayergen on the desktop permits the call. A Go init function runs on another thread, in parallel with the initialization. A GL or EGL call in it has no effect if the layer does not have the address of the called function yet; otherwise, the call can also hang the app.

What to do: call the driver in a hook. To do work only once, use sync.Once in a hook.`,
	Requires: []*analysis.Analyzer{directives, calls},
	Run:      runInitialize,
}

func runInitialize(pass *analysis.Pass) (any, error) {
	graph := pass.ResultOf[calls].(*callGraph)
	for _, fn := range graph.funcs {
		if runsAtStart(fn) {
			graph.within(fn, func(pos token.Pos, c *ssa.CallCommon) {
				if name := graph.call(c).Driver; name != "" {
					report(pass, pos, fmt.Sprintf("%s during initialization: Android's loader holds its lock at this time, so the call can hang the app; "+
						"call the function in a hook", through(pass, c, name)))
				}
			})
		}
	}
	return nil, nil
}

// runsAtStart reports whether fn runs during initialization: onInitialize, OnInitialize of a hook package, or a Go
// init function (SSA numbers these).
func runsAtStart(fn *ssa.Function) bool {
	return isInitialize(fn) || fn.Parent() == nil && fn.Signature.Recv() == nil && strings.HasPrefix(fn.Name(), "init#")
}

// isInitialize reports whether fn is called by AndroidGLESLayer_Initialize.
func isInitialize(fn *ssa.Function) bool {
	return fn.Parent() == nil && fn.Signature.Recv() == nil &&
		(fn.Name() == "onInitialize" || fn.Name() == "OnInitialize" && fn.Signature.Params().Len() == 1)
}
