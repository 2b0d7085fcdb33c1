package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// MaxCalls is the maximum number of calls of a batch. The buffers of a recorder hold fewer than half as many.
const MaxCalls = 1 << 20

// Further limits of a batch, so that a small malicious file cannot exhaust the memory.
const (
	maxCells    = 8 << 20
	maxCaptures = 4 << 20 // captures and payloads

	maxDefinitions = 1 << 20 // bytes; the definitions of all functions of EGL and OpenGL ES take less than half
)

// MaxUsed is the maximum number of functions of a batch: a call refers to its function by a byte.
const MaxUsed = 256

// Layout has the cell types of the parameters of a function, and of its result as the last element.
type Layout []tracepb.Cell

// LayoutOf returns the layout of a function.
func LayoutOf(f *tracepb.Function) Layout {
	l := make(Layout, 0, len(f.GetParameters())+1)
	for _, p := range f.GetParameters() {
		l = append(l, p.GetCell())
	}
	return append(l, f.GetResult().GetCell())
}

// IsValid reports whether the layout is valid: each parameter has a column, and there are at most 256 cells.
func (l Layout) IsValid() bool {
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

// ValidLayout returns the layout of a function that a recording defines. It fails if the definition is invalid.
// Readers and the compressor both use it, so they accept the same batches.
func ValidLayout(f *tracepb.Function) (Layout, error) {
	l := LayoutOf(f)
	if !l.IsValid() {
		return nil, fmt.Errorf("function %.99q: a parameter or the result has an invalid cell type", f.GetName())
	}
	hasNone := func(p *tracepb.Parameter) bool { return !isName(p.GetName()) }
	if !isName(f.GetName()) || hasNone(f.GetResult()) || slices.ContainsFunc(f.GetParameters(), hasNone) {
		return nil, fmt.Errorf("function %.99q: the function, a parameter or the result has an invalid name", f.GetName())
	}
	return l, nil
}

// isName reports whether text is valid as the name of a function or parameter: letters, digits, '_' and '.'.
// Names are printed without escaping.
func isName(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '.'
	}) < 0
}

// in returns the number of cells that are in the column.
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

// extend extends a value to 64 bits, with or without sign according to its cell type.
func extend(c tracepb.Cell, bits uint64) uint64 {
	switch c {
	case tracepb.Cell_CELL_INT:
		return uint64(int32(bits))
	case tracepb.Cell_CELL_UINT:
		return uint64(uint32(bits))
	}
	return bits
}

// Head has the fields that apply to all calls of a batch.
type Head struct {
	Thread     uint32
	Sequence   uint64
	First      uint64
	Dropped    uint64
	Uncaptured uint64
	Context    uint32
	Start      uint64
}

// Capture describes the data of one parameter.
type Capture struct {
	Param    int // index of the parameter; the result has the index len(parameters)
	Kind     tracepb.Capture
	Size     uint64
	Payloads []uint64
}

// Call is one call.
type Call struct {
	Function   uint32 // ID that the recorder assigned
	Layout     Layout
	Cells      []uint64 // as many as Layout has elements; 0 for those without a column
	Timed      bool
	Start, End uint64 // ticks
	Flags      tracepb.CallFlag
	Captures   []Capture
}
