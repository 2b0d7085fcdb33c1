package vet

import (
	"fmt"
	"go/constant"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// patience bounds the states a walk looks at; a function with more gives no finding.
const patience = 20000

// walk goes every path from the beginning of a hook to its returns, as long as next is not called.
//
// It remembers how conditions came out, so that a path that asks twice gets one answer.
type walk struct {
	aliases map[ssa.Value]bool
	uses    map[ssa.Instruction]bool
	loops   map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool
	seen    map[string]bool
	missed  map[*ssa.Return]bool
}

// facts are values that are known on a path.
type facts map[ssa.Value]constant.Value

func (w *walk) tired() bool { return len(w.seen) > patience }

func (w *walk) block(b, from *ssa.BasicBlock, known facts) {
	known = w.enter(b, from, known)
	state := fmt.Sprint(b.Index, known.String())
	if w.seen[state] || w.tired() {
		return
	}
	w.seen[state] = true
	for _, instr := range b.Instrs {
		if w.uses[instr] {
			return
		}
		if c, ok := instr.(*ssa.Call); ok {
			if fn := c.Call.StaticCallee(); fn != nil && ends(fn) {
				return
			}
		}
	}
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		w.missed[last] = true
	case *ssa.If:
		w.branch(b, last.Cond, known)
	default:
		for _, next := range b.Succs {
			w.edge(b, next, known)
		}
	}
}

// branch goes the ways that a condition leaves.
func (w *walk) branch(b *ssa.BasicBlock, cond ssa.Value, known facts) {
	came := w.value(cond, known)
	for i, outcome := range []bool{true, false} {
		if came == nil || constant.BoolVal(came) == outcome {
			w.edge(b, b.Succs[i], known.with(cond, constant.MakeBool(outcome)))
		}
	}
}

// enter takes along what is known: nothing around a loop, and what the edge says of a value.
func (w *walk) enter(b, from *ssa.BasicBlock, known facts) facts {
	if from == nil {
		return known
	}
	out := maps.Clone(known)
	if b.Dominates(from) {
		clear(out)
		return out
	}
	for _, instr := range b.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		if v := w.value(phi.Edges[slices.Index(b.Preds, from)], known); v != nil {
			out[phi] = v
		}
	}
	return out
}

// value is what v is on a path, nil if that is open.
func (w *walk) value(v ssa.Value, known facts) constant.Value {
	if k, ok := known[v]; ok {
		return k
	}
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value
	case *ssa.UnOp:
		if x := w.value(v.X, known); v.Op == token.NOT && x != nil {
			return constant.MakeBool(!constant.BoolVal(x))
		}
	case *ssa.BinOp:
		return w.compare(v, known)
	}
	return nil
}

// compare knows that next is never nil, and how constants compare.
func (w *walk) compare(op *ssa.BinOp, known facts) constant.Value {
	if w.aliases[op.X] || w.aliases[op.Y] {
		return constant.MakeBool(op.Op == token.NEQ)
	}
	switch op.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		if x, y := w.value(op.X, known), w.value(op.Y, known); x != nil && y != nil {
			return constant.MakeBool(constant.Compare(x, op.Op, y))
		}
	}
	return nil
}

// with adds what a condition came out as, and what it negates.
func (f facts) with(cond ssa.Value, came constant.Value) facts {
	out := maps.Clone(f)
	for {
		out[cond] = came
		not, ok := cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			return out
		}
		cond, came = not.X, constant.MakeBool(!constant.BoolVal(came))
	}
}

func (f facts) String() string {
	var list []string
	for v, k := range f {
		list = append(list, fmt.Sprintf(" %s=%s", v.Name(), k.ExactString()))
	}
	slices.Sort(list)
	return strings.Join(list, "")
}
