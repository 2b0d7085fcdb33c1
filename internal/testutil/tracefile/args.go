package tracefile

import (
	"fmt"
	"math"
	"reflect"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Data is an argument: a pointer, and what it leads to.
type Data struct {
	Address uint64
	Capture tracepb.Capture
	Bytes   []byte
}

// Bytes is a pointer to some bytes, all of which were captured.
func Bytes(b []byte) Data {
	return Data{Address: 0x7f0000001000, Capture: tracepb.Capture_CAPTURE_DATA, Bytes: b}
}

// String is a pointer to a string with its end.
func String(s string) Data { return Bytes(append([]byte(s), 0)) }

// Null is a null pointer.
func Null() Data { return Data{Capture: tracepb.Capture_CAPTURE_NULL} }

// Offset is an offset into a buffer where a pointer could stand.
func Offset(n uint64) Data { return Data{Address: n, Capture: tracepb.Capture_CAPTURE_OFFSET} }

// Uncaptured is a pointer whose data was not captured.
func Uncaptured(why tracepb.Capture) Data { return Data{Address: 0x7f0000002000, Capture: why} }

// Result is the last argument where a call has a result.
type Result struct{ Value any }

// Returns gives a call its result.
func Returns(v any) Result { return Result{v} }

// bits is an argument as it stands in its cell. A string is the name of an enum.
func bits(p *tracepb.Parameter, v any) uint64 {
	switch v := v.(type) {
	case Data:
		return v.Address
	case string:
		e, ok := registry.Builtin().Enum(v)
		if !ok {
			panic("tracefile: there is no enum " + v)
		}
		return e.Value
	case bool:
		if v {
			return 1
		}
		return 0
	}
	r := reflect.ValueOf(v)
	switch {
	case p.GetCell() == tracepb.Cell_CELL_FLOAT:
		return uint64(math.Float32bits(float32(number(r))))
	case p.GetCell() == tracepb.Cell_CELL_DOUBLE:
		return math.Float64bits(number(r))
	case r.CanInt():
		return uint64(r.Int())
	case r.CanUint():
		return r.Uint()
	}
	panic(fmt.Sprintf("tracefile: %v is no %s", v, p.GetType()))
}

func number(v reflect.Value) float64 {
	switch {
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	}
	return v.Float()
}
