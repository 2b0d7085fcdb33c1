package replay

import "github.com/gleslayergen/gleslayergen/trace/file"

// maxArrays is the maximum number of client arrays of a draw; drivers have 16 to 32.
const maxArrays = 64

// keepArray keeps a client array until the draw that reads it.
func (x *writer) keepArray(c *file.Call) {
	if list := x.arrays[c.Thread]; len(list) < maxArrays {
		x.arrays[c.Thread] = append(list, c)
	}
}

// vertices writes the client arrays of a draw.
func (x *writer) vertices(draw *file.Call) {
	for _, c := range x.arrays[draw.Thread] {
		x.begin(OpVertices, c)
		for _, name := range []string{"index", "size", "type", "normalized", "integer", "stride", "first", "count", "start"} {
			v, _ := c.Arg(name)
			x.op.number(v.Bits)
		}
		x.payload(c)
	}
}

// mapped writes what the program wrote to a mapped buffer.
func (x *writer) mapped(c *file.Call) {
	x.begin(OpMapped, c)
	x.name(c, "buffer", c.Args[1].Bits)
	x.op.number(c.Args[2].Bits)
	x.payloadBy(c, x.once.Payloads)
}
