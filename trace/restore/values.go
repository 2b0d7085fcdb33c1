package restore

import (
	"math"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

const texture0 = 0x84C0

// value returns a value of a setter, and whether it is known.
func (r *restored) value(v ref, index uint64) (any, bool) {
	switch v.kind {
	case constant:
		return v.name, true
	case indexItself:
		return index, true
	case unitItself:
		return texture0 + index, true
	case single:
		index = noIndex
	}
	list := r.values[place{v.name.Value, index}]
	if v.element >= len(list) {
		return nil, false
	}
	return list[v.element], true
}

// isZero reports whether a value is 0 or unknown.
func isZero(v any) bool { return v == nil || Number(v) == 0 }

// Number returns the integer value of an argument; 0 for other values.
func Number(v any) uint64 {
	switch v := v.(type) {
	case uint64:
		return v
	case int:
		return uint64(v)
	case Enum:
		return v.Value
	case Address:
		return uint64(v)
	}
	return 0
}

// elements returns the data of an argument, at most 16 values.
func (x *Restorer) elements(c *file.Call, i int) (out []any, err error) {
	p, v := &c.Function.Params[i], c.Args[i]
	if !v.HasData() {
		return nil, nil
	}
	const most = 16
	data, err := x.file.Payload(v.Data.Payloads[:min(1, len(v.Data.Payloads))])
	size, cell := calltext.Element(p.Element)
	list := calltext.Cells(data[:min(len(data), most*size)], size, cell)
	for at, name := range x.formatter.Symbols(c, i, list) {
		out = append(out, x.element(name, list[at], cell))
	}
	return out, err
}

func (x *Restorer) element(name string, bits uint64, cell tracepb.Cell) any {
	switch {
	case name != "":
		return Enum{name, bits}
	case cell == tracepb.Cell_CELL_FLOAT:
		return math.Float32frombits(uint32(bits))
	case cell == tracepb.Cell_CELL_INT, cell == tracepb.Cell_CELL_LONG:
		return int(bits)
	}
	return bits
}

// keep adds the data of argument i to the values of a place.
func (x *Restorer) keep(r *restored, p place, c *file.Call, i int) error {
	list, err := x.elements(c, i)
	if err == nil && list != nil {
		r.values[p] = list
		x.remember(len(list))
	}
	return err
}
