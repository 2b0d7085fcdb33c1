package vet

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// Next finds hooks that return without having called next.
var Next = &analysis.Analyzer{
	Name: "next",
	Doc: `a hook that returns without next

A hook stands in place of the command. When it returns without having called next, neither the layer below nor the driver ever sees the call, and the app gets whatever the hook returns. Mostly that is a path somebody forgot: an early return after an error, a case of a switch.

Passing next on, or keeping it in a function literal, counts as calling it; so does a loop around the call, even if it may run no times. A path that ends in a panic is none.

What to do: call next on every path. A hook that means to answer by itself says so: //gleslayer:ok next REASON on the return, or in the comment of the function.`,
	Requires: []*analysis.Analyzer{directives, buildssa.Analyzer},
	Run:      runNext,
}

const whyNext = "; the driver never sees the app's call; call next, or say " + directive + " next REASON"

func runNext(pass *analysis.Pass) (any, error) {
	l := layerOf(pass)
	for _, fn := range pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).SrcFuncs {
		next, ok := l.hook(fn)
		if !ok {
			continue
		}
		aliases, uses := follow(next)
		if len(uses) == 0 {
			if returns(fn) {
				report(pass, fn.Pos(), fn.Name()+" never calls next"+whyNext)
			}
			continue
		}
		w := &walk{aliases: aliases, uses: uses, seen: map[string]bool{}, missed: map[*ssa.Return]bool{}, loops: loopsOf(fn)}
		w.block(fn.Blocks[0], nil, facts{})
		for _, b := range fn.Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && w.missed[r] && !w.tired() {
				report(pass, endOf(fn, r), fn.Name()+" can return here without having called next"+whyNext)
			}
		}
	}
	return nil, nil
}

// returns reports whether a function has a return at all that can be reached.
func returns(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && b != fn.Recover {
			return true
		}
	}
	return false
}

// endOf is where a return stands: that without a statement at the closing brace.
func endOf(fn *ssa.Function, r *ssa.Return) token.Pos {
	if r.Pos().IsValid() {
		return r.Pos()
	}
	if decl, ok := fn.Syntax().(*ast.FuncDecl); ok {
		return decl.Body.Rbrace
	}
	return fn.Pos()
}

// follow finds the values that are next, and the instructions that call it or hand it on.
func follow(next ssa.Value) (aliases map[ssa.Value]bool, uses map[ssa.Instruction]bool) {
	aliases, uses = map[ssa.Value]bool{}, map[ssa.Instruction]bool{}
	var add func(v ssa.Value)
	add = func(v ssa.Value) {
		if aliases[v] {
			return
		}
		aliases[v] = true
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.Phi:
				add(ref)
			case *ssa.ChangeType:
				add(ref)
			case *ssa.BinOp, *ssa.DebugRef: // next == nil
			case *ssa.Store:
				if cell, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
					inCell(cell, add, uses)
				} else {
					uses[ref] = true
				}
			default:
				uses[ref] = true
			}
		}
	}
	add(next)
	return aliases, uses
}

// inCell follows next out of a local variable.
func inCell(cell *ssa.Alloc, add func(ssa.Value), uses map[ssa.Instruction]bool) {
	for _, ref := range *cell.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store, *ssa.DebugRef:
		case *ssa.UnOp:
			add(ref)
		default: // a function literal
			uses[ref] = true
		}
	}
}
