package apitrace

import (
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// mostPadding is the maximum number of bytes before the first vector that a draw reads, and mostPaddings of all.
const (
	mostPadding  = 64 << 20
	mostPaddings = 64 << 30
)

// vertices writes a client array, which gltrace.VertexData has before each draw, as the definition of the
// attribute with the data in place of the pointer.
func (x *writer) vertices(c *file.Call) (bool, error) {
	data, _ := c.Arg("data")
	if !data.HasData() {
		return false, nil
	}
	vectors, err := x.vectors(c, data)
	if err != nil {
		return false, err
	}
	array := x.context(c.Context).bound[arrayBuffer]
	x.bindArrayBuffer(c, array, 0)
	index, size, stride := fakeArg{"index", c.Args[0].Uint()}, fakeArg{"size", int(c.Args[1].Int())}, fakeArg{"stride", int(c.Args[5].Int())}
	kind, pointer := fakeArg{"type", x.symbol(c, 2)}, fakeArg{"pointer", vectors}
	if c.Args[4].Uint() != 0 {
		x.fakeCall(c.Thread, "glVertexAttribIPointer", nil, index, size, kind, stride, pointer)
	} else {
		x.fakeCall(c.Thread, "glVertexAttribPointer", nil, index, size, kind, fakeArg{"normalized", x.symbol(c, 3)}, stride, pointer)
	}
	x.bindArrayBuffer(c, array, array)
	return false, nil
}

// bindArrayBuffer binds a buffer, unless the program's buffer is 0.
func (x *writer) bindArrayBuffer(c *file.Call, own, buffer uint64) {
	if own != 0 {
		x.fakeCall(c.Thread, "glBindBuffer", nil, fakeArg{"target", named{"GL_ARRAY_BUFFER", arrayBuffer}}, fakeArg{"buffer", buffer})
	}
}

// vectors returns the array from its first element. The recording has the vectors that the draw reads.
func (x *writer) vectors(c *file.Call, v file.Value) (blob, error) {
	data, err := x.file.Payload(v.Data.Payloads)
	if err != nil {
		return blob{}, err
	}
	stride, first := c.Args[5].Uint(), c.Args[6].Uint()
	if stride > mostPadding || first > mostPadding || stride*first > mostPadding || x.padding > mostPaddings {
		return blob{}, fmt.Errorf("call %d: a draw reads vector %d of a client array with a stride of %d bytes: the limit is %d bytes", c.Index, int64(first), int64(stride), mostPadding)
	}
	if start, ok := c.Arg("start"); ok {
		data = data[min(start.Uint(), uint64(len(data))):]
	}
	x.padding += stride * first
	return blob{stride * first, data}, nil
}
