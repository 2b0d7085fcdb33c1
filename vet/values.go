package vet

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// callees returns the functions that v may be, as far as the source shows: literals, names, and variables
// assigned one.
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

// written returns the function as declared, not an instance of it or a wrapper.
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

// stored returns the values assigned to a local variable.
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

// bindings returns what a function literal captures as v.
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

// instructions iterates over the instructions of a function, without its literals.
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

// known returns the name of a function or method outside the module, in the form of types.Func.FullName.
func known(fn *ssa.Function) string {
	if obj, ok := fn.Object().(*types.Func); ok {
		return obj.Origin().FullName()
	}
	return ""
}
