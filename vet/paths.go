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

// maxStates bounds the number of states that a walk visits; a function with more gets no finding.
const maxStates = 20000

// walk visits every path from the start of a hook to its returns, until next is called.
//
// It records the outcome of conditions, so that a path that tests a condition twice gets the same outcome.
type walk struct {
	aliases map[ssa.Value]bool
	uses    map[ssa.Instruction]bool
	loops   map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool
	seen    map[string]bool
	missed  map[*ssa.Return]bool
}

// facts holds the values that are known on a path.
type facts map[ssa.Value]constant.Value

func (w *walk) tired() bool { return len(w.seen) > maxStates }

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

// branch follows the outcomes that a condition can have.
func (w *walk) branch(b *ssa.BasicBlock, cond ssa.Value, known facts) {
	came := w.value(cond, known)
	for i, outcome := range []bool{true, false} {
		if came == nil || constant.BoolVal(came) == outcome {
			w.edge(b, b.Succs[i], known.with(cond, constant.MakeBool(outcome)))
		}
	}
}

// enter continues in a block with the known facts: none about a loop, plus what the edge implies.
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

// value returns the constant value of v on a path, or nil if unknown.
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

// compare evaluates a comparison: next is never nil, and constants compare as usual.
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

// with adds the outcome of a condition and of what it negates.
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
