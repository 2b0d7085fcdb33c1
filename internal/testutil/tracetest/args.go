package tracetest

import (
	"fmt"
	"math"
	"reflect"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Data is an argument that is a pointer, with the data that it points to.
type Data struct {
	Address uint64
	Capture tracepb.Capture
	Bytes   []byte
}

// Bytes returns a pointer to bytes, all of which were captured.
func Bytes(b []byte) Data {
	return Data{Address: 0x7f0000001000, Capture: tracepb.Capture_CAPTURE_DATA, Bytes: b}
}

// String returns a pointer to a zero-terminated string.
func String(s string) Data { return Bytes(append([]byte(s), 0)) }

// Null returns a null pointer.
func Null() Data { return Data{Capture: tracepb.Capture_CAPTURE_NULL} }

// Offset returns an offset into a buffer, for a parameter that can also be a pointer.
func Offset(n uint64) Data { return Data{Address: n, Capture: tracepb.Capture_CAPTURE_OFFSET} }

// Uncaptured returns a pointer whose data was not captured.
func Uncaptured(why tracepb.Capture) Data { return Data{Address: 0x7f0000002000, Capture: why} }

// Result is the last argument of a call with a result.
type Result struct{ Value any }

// Returns returns the Result with a value.
func Returns(v any) Result { return Result{v} }

// bits returns an argument as stored in its cell. A string is the name of an enum.
func bits(p *tracepb.Parameter, v any) uint64 {
	switch v := v.(type) {
	case Data:
		return v.Address
	case string:
		e, ok := registry.Builtin().Enum(v)
		if !ok {
			panic("tracetest: unknown enum " + v)
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
	panic(fmt.Sprintf("tracetest: %v is not a value of type %s", v, p.GetType()))
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
