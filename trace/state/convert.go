package state

import (
	"math"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

const (
	cellNone   = tracepb.Cell_CELL_NONE
	cellInt    = tracepb.Cell_CELL_INT
	cellUint   = tracepb.Cell_CELL_UINT
	cellLong   = tracepb.Cell_CELL_LONG
	cellUlong  = tracepb.Cell_CELL_ULONG
	cellFloat  = tracepb.Cell_CELL_FLOAT
	cellDouble = tracepb.Cell_CELL_DOUBLE
)

// convert converts a number from one cell type to another.
func convert(bits uint64, from, to tracepb.Cell) uint64 {
	switch {
	case from == to || to == cellNone:
		return bits
	case (to == cellUint || to == cellUlong && from == cellInt) && from != cellFloat && from != cellDouble:
		return uint64(uint32(bits))
	case to == cellFloat || to == cellDouble || from == cellFloat || from == cellDouble:
		return fromFloat(toFloat(bits, from), to)
	}
	return bits
}

func toFloat(bits uint64, cell tracepb.Cell) float64 {
	switch cell {
	case cellFloat:
		return float64(math.Float32frombits(uint32(bits)))
	case cellDouble:
		return math.Float64frombits(bits)
	case cellInt:
		return float64(int32(bits))
	case cellLong:
		return float64(int64(bits))
	}
	return float64(bits)
}

func fromFloat(f float64, cell tracepb.Cell) uint64 {
	switch {
	case cell == cellFloat:
		return uint64(math.Float32bits(float32(f)))
	case cell == cellDouble:
		return math.Float64bits(f)
	case math.IsNaN(f):
		return 0
	case f < 0:
		return uint64(int64(max(f, math.MinInt64)))
	case f >= math.MaxUint32:
		return uint64(min(f, math.MaxInt64/2))
	}
	return uint64(math.Round(f))
}

// as converts the value to the cell type of a node.
func (v value) as(cell tracepb.Cell) value {
	if cell == cellNone || v.cell == cellNone || cell == v.cell {
		return v
	}
	out := value{have: v.have, cell: cell, one: convert(v.one, v.cell, cell)}
	if v.many != nil {
		out.many = make([]uint64, len(v.many))
		for i, bits := range v.many {
			out.many[i] = convert(bits, v.cell, cell)
		}
		out.one = 0
	}
	return out
}
