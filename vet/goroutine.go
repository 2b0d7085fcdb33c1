package vet

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// Goroutine finds calls of the driver that do not stay on the hook's thread.
var Goroutine = &analysis.Analyzer{
	Name: "goroutine",
	Doc: `GL or EGL called from a goroutine

A context of EGL is current on one thread: the one that called the hook. A goroutine runs on any other, where there is no context, or somebody else's: the call does nothing, or hits the wrong one, or the driver crashes. That holds for next, for the functions of package gles that call the driver, and for all that leads there, started by go, time.AfterFunc, context.AfterFunc, sync.WaitGroup.Go, or run as a finalizer.

What to do: ask GL in the hook, and hand what it answered to the goroutine. A goroutine that stays on its thread with runtime.LockOSThread and makes a context of its own current there may call GL: //gleslayer:ok goroutine REASON on the line, or in the comment of the function, says so.`,
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
	pass  *analysis.Pass
	graph *callGraph
	told  map[token.Pos]bool
}

// starter looks at calls like time.AfterFunc.
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

// started looks at a call that runs on a goroutine. What a literal does is told where it does it, what a
// function does where it is started.
func (g *goroutines) started(c *ssa.CallCommon, pos token.Pos) {
	told := len(g.told)
	if !c.IsInvoke() {
		for _, fn := range callees(c.Value) {
			if fn.Parent() != nil {
				g.inside(fn)
			}
		}
	}
	if name := g.graph.call(c).Driver; name != "" && len(g.told) == told {
		g.tell(pos, c, name)
	}
}

// inside looks at the calls of a literal, and of literals that it calls.
func (g *goroutines) inside(fn *ssa.Function) {
	g.graph.within(fn, func(pos token.Pos, c *ssa.CallCommon) {
		if name := g.graph.call(c).Driver; name != "" {
			g.tell(pos, c, name)
		}
	})
}

func (g *goroutines) tell(pos token.Pos, c *ssa.CallCommon, driver string) {
	if g.told[pos] {
		return
	}
	g.told[pos] = true
	report(g.pass, pos, fmt.Sprintf("%s in a goroutine: a context belongs to one thread, and a goroutine runs on another; "+
		"call it in the hook, and hand over what it answers", through(g.pass, c, driver)))
}

// through says what is called: the function itself, or one that leads there.
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
