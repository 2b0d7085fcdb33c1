package format

import (
	"errors"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// MaxCalls is how many calls a batch has at most. A recorder has no room for half as many.
const MaxCalls = 1 << 20

// What a batch has at most in all, so that few bytes that open to many cannot fill the memory.
const (
	maxCells    = 8 << 20
	maxCaptures = 4 << 20 // captures and payloads

	maxDefinitions = 1 << 20 // bytes; those of all functions there are take less than half
)

// MaxUsed is how many functions a batch has at most: a call names one by a byte.
const MaxUsed = 256

// Layout says how the parameters of a function stand in the columns, and as the last its result.
type Layout []tracepb.Cell

// LayoutOf is the layout of a function.
func LayoutOf(f *tracepb.Function) Layout {
	l := make(Layout, 0, len(f.GetParameters())+1)
	for _, p := range f.GetParameters() {
		l = append(l, p.GetCell())
	}
	return append(l, f.GetResult().GetCell())
}

// Good reports whether a layout is one: each parameter stands in a column, and there are not too many.
func (l Layout) Good() bool {
	const most = 256
	if len(l) == 0 || len(l) > most {
		return false
	}
	for i, c := range l {
		if !isInt(c) && !isFloat(c) && (i < len(l)-1 || c != tracepb.Cell_CELL_NONE) {
			return false
		}
	}
	return true
}

// Defined is the layout of a function as a recording defines it, or why nothing can be made of it. What
// reads recordings and what packs them ask here, and so take the same batches for sound.
func Defined(f *tracepb.Function) (Layout, error) {
	l := LayoutOf(f)
	if !l.Good() {
		return nil, errors.New("a parameter has no valid cell type")
	}
	hasNone := func(p *tracepb.Parameter) bool { return !isName(p.GetName()) }
	if !isName(f.GetName()) || hasNone(f.GetResult()) || slices.ContainsFunc(f.GetParameters(), hasNone) {
		return nil, errors.New("invalid name of a function or parameter")
	}
	return l, nil
}

// isName reports whether a text may be a name in C, or one of the recorder's own: it stands in lines and tables as it is.
func isName(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '.'
	}) < 0
}

// in counts the cells of a column.
func (l Layout) in(column func(tracepb.Cell) bool) (n int) {
	for _, c := range l {
		if column(c) {
			n++
		}
	}
	return n
}

func isFloat(c tracepb.Cell) bool { return c == tracepb.Cell_CELL_FLOAT }

func isInt(c tracepb.Cell) bool {
	return c >= tracepb.Cell_CELL_INT && c <= tracepb.Cell_CELL_DOUBLE && !isFloat(c)
}

// extend brings a number to 64 bits as its cell is.
func extend(c tracepb.Cell, bits uint64) uint64 {
	switch c {
	case tracepb.Cell_CELL_INT:
		return uint64(int32(bits))
	case tracepb.Cell_CELL_UINT:
		return uint64(uint32(bits))
	}
	return bits
}

// Head is what is said of all calls of a batch.
type Head struct {
	Thread     uint32
	Sequence   uint64
	First      uint64
	Dropped    uint64
	Uncaptured uint64
	Context    uint32
	Start      uint64
}

// Capture is what became of the data of one parameter.
type Capture struct {
	Param    int // the result has the number of parameters
	Kind     tracepb.Capture
	Size     uint64
	Payloads []uint64
}

// Call is one call.
type Call struct {
	Function   uint32 // the recorder's id
	Layout     Layout
	Cells      []uint64 // as many as Layout has, those without a column 0
	Timed      bool
	Start, End uint64 // ticks
	Flags      tracepb.CallFlag
	Captures   []Capture
}
