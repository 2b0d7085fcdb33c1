package vet

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// keepers lists methods outside the module that store an argument in their receiver.
var keepers = map[string]bool{
	"(*sync.Map).Store": true, "(*sync.Map).Swap": true, "(*sync.Map).LoadOrStore": true, "(*sync.Map).CompareAndSwap": true,
	"(*sync/atomic.Value).Store": true, "(*sync/atomic.Value).Swap": true, "(*sync/atomic.Value).CompareAndSwap": true,
	"(*sync/atomic.Pointer[T]).Store": true, "(*sync/atomic.Pointer[T]).Swap": true, "(*sync/atomic.Pointer[T]).CompareAndSwap": true,
	"(*sync.Pool).Put": true, "(*container/list.List).PushBack": true, "(*container/list.List).PushFront": true,
}

// windows lists functions outside the module whose result aliases their first argument.
var windows = map[string]bool{
	"bytes.Trim": true, "bytes.TrimSpace": true, "bytes.TrimLeft": true, "bytes.TrimRight": true, "bytes.TrimPrefix": true,
	"bytes.TrimSuffix": true, "bytes.TrimFunc": true, "bytes.Split": true, "bytes.SplitN": true, "bytes.Fields": true,
	"bytes.Cut": true, "bytes.CutPrefix": true, "bytes.CutSuffix": true, "bytes.NewReader": true, "bytes.NewBuffer": true,
	"slices.Clip": true, "slices.Compact": true, "slices.Delete": true, "slices.Values": true, "slices.All": true,
	"slices.Chunk": true,
}

// call propagates taint from v through a call.
func (f *flow) call(instr ssa.CallInstruction, v ssa.Value) {
	c := instr.Common()
	if _, ok := instr.(*ssa.Go); ok {
		if !waits(instr) {
			f.keep(instr, "in a goroutine")
		}
		return
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		f.builtin(b.Name(), instr, v)
		return
	}
	if c.IsInvoke() {
		return
	}
	for _, fn := range callees(c.Value) {
		for i, arg := range c.Args {
			if arg == v && takes(fn, c.Args) {
				f.argument(instr, fn, i)
			}
		}
	}
}

// takes reports whether args match the parameters of fn one by one; those of a method value lack the
// receiver.
func takes(fn *ssa.Function, args []ssa.Value) bool {
	n := fn.Signature.Params().Len()
	if fn.Signature.Recv() != nil {
		n++
	}
	return n == len(args)
}

// builtin propagates taint from v through append, copy and the functions of package unsafe.
func (f *flow) builtin(name string, instr ssa.CallInstruction, v ssa.Value) {
	args, result := instr.Common().Args, instr.Value()
	switch name {
	case "append":
		if args[0] == v || carriesWithin(elem(args[1].Type())) {
			f.taint(result)
		}
	case "copy":
		if args[1] == v && carriesWithin(elem(args[1].Type())) {
			f.store(args[0], instr)
		}
	case "Slice", "SliceData", "Add", "String", "StringData", "ssa:wrapnilchk":
		f.passIf(result, args[0] == v)
	}
}

// by precedes the name of the function that keeps the pointer.
const by = " by "

// argument propagates taint through a function that receives the pointer as argument i.
func (f *flow) argument(instr ssa.CallInstruction, fn *ssa.Function, i int) {
	args, result := instr.Common().Args, instr.Value()
	if fn.Parent() != nil {
		f.taint(fn.Params[i])
		return
	}
	esc := f.graph.escape(fn)
	if esc == nil {
		f.outside(instr, known(fn), i)
		return
	}
	if where, ok := esc.Kept[i]; ok {
		where, _, _ = strings.Cut(where, by)
		f.keep(instr, where+by+short(fn, f.graph.pass.Pkg))
	}
	for _, into := range esc.Into {
		if into[0] == i {
			f.store(args[into[1]], instr)
		}
	}
	if result != nil && slices.Contains(esc.Out, i) {
		f.pass(result)
	}
}

// outside propagates taint through a function of the standard library.
func (f *flow) outside(instr ssa.CallInstruction, name string, i int) {
	args, result := instr.Common().Args, instr.Value()
	if keepers[name] && i > 0 {
		f.store(args[0], instr)
	}
	if windows[name] && i == 0 && result != nil {
		f.pass(result)
	}
	if at, ok := starters[name]; ok && at == i && (name != "(*sync.WaitGroup).Go" || !waits(instr)) {
		f.keep(instr, "in a goroutine")
	}
}

// waits reports whether the hook may wait for the goroutine that an instruction starts: a Wait or a channel
// receive follows. Then the goroutine ends before the hook.
func waits(start ssa.Instruction) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var look func(b *ssa.BasicBlock, from int) bool
	look = func(b *ssa.BasicBlock, from int) bool {
		if slices.ContainsFunc(b.Instrs[from:], isWait) {
			return true
		}
		for _, next := range b.Succs {
			if !seen[next] {
				seen[next] = true
				if look(next, 0) {
					return true
				}
			}
		}
		return false
	}
	begin := start.Block()
	return look(begin, slices.Index(begin.Instrs, start)+1) || slices.ContainsFunc(start.Parent().Blocks, deferredWait)
}

func isWait(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return i.Op.String() == "<-"
	case *ssa.Call:
		return waiter(i.Common())
	}
	return false
}

func waiter(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	return fn != nil && known(fn) == "(*sync.WaitGroup).Wait"
}

func deferredWait(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(instr ssa.Instruction) bool {
		d, ok := instr.(*ssa.Defer)
		return ok && waiter(d.Common())
	})
}
