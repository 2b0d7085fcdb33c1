package vet

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// callees are the functions that v may be, as far as the text shows: literals, names, and variables that were
// given one.
func callees(v ssa.Value) []*ssa.Function {
	var found []*ssa.Function
	seen := map[ssa.Value]bool{}
	var look func(v ssa.Value)
	look = func(v ssa.Value) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Function:
			found = append(found, written(v))
		case *ssa.MakeClosure:
			look(v.Fn)
		case *ssa.ChangeType:
			look(v.X)
		case *ssa.Phi:
			each(v.Edges, look)
		case *ssa.UnOp:
			each(stored(v.X), look)
		case *ssa.FreeVar:
			each(bindings(v), look)
		}
	}
	look(v)
	return found
}

func each(list []ssa.Value, do func(ssa.Value)) {
	for _, v := range list {
		do(v)
	}
}

// written is the function as it was written: not an instance of it, nor a wrapper around it.
func written(fn *ssa.Function) *ssa.Function {
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		if w := fn.Prog.FuncValue(obj.Origin()); w != nil {
			return w
		}
	}
	return fn
}

// stored are the values that were put into a local variable.
func stored(cell ssa.Value) []ssa.Value {
	if free, ok := cell.(*ssa.FreeVar); ok {
		var all []ssa.Value
		for _, b := range bindings(free) {
			all = append(all, stored(b)...)
		}
		return all
	}
	alloc, ok := cell.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var all []ssa.Value
	for _, ref := range *alloc.Referrers() {
		if s, ok := ref.(*ssa.Store); ok && s.Addr == cell {
			all = append(all, s.Val)
		}
	}
	return all
}

// bindings are what a function literal has captured as v.
func bindings(v *ssa.FreeVar) []ssa.Value {
	fn := v.Parent()
	if fn.Parent() == nil {
		return nil
	}
	var all []ssa.Value
	for instr := range instructions(fn.Parent()) {
		if c, ok := instr.(*ssa.MakeClosure); ok && c.Fn == fn {
			for i, free := range fn.FreeVars {
				if free == v {
					all = append(all, c.Bindings[i])
				}
			}
		}
	}
	return all
}

// instructions are those of a function, without its literals.
func instructions(fn *ssa.Function) func(yield func(ssa.Instruction) bool) {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// known is the name of a function or method outside the module, as types.Func.FullName gives it.
func known(fn *ssa.Function) string {
	if obj, ok := fn.Object().(*types.Func); ok {
		return obj.Origin().FullName()
	}
	return ""
}
