package record

import (
	"github.com/gleslayergen/gleslayergen/gen/csyntax"
)

// Cell is a value of a call in a record.
type Cell struct {
	kind  cellKind
	At    int          // where it begins in the record, in units of 4 bytes
	Wide  bool         // it has two units
	Value csyntax.Expr // the bits
}

// cellKind is how a record stores a value: the number of Cell in gltrace.proto, its letter in a layout, and its
// size in units of 4 bytes.
type cellKind struct {
	number uint64
	letter string
	units  int
}

var (
	cellInt    = cellKind{1, "i", 1}
	cellUint   = cellKind{2, "u", 1}
	cellLong   = cellKind{3, "l", 2}
	cellUlong  = cellKind{4, "q", 2}
	cellFloat  = cellKind{5, "f", 1}
	cellDouble = cellKind{6, "d", 2}
)

// cellKinds gives each class its cell. A value as wide as a pointer takes 8 bytes on every ABI, so that traces of
// all ABIs have the same layout.
var cellKinds = map[string]cellKind{
	"i8": cellInt, "i16": cellInt, "i32": cellInt,
	"u8": cellUint, "u16": cellUint, "u32": cellUint,
	"i64": cellLong, "isize": cellLong,
	"u64": cellUlong, classUsize: cellUlong, classPointer: cellUlong, classPointers: cellUlong,
	"f32": cellFloat, "f64": cellDouble,
}

// cellsOf returns the cells of a command's parameters, then of its result.
func cellsOf(c *Command) (cells []Cell, layout string, units int) {
	add := func(v Value, name csyntax.Expr) {
		kind := cellKinds[v.Class]
		cells = append(cells, Cell{kind, units, kind.units > 1, cellValue(kind, v, name)})
		layout, units = layout+kind.letter, units+kind.units
	}
	for _, v := range c.Params {
		add(v, csyntax.Expr(v.Name))
	}
	if !c.void() {
		add(c.Result, "ret_")
	}
	return cells, layout, units
}

// cellValue returns the bits of a value as a C expression.
func cellValue(kind cellKind, v Value, name csyntax.Expr) csyntax.Expr {
	switch {
	case kind == cellFloat:
		return csyntax.Call("trace_float", name)
	case kind.units == 1:
		return csyntax.Cast("uint32_t", name)
	case kind == cellDouble:
		return csyntax.Call("trace_double", name)
	case kind == cellLong:
		return csyntax.Cast("uint64_t", csyntax.Cast("int64_t", name))
	case v.Class == "u64":
		return name
	}
	return csyntax.Cast("uintptr_t", name)
}
