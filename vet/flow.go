package vet

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// flow follows one parameter through a function and its function literals. A local variable, struct or map
// counts as tainted if anything in it is.
type flow struct {
	graph   *flowGraph
	fn      *ssa.Function
	seed    *ssa.Parameter
	tainted map[ssa.Value]bool
	work    []ssa.Value

	sinks []sink
	out   bool  // the parameter reaches a result
	into  []int // parameters whose memory the parameter is stored in
}

func (f *flow) taint(v ssa.Value) {
	if v != nil && !f.tainted[v] {
		f.tainted[v] = true
		f.work = append(f.work, v)
	}
}

// pass taints v if its type can hold a pointer; within does so for a value read out of something tainted.
func (f *flow) pass(v ssa.Value)   { f.passIf(v, carries(v.Type())) }
func (f *flow) within(v ssa.Value) { f.passIf(v, carriesWithin(v.Type())) }

func (f *flow) passIf(v ssa.Value, can bool) {
	if can {
		f.taint(v)
	}
}

func (f *flow) keep(instr ssa.Instruction, where string) {
	pos := instr.Pos()
	if store, ok := instr.(*ssa.Store); ok && !pos.IsValid() {
		pos = store.Val.Pos()
	}
	if !pos.IsValid() {
		pos = instr.Parent().Pos()
	}
	f.sink(pos, where)
}

func (f *flow) sink(pos token.Pos, where string) {
	if s := (sink{pos, where}); !slices.Contains(f.sinks, s) {
		f.sinks = append(f.sinks, s)
	}
}

// step propagates taint from v through an instruction that uses it.
func (f *flow) step(instr ssa.Instruction, v ssa.Value) {
	switch i := instr.(type) {
	case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.SliceToArrayPointer, *ssa.TypeAssert:
		f.pass(instr.(ssa.Value))
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Range:
		f.taint(instr.(ssa.Value))
	case *ssa.Field, *ssa.Index, *ssa.Next, *ssa.Extract, *ssa.Lookup:
		f.read(instr.(ssa.Value), v)
	case *ssa.Slice:
		f.pass(i)
	case *ssa.Convert:
		f.passIf(i, carries(i.Type()) && !copies(i))
	case *ssa.UnOp:
		f.passIf(i, (i.Op == token.MUL || i.Op == token.ARROW) && carriesWithin(i.Type()))
	case *ssa.Store:
		if i.Val == v {
			f.store(i.Addr, i)
		}
	case *ssa.MapUpdate:
		if i.Key == v || i.Value == v {
			f.store(i.Map, i)
		}
	case *ssa.Send:
		if i.X == v {
			f.keep(i, "in a channel")
		}
	case *ssa.Select:
		for _, s := range i.States {
			if s.Send == v {
				f.sink(s.Pos, "in a channel")
			}
		}
	case *ssa.MakeClosure:
		f.taint(i)
		for n, b := range i.Bindings {
			if b == v {
				f.taint(i.Fn.(*ssa.Function).FreeVars[n])
			}
		}
	case *ssa.Return:
		f.returned(i)
	case ssa.CallInstruction:
		f.call(i, v)
	}
}

// read propagates taint from v to part, which is read out of it.
func (f *flow) read(part, v ssa.Value) {
	if l, ok := part.(*ssa.Lookup); ok && l.X != v {
		return // v is the key
	}
	if e, ok := part.(*ssa.Extract); ok {
		if call, ok := e.Tuple.(*ssa.Call); ok {
			f.passIf(e, carries(call.Type().(*types.Tuple).At(e.Index).Type()))
			return
		}
	}
	f.within(part)
}

// copies reports whether a conversion copies its operand, as between a string and a byte slice.
func copies(c *ssa.Convert) bool {
	_, fromSlice := c.X.Type().Underlying().(*types.Slice)
	_, toSlice := c.Type().Underlying().(*types.Slice)
	return fromSlice || toSlice
}

// returned continues at the calls of the function literal that returns a tainted value.
func (f *flow) returned(r *ssa.Return) {
	fn := r.Parent()
	if fn == f.fn {
		f.out = true
		return
	}
	for outer := fn.Parent(); outer != nil; outer = outer.Parent() {
		for instr := range instructions(outer) {
			if c, ok := instr.(*ssa.Call); ok && slices.Contains(callees(c.Call.Value), fn) {
				f.pass(c)
			}
		}
	}
}

// store records that the pointer is stored in the memory at addr.
func (f *flow) store(addr ssa.Value, instr ssa.Instruction) {
	for _, r := range f.roots(addr) {
		switch {
		case r.lives != "":
			f.keep(instr, r.lives)
		case r.value == nil || r.value == ssa.Value(f.seed): // C memory
		default:
			if p, ok := r.value.(*ssa.Parameter); ok && p.Parent() == f.fn {
				f.intoParameter(p, instr)
			} else {
				f.taint(r.value)
			}
		}
	}
}

// intoParameter records that the pointer is stored in memory that a parameter points to. In a hook that is C
// memory, except for the receiver.
func (f *flow) intoParameter(p *ssa.Parameter, instr ssa.Instruction) {
	if _, hook := f.graph.layer.hook(f.fn); hook {
		if isReceiver(f.fn, p) {
			f.keep(instr, "in "+nameOf(p))
		}
		return
	}
	if i := slices.Index(f.fn.Params, p); !slices.Contains(f.into, i) {
		f.into = append(f.into, i)
	}
}
