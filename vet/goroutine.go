package vet

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Goroutine finds driver calls that run on another thread than the hook's.
var Goroutine = &analysis.Analyzer{
	Name: "goroutine",
	Doc: `GL or EGL called from a goroutine

An EGL context is current on one thread: the thread that called the hook. A goroutine runs on another thread, which has no context or a different one, so the call has no effect, changes the wrong context, or crashes the driver. The check finds calls of "next", of functions of package gles that call the driver, and of functions that call these, directly or through other functions. It finds such calls in goroutines that start with go, time.AfterFunc, context.AfterFunc or sync.WaitGroup.Go, and in finalizers.

What to do: call GL in the hook and pass the result to the goroutine. A goroutine that calls runtime.LockOSThread and makes its own context current may call GL. To suppress the finding in this case, write //gleslayer:ok goroutine REASON on the line or in the function's doc comment.`,
	Requires: []*analysis.Analyzer{directives, calls},
	Run:      runGoroutine,
}

func runGoroutine(pass *analysis.Pass) (any, error) {
	g := goroutines{pass, pass.ResultOf[calls].(*callGraph), map[token.Pos]bool{}}
	for _, fn := range g.graph.funcs {
		for instr := range instructions(fn) {
			if start, ok := instr.(*ssa.Go); ok {
				g.started(start.Common(), start.Pos())
			} else if common, ok := runsHere(instr); ok {
				g.starter(common, instr.Pos())
			}
		}
	}
	return nil, nil
}

type goroutines struct {
	pass     *analysis.Pass
	graph    *callGraph
	reported map[token.Pos]bool
}

// starter checks calls of functions such as time.AfterFunc.
func (g *goroutines) starter(c *ssa.CallCommon, pos token.Pos) {
	fn := c.StaticCallee()
	if fn == nil {
		return
	}
	if i, ok := starters[known(written(fn))]; ok && i < len(c.Args) {
		arg := c.Args[i]
		if m, ok := arg.(*ssa.MakeInterface); ok { // a finalizer
			arg = m.X
		}
		g.started(&ssa.CallCommon{Value: arg}, pos)
	}
}

// started checks a call that runs on a goroutine. A finding in a function literal is reported inside the
// literal; a finding in a named function is reported where the goroutine starts.
func (g *goroutines) started(c *ssa.CallCommon, pos token.Pos) {
	found := len(g.reported)
	if !c.IsInvoke() {
		for _, fn := range callees(c.Value) {
			if fn.Parent() != nil {
				g.inside(fn)
			}
		}
	}
	if name := g.graph.call(c).Driver; name != "" && len(g.reported) == found {
		g.reportCall(pos, c, name)
	}
}

// inside checks the calls of a function literal and of the literals that it calls.
func (g *goroutines) inside(fn *ssa.Function) {
	g.graph.within(fn, func(pos token.Pos, c *ssa.CallCommon) {
		if name := g.graph.call(c).Driver; name != "" {
			g.reportCall(pos, c, name)
		}
	})
}

func (g *goroutines) reportCall(pos token.Pos, c *ssa.CallCommon, driver string) {
	if g.reported[pos] {
		return
	}
	g.reported[pos] = true
	report(g.pass, pos, fmt.Sprintf("%s in a goroutine: a context is current on one thread, and a goroutine runs on another; "+
		"call the function in the hook and pass the result to the goroutine", through(g.pass, c, driver)))
}

// through names the called function and, if different, the driver function that it leads to.
func through(pass *analysis.Pass, c *ssa.CallCommon, end string) string {
	if !c.IsInvoke() {
		for _, fn := range callees(c.Value) {
			if name := short(fn, pass.Pkg); name != end && exits(known(fn)) == "" {
				return name + ", which leads to " + end + ", is called"
			}
		}
	}
	return end + " is called"
}
