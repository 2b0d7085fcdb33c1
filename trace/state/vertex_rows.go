package state

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
)

// VertexRow is a vertex of a draw.
type VertexRow struct {
	N      int64      `json:"n"`      // its number in the draw
	Index  int64      `json:"index"`  // number of its vectors, with the base vertex; -1 for a primitive restart
	Values [][]string `json:"values"` // of each array; empty if they are not known
}

// Len returns the number of vertices.
func (v *Vertices) Len() int64 {
	if v.indices != nil {
		return min(max(v.Part.Count, 0), int64(len(v.indices)/v.step))
	}
	return max(v.Part.Count, 0)
}

// index returns the number of the vectors of vertex n; restart reports whether it separates primitives.
func (v *Vertices) index(n int64) (i int64, restart bool) {
	if v.indices == nil {
		return v.Part.First + n, false
	}
	b := v.indices[n*int64(v.step):]
	var raw, all uint64
	switch v.step {
	case 1:
		raw, all = uint64(b[0]), math.MaxUint8
	case 2:
		raw, all = uint64(binary.LittleEndian.Uint16(b)), math.MaxUint16
	default:
		raw, all = uint64(binary.LittleEndian.Uint32(b)), math.MaxUint32
	}
	if v.Drawing.Restart && raw == all {
		return -1, true
	}
	return int64(raw) + v.Part.Base, false
}

// extent returns the least and the greatest number of a vertex.
func (v *Vertices) extent() (least, most int64) {
	if v.indices == nil {
		return v.Part.First, v.Part.First + max(v.Part.Count, 0) - 1
	}
	least, most = math.MaxInt64, -1
	for n := range v.Len() {
		if i, restart := v.index(n); !restart {
			least, most = min(least, i), max(most, i)
		}
	}
	return max(least, 0), most
}

// vectorNumber returns the number of the vector for a vertex of an instance.
func (a *vertexArray) vectorNumber(index, instance, firstInstance int64) int64 {
	if a.Divisor > 0 {
		return firstInstance + instance/a.Divisor
	}
	return index
}

// bytes returns the vector of a number, or nil if it is not known.
func (a *vertexArray) bytes(number int64) []byte {
	size := int64(VectorSize(a.kind, a.Size))
	if number -= a.first; size == 0 || number < 0 || a.stride < 0 || a.stride > 0 && number > int64(len(a.data))/a.stride {
		return nil
	}
	from := number * a.stride
	if from > int64(len(a.data))-size {
		return nil
	}
	return a.data[from : from+size]
}

// Rows returns vertices [from, to) of an instance.
func (v *Vertices) Rows(from, to, instance int64) ([]VertexRow, error) {
	rows := make([]VertexRow, 0, to-from)
	for n := from; n < min(to, v.Len()); n++ {
		if err := v.reader.ctx.Err(); err != nil {
			return nil, err
		}
		index, restart := v.index(n)
		row := VertexRow{N: n, Index: index, Values: [][]string{}}
		for i := range v.arrays {
			if restart {
				break
			}
			a := &v.arrays[i]
			values := []string{}
			if b := a.bytes(a.vectorNumber(index, instance, v.Part.Instance)); b != nil {
				for _, f := range a.vector(b) {
					values = append(values, calltext.Float(f, true))
				}
			}
			row.Values = append(row.Values, values)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Positions returns the first three values of an array for each of the first vertices, as 32-bit floats. A
// primitive restart, or a vertex that is not known, has NaN.
func (v *Vertices) Positions(array int, most, instance int64) ([]byte, error) {
	if array < 0 || array >= len(v.arrays) {
		return nil, fmt.Errorf("%w: it has no array %d", ErrNoVertices, array)
	}
	a, n := &v.arrays[array], min(v.Len(), most)
	out := make([]byte, 0, 12*n)
	for i := range n {
		if err := v.reader.ctx.Err(); err != nil {
			return nil, err
		}
		position := [3]float64{}
		index, restart := v.index(i)
		b := []byte(nil)
		if !restart {
			b = a.bytes(a.vectorNumber(index, instance, v.Part.Instance))
		}
		if b == nil {
			position = [3]float64{math.NaN(), math.NaN(), math.NaN()}
		} else {
			copy(position[:], a.vector(b))
		}
		for _, f := range position {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(f)))
		}
	}
	return out, nil
}
