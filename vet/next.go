package vet

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// Next finds hooks that can return without calling next.
var Next = &analysis.Analyzer{
	Name: "next",
	Doc: `a hook that returns without calling next

A hook replaces the function of the driver. If a hook returns without calling "next", the call never reaches the next layer or the driver, and the app gets the result of the hook. The usual cause is a forgotten path: an early return after an error, or a case of a switch.

The check accepts "next" as called if the hook passes "next" to another function or captures it in a function literal. It also accepts a call in a loop, even if the loop may run zero times. It ignores a path that ends in a panic.

What to do: call "next" on every path. If a hook returns its own result on purpose, write //gleslayer:ok next REASON at the return or in the function's doc comment.`,
	Requires: []*analysis.Analyzer{directives, buildssa.Analyzer},
	Run:      runNext,
}

const whyNext = "; the app's call does not reach the driver; call \"next\", or write the comment " + directive + " next REASON"

func runNext(pass *analysis.Pass) (any, error) {
	l := layerOf(pass)
	for _, fn := range pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).SrcFuncs {
		next, ok := l.hook(fn)
		if !ok {
			continue
		}
		aliases, uses := valuesOfNext(next)
		if len(uses) == 0 {
			if returns(fn) {
				report(pass, fn.Pos(), fn.Name()+" never calls \"next\""+whyNext)
			}
			continue
		}
		w := &walk{aliases: aliases, uses: uses, seen: map[string]bool{}, missed: map[*ssa.Return]bool{}, loops: loopsOf(fn)}
		w.block(fn.Blocks[0], nil, facts{})
		for _, b := range fn.Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && w.missed[r] && !w.tired() {
				report(pass, endOf(fn, r), fn.Name()+" can return here without calling \"next\""+whyNext)
			}
		}
	}
	return nil, nil
}

// returns reports whether a function has a reachable return.
func returns(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && b != fn.Recover {
			return true
		}
	}
	return false
}

// endOf returns the position of a return; an implicit return is at the closing brace.
func endOf(fn *ssa.Function, r *ssa.Return) token.Pos {
	if r.Pos().IsValid() {
		return r.Pos()
	}
	if decl, ok := fn.Syntax().(*ast.FuncDecl); ok {
		return decl.Body.Rbrace
	}
	return fn.Pos()
}

// valuesOfNext returns the values that are next and the instructions that call it or pass it on.
func valuesOfNext(next ssa.Value) (aliases map[ssa.Value]bool, uses map[ssa.Instruction]bool) {
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

// inCell follows next through a local variable.
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
