package diff

import (
	"math"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// verdict is the result of comparing a value.
type verdict uint8

const (
	equal verdict = iota
	sameObject
	skipped
	lacking // a recording lacks the data
	different
)

// calls is a call of A and the call of B that it is compared with.
type calls struct {
	*function
	lane           *lane
	context, share uint32   // of A
	cellsA, cellsB []uint64 // parameters, then the result
	a, b           *file.Call
}

// compareCalls compares the values of two calls of a function.
func (c *comparison) compareCalls(l *lane, sa *file.Span, ia int, sb *file.Span, ib int) {
	f := c.functionOf(pairOfFunctions{sa.Function(ia), sb.Function(ib)})
	if !f.same {
		c.differs(l, KindCalls, "", func(d *Difference) { d.TextA, d.TextB = c.a.text.Line(sa.Call(ia)), c.b.text.Line(sb.Call(ib)) })
		return
	}
	p := calls{function: f, lane: l, context: sa.Context, share: c.shares[sa.Context], cellsA: sa.Cells(ia), cellsB: sb.Cells(ib)}
	if f.plain && slices.Equal(p.cellsA, p.cellsB) {
		if f.answers {
			c.report.Answers.Exact++
		}
		return
	}
	if captured := tracepb.CallFlag_FLAG_CAPTURES; (sa.Flags(ia)|sb.Flags(ib))&captured != 0 {
		p.a, p.b = sa.Call(ia), sb.Call(ib)
	}
	for i := range f.params {
		v, element := c.compareValue(&p, &f.params[i])
		if v == different && (!c.counted(l.frame) || f.params[i].Out && p.a != nil && c.areUndefined(l, &p, &f.params[i], sa.First+ia, sb.First+ib)) {
			v = skipped
		}
		c.report.Answers.add(v, &f.params[i], p.a)
		if v == lacking && !f.params[i].answer {
			c.report.Lacking++
		}
		if v == different {
			if p.a == nil {
				p.a, p.b = sa.Call(ia), sb.Call(ib)
			}
			c.differsAt(l, &f.params[i], p.a, p.b, element)
		}
	}
	c.applyEffects(&p)
}

// add counts an answer.
func (n *Answers) add(v verdict, p *param, a *file.Call) {
	isResult := a == nil || p.at == len(a.Args)
	if !p.answer || !isResult && captureOf(value(a, p.at)) == tracepb.Capture_CAPTURE_NULL {
		return
	}
	switch v {
	case equal:
		n.Exact++
	case sameObject:
		n.Relation++
	case skipped:
		n.Ignored++
	case lacking:
		n.NotCaptured++
	case different:
		n.Different++
	}
}

// value returns an argument, or the result.
func value(call *file.Call, at int) file.Value {
	if at == len(call.Args) {
		return call.Result
	}
	return call.Args[at]
}

// compareValue compares a parameter or the result. If data differs, it returns the first element that does, else -1.
func (c *comparison) compareValue(p *calls, in *param) (verdict, int) {
	r := c.ruleOf(p.function, in, p.context, p.cellsA)
	if r.how == ignored {
		return skipped, -1
	}
	if p.a != nil && (value(p.a, in.at).Data != nil || value(p.b, in.at).Data != nil) {
		return c.compareData(p, in, r)
	}
	if in.address {
		r = rule{how: nullness}
	}
	return c.compareBits(p, in, r, p.cellsA[in.at], p.cellsB[in.at], in.Cell), -1
}

// compareBits compares two numbers.
func (c *comparison) compareBits(p *calls, in *param, r rule, a, b uint64, cell tracepb.Cell) verdict {
	same := a == b
	switch r.how {
	case related:
		key := relationKey{r.class, p.owner(r.class)}
		if same = false; in.answer && p.makes {
			same = c.relations.define(key, a, b)
		} else {
			same = c.relations.matches(key, a, b)
		}
		if same {
			return sameObject
		}
	case nullness:
		if (a == 0) == (b == 0) {
			return sameObject
		}
	default:
		if same || c.o.Mode == Tolerant && isClose(a, b, cell) {
			return equal
		}
	}
	return different
}

// owner returns the number of the context or share group in which names of a class are unique.
func (p *calls) owner(class string) uint32 {
	switch scopeOf(class) {
	case inContext:
		return p.context
	case shareGroup:
		return p.share
	}
	return 0
}

// tolerance is the relative error of floating-point answers of different drivers, and the absolute error near 0.
const tolerance = 1.0 / 1024

// isClose reports whether two floating-point numbers are equal within the tolerance.
func isClose(a, b uint64, cell tracepb.Cell) bool {
	x, y := float64(math.Float32frombits(uint32(a))), float64(math.Float32frombits(uint32(b)))
	switch cell {
	case tracepb.Cell_CELL_FLOAT:
	case tracepb.Cell_CELL_DOUBLE:
		x, y = math.Float64frombits(a), math.Float64frombits(b)
	default:
		return false
	}
	return areClose(x, y)
}

// areClose reports whether two numbers are equal within the tolerance. Infinity is only equal to itself.
func areClose(x, y float64) bool {
	if math.IsInf(x, 0) || math.IsInf(y, 0) {
		return x == y
	}
	return math.Abs(x-y) <= tolerance*max(1, math.Abs(x), math.Abs(y)) || math.IsNaN(x) && math.IsNaN(y)
}

// applyEffects applies what calls do to names: deleted objects, and targets of queries.
func (c *comparison) applyEffects(p *calls) {
	if p.query >= 0 {
		if len(c.targets) == mostNames {
			clear(c.targets)
		}
		c.targets[objectKey{p.context, p.cellsA[p.query]}] = uint64(uint32(p.cellsA[1-p.query]))
	}
	if p.binds {
		c.bindFramebuffer(p.context, p.cellsA[0], p.cellsA[1])
	}
	if p.current {
		p.lane.makeCurrent(p.cellsA)
	}
	if p.deletes < 0 {
		return
	}
	in := &p.params[p.deletes]
	key := relationKey{in.class(), p.owner(in.class())}
	if p.a == nil || value(p.a, in.at).Data == nil {
		c.relations.remove(key, p.cellsA[in.at])
		return
	}
	for _, name := range c.a.elements(in, value(p.a, in.at).Data) {
		c.relations.remove(key, name)
	}
}
