package calltext

import (
	"fmt"
	"math"
	"strconv"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

const (
	cellInt    = tracepb.Cell_CELL_INT
	cellUint   = tracepb.Cell_CELL_UINT
	cellFloat  = tracepb.Cell_CELL_FLOAT
	cellDouble = tracepb.Cell_CELL_DOUBLE
)

// leastEnum is the least enum value without a name in its group: smaller values are numbers, such as 3 components.
const leastEnum = 0x100

// number writes one value.
func (r Reading) number(bits uint64, cell tracepb.Cell) string {
	if cell == cellFloat || cell == cellDouble {
		f := asFloat(bits, cell)
		whole := r.kind != plain && f == math.Trunc(f) && f >= 0 && f <= math.MaxUint32
		if !whole { // an enum may come as a float: glTexParameterf
			return Float(f, cell == cellFloat)
		}
		bits, cell = uint64(f), cellUint
	}
	low := bits
	if cell == cellInt {
		low = uint64(uint32(bits))
	}
	switch r.kind {
	case enumKind:
		if named := r.group != nil && r.group.names[low] != ""; r.strict && !named && (low < leastEnum || int32(low) < 0) {
			break
		}
		return enum(r.group, r.api, low)
	case bitsKind:
		if low == anyValue {
			return "EGL_DONT_CARE"
		}
		return bitsOf(r.group, low)
	case boolKind, eglBool:
		if low <= 1 {
			return boolean(r.kind, low)
		}
	case anyKind:
		if low == anyValue {
			return "EGL_DONT_CARE"
		}
	case hexKind:
		return hex(bits)
	case object:
		if cell == tracepb.Cell_CELL_ULONG { // a sync
			return pointer(bits)
		}
	case address:
		return pointer(bits)
	}
	return integer(bits, cell)
}

func asFloat(bits uint64, cell tracepb.Cell) float64 {
	if cell == cellFloat {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// Float has as many digits as tell the value from all others.
func Float(f float64, single bool) string {
	if single {
		return strconv.FormatFloat(f, 'g', -1, 32)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func integer(bits uint64, cell tracepb.Cell) string {
	switch cell {
	case cellInt:
		return strconv.FormatInt(int64(int32(bits)), 10)
	case tracepb.Cell_CELL_LONG:
		return strconv.FormatInt(int64(bits), 10)
	case cellUint:
		return strconv.FormatUint(uint64(uint32(bits)), 10)
	}
	return strconv.FormatUint(bits, 10)
}

func boolean(k kind, value uint64) string {
	api := "GL"
	if k == eglBool {
		api = "EGL"
	}
	return api + map[uint64]string{0: "_FALSE", 1: "_TRUE"}[value]
}

func pointer(bits uint64) string {
	if bits == 0 {
		return "NULL"
	}
	return fmt.Sprintf("0x%x", bits)
}
