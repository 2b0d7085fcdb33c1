package apitrace

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/state"
)

// mostArrays is the maximum number of client arrays of a draw.
const mostArrays = 64

// vertexArray has what is known about the attributes of a vertex array, by index.
type vertexArray struct {
	formats  map[uint64]arrayFormat // of client arrays that are defined
	divisors map[uint64]uint64
}

// size returns the number of values that are kept.
func (a vertexArray) size() int { return len(a.formats) + len(a.divisors) }

// current returns the vertex array that is bound.
func (s *importContext) current() vertexArray {
	a, known := s.arrays[s.array]
	if !known {
		a = vertexArray{map[uint64]arrayFormat{}, map[uint64]uint64{}}
		s.arrays[s.array] = a
	}
	return a
}

// arrayFormat is how vectors are stored.
type arrayFormat struct {
	size, kind, normalized, stride uint64
	integer                        bool
}

// clientArray is a client array of the next draw.
type clientArray struct {
	index uint64
	arrayFormat
	vector   int // size of a vector in bytes
	bytes    int
	payloads []uint64
}

// isClientArray reports whether a call defines a client array: it has data in place of the pointer.
func isClientArray(c *events.Call) bool {
	switch c.Function.Name {
	case "glVertexAttribPointer", "glVertexAttribIPointer":
		return len(c.Args) > 0 && c.Args[len(c.Args)-1].Kind == events.Blob
	}
	return false
}

// definesArray keeps a client array until the next draw: gltrace.VertexData precedes the draw.
func (x *importer) definesArray(t *importThread, c *events.Call) bool {
	if !isClientArray(c) {
		return true
	}
	a := clientArray{index: c.Args[0].Bits}
	a.size, a.kind = c.Args[1].Bits, c.Args[2].Bits
	if a.integer = len(c.Args) == 5; !a.integer {
		a.normalized = c.Args[3].Bits
	}
	a.stride = c.Args[len(c.Args)-2].Bits
	const bgra = 0x80E1
	values := int64(a.size)
	if a.size == bgra {
		values = 4
	}
	a.vector = state.VectorSize(a.kind, values)
	data := c.Bytes(c.Args[len(c.Args)-1])
	a.bytes, a.payloads = len(data), append([]uint64(nil), x.data(data)...)
	x.ids = x.ids[:0]
	for i := range t.arrays {
		if t.arrays[i].index == a.index {
			t.arrays[i] = a
			return false
		}
	}
	if len(t.arrays) < mostArrays {
		t.arrays = append(t.arrays, a)
	}
	return false
}

// definedArray is called after an attribute got another definition.
func (x *importer) definedArray(t *importThread, c *events.Call) {
	if t.context != nil {
		delete(t.context.arrays[t.context.array].formats, c.Args[0].Bits)
	}
}

func (x *importer) setDivisor(t *importThread, c *events.Call) {
	if t.context != nil {
		of := t.context.current()
		before := of.size()
		of.divisors[c.Args[0].Bits] = c.Args[1].Bits
		x.remember(of.size() - before)
	}
}

// draws writes the client arrays of a draw. Those whose format is new are defined first, as the program did it.
func (x *importer) draws(t *importThread, c *events.Call) bool {
	if len(t.arrays) == 0 {
		return true
	}
	if t.context != nil {
		x.defineArrays(t)
		short := false
		for i := range t.arrays {
			short = x.vectors(t, &t.arrays[i], instancesOf(c)) || short
		}
		if short {
			x.result.Short++
		}
	}
	t.arrays = t.arrays[:0]
	return true
}

// defineArrays writes the definitions of client arrays whose format changed.
func (x *importer) defineArrays(t *importThread) {
	of, bound := t.context.current(), t.context.bound[arrayBuffer]
	unbound := bound == 0
	for _, a := range t.arrays {
		if old, known := of.formats[a.index]; known && old == a.arrayFormat {
			continue
		}
		before := of.size()
		of.formats[a.index] = a.arrayFormat
		x.remember(of.size() - before)
		if !unbound {
			unbound = true
			x.synthetic(t, "glBindBuffer", numbers(arrayBuffer, 0)...)
		}
		if a.integer {
			x.synthetic(t, "glVertexAttribIPointer", numbers(a.index, a.size, a.kind, a.stride, somewhere)...)
		} else {
			x.synthetic(t, "glVertexAttribPointer", numbers(a.index, a.size, a.kind, a.normalized, a.stride, somewhere)...)
		}
	}
	if unbound && bound != 0 {
		x.synthetic(t, "glBindBuffer", numbers(arrayBuffer, bound)...)
	}
}

// instancesOf returns the number of instances of a draw; 1 if it is not instanced, 0 if it is not known.
func instancesOf(c *events.Call) uint64 {
	if strings.Contains(c.Function.Name, "Indirect") {
		return 0
	}
	for i, name := range c.Function.Params {
		switch name {
		case "instancecount", "instanceCount", "primcount":
			return c.Args[i].Bits
		}
	}
	return 1
}

// vectors writes gltrace.VertexData. apitrace records an array from its first vector. It rounds the number of vectors with a divisor
// down: vectors reports whether the draw needs more, and then the recording lacks the data.
func (x *importer) vectors(t *importThread, a *clientArray, instances uint64) (short bool) {
	stride := int(int32(a.stride))
	if stride <= 0 {
		stride = a.vector
	}
	data := added{value: somewhere, captured: true, capture: tracepb.Capture_CAPTURE_UNKNOWN}
	count, divisor := 0, t.context.arrays[t.context.array].divisors[a.index]
	if a.vector > 0 && a.bytes >= a.vector {
		count = (a.bytes-a.vector)/stride + 1
	}
	if short = divisor > 0 && instances > 0 && (instances-1)/divisor >= uint64(count); count > 0 && !short {
		data.capture, data.size, data.payloads = tracepb.Capture_CAPTURE_DATA, uint64(a.bytes), a.payloads
	}
	integer := uint64(0)
	if a.integer {
		integer = 1
	}
	args := numbers(a.index, a.size, a.kind, a.normalized, integer, uint64(stride), 0, uint64(count), divisor, 0)
	x.synthetic(t, "gltrace.VertexData", append(args, data)...)
	return short
}

// deletedArrays forgets vertex arrays: new ones can have their names.
func (x *importer) deletedArrays(t *importThread, c *events.Call) {
	s := t.context
	if s == nil {
		return
	}
	for _, name := range c.Items(c.Args[1]) {
		if name.Bits == 0 { // the default one
			continue
		}
		x.remember(-s.arrays[name.Bits].size())
		delete(s.arrays, name.Bits)
		delete(s.elements, name.Bits)
		if s.array == name.Bits {
			s.array = 0
		}
	}
}

// attribute of a program, which apitrace binds before a link.
type boundAttribute struct {
	name     []byte
	location uint64
}

// bindsAttribute keeps a location that apitrace binds before a link.
func (x *importer) bindsAttribute(t *importThread, c *events.Call) bool {
	if !c.Fake {
		return true
	}
	program := c.Args[0].Bits
	if program != t.program {
		t.program, t.attributes = program, t.attributes[:0]
	}
	const most, longest = 256, 1024
	if name := c.Bytes(c.Args[2]); len(t.attributes) < most && len(name) <= longest {
		t.attributes = append(t.attributes, boundAttribute{append([]byte(nil), name...), c.Args[1].Bits})
	}
	return false
}

// linkedProgram writes the locations as the recorder queries them after a link.
func (x *importer) linkedProgram(t *importThread, c *events.Call) {
	if t.program != c.Args[0].Bits {
		return
	}
	for _, a := range t.attributes {
		x.synthetic(t, "glGetAttribLocation", number(t.program), x.dataOf(a.name), number(a.location))
	}
	t.program, t.attributes = 0, t.attributes[:0]
}
