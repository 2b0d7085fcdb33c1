package vet

import (
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// root is the owner of a piece of memory: a value of the function (variable, map, parameter) or something
// that outlives it.
type root struct {
	value ssa.Value
	lives string // such as in "last"; "" if the memory ends with the call
}

// roots returns the owners of the memory at addr.
func (f *flow) roots(addr ssa.Value) []root {
	r := rooter{f: f, seen: map[ssa.Value]bool{}}
	r.find(addr)
	return r.found
}

type rooter struct {
	f     *flow
	seen  map[ssa.Value]bool
	found []root
}

func (r *rooter) add(v ssa.Value, lives string) { r.found = append(r.found, root{v, lives}) }

func (r *rooter) find(v ssa.Value) {
	if r.seen[v] {
		return
	}
	r.seen[v] = true
	switch v := v.(type) {
	case *ssa.FieldAddr:
		r.find(v.X)
	case *ssa.IndexAddr:
		r.find(v.X)
	case *ssa.Field:
		r.find(v.X)
	case *ssa.Index:
		r.find(v.X)
	case *ssa.Slice:
		r.find(v.X)
	case *ssa.ChangeType:
		r.find(v.X)
	case *ssa.ChangeInterface:
		r.find(v.X)
	case *ssa.Convert:
		r.find(v.X)
	case *ssa.MakeInterface:
		r.find(v.X)
	case *ssa.TypeAssert:
		r.find(v.X)
	case *ssa.SliceToArrayPointer:
		r.find(v.X)
	case *ssa.Extract:
		r.find(v.Tuple)
	case *ssa.Next:
		r.find(v.Iter)
	case *ssa.Range:
		r.find(v.X)
	case *ssa.Lookup:
		r.find(v.X)
	case *ssa.Phi:
		each(v.Edges, r.find)
	case *ssa.UnOp:
		r.load(v)
	case *ssa.Global:
		r.add(v, "in "+strconv.Quote(v.Name()))
	case *ssa.FreeVar:
		r.free(v)
	case *ssa.Parameter:
		r.parameter(v)
	case *ssa.Call:
		r.call(v)
	case *ssa.Const, *ssa.Function:
	default: // ssa.Alloc, ssa.MakeMap, ...
		r.add(v, "")
	}
}

// load follows a pointer that was read from memory to the values of a local variable and their owners.
func (r *rooter) load(v *ssa.UnOp) {
	values := stored(v.X)
	if alloc, ok := v.X.(*ssa.Alloc); ok {
		r.add(alloc, "") // and what is stored in the variable itself
	}
	if len(values) == 0 {
		r.find(v.X)
	}
	each(values, r.find)
}

// free returns the owner of a captured variable: the function's own, or memory that outlives its calls.
func (r *rooter) free(v *ssa.FreeVar) {
	captured := bindings(v)
	if len(captured) == 0 || v.Parent() == r.f.fn {
		r.add(v, "in "+strconv.Quote(v.Name()))
		return
	}
	each(captured, r.find)
}

// parameter returns the owner of a parameter of a function literal; its call arguments are not followed.
func (r *rooter) parameter(v *ssa.Parameter) {
	if v.Parent() == r.f.fn {
		r.add(v, "")
	}
}

// call returns the owners of a call's result: fresh memory, its arguments, or memory that outlives the call.
func (r *rooter) call(v *ssa.Call) {
	c := v.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "append" {
			r.add(v, "")
		}
		if len(c.Args) > 0 {
			r.find(c.Args[0])
		}
		return
	}
	if c.IsInvoke() {
		r.find(c.Value)
		return
	}
	for _, fn := range callees(c.Value) {
		esc := r.f.graph.escape(fn)
		switch {
		case esc == nil && fn.Signature.Recv() != nil && takes(fn, c.Args): // sync.Map returns what was stored in it
			r.find(c.Args[0])
		case esc != nil && esc.Global:
			r.add(v, "in the result of "+short(fn, r.f.graph.pass.Pkg))
		case esc != nil && takes(fn, c.Args):
			for i, arg := range c.Args {
				if slices.Contains(esc.Out, i) {
					r.find(arg)
				}
			}
		}
	}
	r.add(v, "")
}
