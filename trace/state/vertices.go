package state

import (
	"context"
	"errors"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// ErrNoVertices is the error for a call whose vertices are not known.
var ErrNoVertices = errors.New("the vertices of this call are not known")

// Vertices reads the inputs of one draw.
type Vertices struct {
	Drawing *Drawing
	Part    Part
	reader  *reader
	scope   *scope
	indices []byte // nil for a draw without indices
	step    int    // size of an index
	arrays  []vertexArray

	Partial bool // parts of the arrays were not captured; they are 0
}

// vertexArray has the vectors of an attribute that the draw reads.
type vertexArray struct {
	*VertexAttribute
	data   []byte
	first  int64 // number of the first vector in data
	stride int64
}

// Vertices returns the inputs of a draw of a call.
func (s *State) Vertices(ctx context.Context, call, part int) (*Vertices, error) {
	d, err := s.Drawing(ctx, call)
	if err != nil {
		return nil, err
	}
	if part >= len(d.Parts) {
		why := ErrNoVertices
		if d.Unknown != "" {
			why = fmt.Errorf("%w: %s", why, d.Unknown)
		}
		return nil, why
	}
	in, err := s.scope(ctx, call)
	if err != nil {
		return nil, err
	}
	v := &Vertices{Drawing: d, Part: d.Parts[part], reader: s.reader(ctx), scope: in}
	if err := v.readIndices(); err != nil {
		return nil, err
	}
	client, err := s.clientArrays(call)
	if err != nil {
		return nil, err
	}
	for i := range d.Attributes {
		if a := &d.Attributes[i]; a.Array {
			v.arrays = append(v.arrays, v.array(a, client))
		}
	}
	return v, nil
}

// readIndices reads the indices of the draw.
func (v *Vertices) readIndices() error {
	if v.Drawing.IndexType == "" {
		return nil
	}
	v.step = indexSize(v.scope.elements(v.reader).kind)
	size := uint64(min(max(v.Part.Count, 0), mostContents)) * uint64(v.step)
	var err error
	switch {
	case v.step == 0:
		err = errors.New("the indices have an invalid type")
	case v.Drawing.Indices != nil:
		v.indices, err = v.scope.part(v.reader, v.Drawing.Indices.Number, v.Part.Offset, size)
	case captured(v.Part.client):
		v.indices, err = v.reader.load(v.Part.client)
	default:
		err = errors.New("the indices were not captured")
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoVertices, err)
	}
	if v.indices == nil {
		v.indices = []byte{} // nil means a draw without indices
	}
	return nil
}

func (v *Vertices) array(a *VertexAttribute, client map[int64]*file.Call) vertexArray {
	if a.Buffer != nil {
		return v.bufferArray(a)
	}
	out := vertexArray{VertexAttribute: a}
	c := client[a.Location]
	if c == nil || !captured(c.Args[len(c.Args)-1].Data) {
		return out
	}
	// index, size, type, normalized, integer, stride, first, count, divisor, start, data
	data, err := v.reader.load(c.Args[len(c.Args)-1].Data)
	if err != nil {
		return out
	}
	if start := c.Args[9].Uint(); len(c.Args) == 11 {
		data = data[min(start, uint64(len(data))):]
	}
	out.data, out.stride, out.first = data, c.Args[5].Int(), c.Args[6].Int()
	return out
}

// bufferArray reads the vectors from the first to the last that the draw refers to.
func (v *Vertices) bufferArray(a *VertexAttribute) vertexArray {
	least, most := v.extent()
	if a.Divisor > 0 {
		least = v.Part.Instance
		most = least + (max(v.Part.Instances, 1)-1)/a.Divisor
	}
	out := vertexArray{VertexAttribute: a, first: least, stride: a.Stride}
	buffer := v.scope.find("buffer", a.Buffer.Number)
	c, size := buffer.at(word("contents")), buffer.whole("size")
	from := a.Offset + least*a.Stride
	if c == nil || c.pieces == nil || most < least || least < 0 || from < 0 || from >= size || a.Stride < 0 {
		return out
	}
	need := size - from // at most the rest of the buffer
	if vectors := most - least; a.Stride == 0 || vectors < need/a.Stride {
		need = min(need, vectors*a.Stride+int64(VectorSize(a.kind, a.Size)))
	}
	v.reader.lacks = false
	data, err := v.reader.read(c.pieces, uint64(from), uint64(need))
	if err != nil {
		return out
	}
	out.data, v.Partial = data, v.Partial || v.reader.lacks
	return out
}

// mostBefore is the maximum number of calls between a draw and the recorder's calls with its arrays.
const mostBefore = 4096

// clientArrays returns the recorder's calls with the arrays in memory, which precede a draw, by location.
func (s *State) clientArrays(call int) (map[int64]*file.Call, error) {
	out := map[int64]*file.Call{}
	draw, err := s.file.Call(call)
	if err != nil {
		return nil, err
	}
	for at := call - 1; at >= max(0, call-mostBefore); at-- {
		c, err := s.file.Call(at)
		if err != nil {
			return nil, err
		}
		if c.Thread != draw.Thread {
			continue
		}
		if !c.Function.IsOwn() {
			break
		}
		if c.Function.Name == "gltrace.VertexData" && len(c.Args) >= 10 {
			if _, have := out[c.Args[0].Int()]; !have {
				out[c.Args[0].Int()] = c
			}
		}
	}
	return out, nil
}
