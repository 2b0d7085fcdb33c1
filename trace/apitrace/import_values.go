package apitrace

import (
	"encoding/binary"
	"math"
	"path"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// somewhere is the address of data: a trace has either the data or the address.
const somewhere = 0x1000

// pointerKind is what a pointer without data can be.
type pointerKind struct {
	offset bool   // an offset into a buffer
	buffer uint64 // the target of the buffer, if the pointer is an address while none is bound; 0 if it is always an offset
}

// pointerKinds has the pointers that can be offsets, as patterns of FUNCTION.PARAMETER.
var pointerKinds = []struct {
	pattern string
	buffer  uint64
}{
	{"glVertexAttrib*Pointer.pointer", 0}, {"gl*Draw*Elements*.indices", 0}, {"gl*Draw*Indirect*.indirect", 0},
	{"gl*Tex*Image*.pixels", unpackBuffer}, {"glCompressedTex*Image*.data", unpackBuffer},
	{"glRead*Pixels*.pixels", packBuffer}, {"glRead*Pixels*.data", packBuffer},
}

func pointerKindOf(function, param string) pointerKind {
	for _, k := range pointerKinds {
		if ok, _ := path.Match(k.pattern, function+"."+param); ok {
			return pointerKind{true, k.buffer}
		}
	}
	return pointerKind{}
}

// wholeArrays are the outputs of which apitrace records the whole array of the program, with its previous contents, as patterns of
// FUNCTION.PARAMETER. A recording has only what the driver wrote, so they are left out.
var wholeArrays = []string{"glGetnUniform*.params", "glGetProgramResourceiv.params", "glGetShaderPrecisionFormat.precision", "glGetDebugMessageLog*.*"}

func isWholeArray(function, param string) bool {
	return slices.ContainsFunc(wholeArrays, func(pattern string) bool {
		ok, _ := path.Match(pattern, function+"."+param)
		return ok
	})
}

// madeCall is the converted call.
type madeCall struct {
	format.Call
	data []byte // of the argument that is being converted
}

func (m *madeCall) begin(p *importPlan) {
	m.Function, m.Layout, m.Flags = p.id, p.layout, 0
	if cap(m.Cells) < len(p.layout) {
		m.Cells = make([]uint64, len(p.layout))
	}
	m.Cells, m.Captures = m.Cells[:len(p.layout)], m.Captures[:0]
	clear(m.Cells)
}

func (m *madeCall) capture(c format.Capture) {
	m.Flags |= tracepb.CallFlag_FLAG_CAPTURES
	m.Captures = append(m.Captures, c)
}

// convert converts a call of the trace.
func (x *importer) convert(t *importThread, c *events.Call, p *importPlan) {
	x.made.begin(p)
	for i := range p.params {
		q := &p.params[i]
		if q.form == scalarForm {
			x.made.Cells[i] = cellOf(q.cell, c.Args[i])
		} else {
			x.pointer(t, c, p, i, q, c.Args[i])
		}
	}
	switch q := p.result; {
	case q == nil:
	case q.form == scalarForm:
		x.made.Cells[len(p.params)] = cellOf(q.cell, c.Result)
	default:
		x.pointer(t, c, p, len(p.params), q, c.Result)
	}
}

// emit writes the converted call.
func (x *importer) emit(t *importThread, p *importPlan) {
	x.write(&t.importLane, t.context.numberOf(), p, &x.made.Call)
	x.ids = x.ids[:0]
}

// cellOf returns the bits of a number.
func cellOf(cell tracepb.Cell, v events.Value) uint64 {
	switch cell {
	case tracepb.Cell_CELL_FLOAT:
		if v.Kind == events.Float {
			return v.Bits
		}
		return uint64(math.Float32bits(float32(real64(v))))
	case tracepb.Cell_CELL_DOUBLE:
		return math.Float64bits(real64(v))
	}
	return integer(v)
}

// real64 returns the value of a number.
func real64(v events.Value) float64 {
	switch v.Kind {
	case events.Float:
		return float64(math.Float32frombits(uint32(v.Bits)))
	case events.Double:
		return math.Float64frombits(v.Bits)
	}
	return float64(int64(v.Bits))
}

// integer returns the bits of an integer, a handle or an address.
func integer(v events.Value) uint64 {
	if v.Kind == events.Float || v.Kind == events.Double {
		return uint64(int64(real64(v)))
	}
	return v.Bits
}

// pointer converts a pointer to data.
func (x *importer) pointer(t *importThread, c *events.Call, p *importPlan, i int, q *importParam, v events.Value) {
	one := format.Capture{Param: i, Kind: x.captureOf(t, c, q, v)}
	switch one.Kind {
	case tracepb.Capture_CAPTURE_DATA:
		data, ok := x.bytes(t, c, p, q, v)
		if !ok {
			one.Kind = tracepb.Capture_CAPTURE_UNKNOWN
			break
		}
		one.Size, one.Payloads = uint64(len(data)), x.data(data)
		x.made.Cells[i] = somewhere
	case tracepb.Capture_CAPTURE_OFFSET:
		x.made.Cells[i] = v.Bits
	case tracepb.Capture_CAPTURE_NULL:
	default:
		x.made.Cells[i] = v.Bits
		if v.Kind != events.Address {
			x.made.Cells[i] = somewhere
		}
	}
	x.made.capture(one)
}

// captureOf returns what is known about a pointer.
func (x *importer) captureOf(t *importThread, c *events.Call, q *importParam, v events.Value) tracepb.Capture {
	switch v.Kind {
	case events.Text, events.Blob, events.List:
		if q.whole {
			return tracepb.Capture_CAPTURE_OFF
		}
		if v.Kind == events.List && len(c.Items(v)) == 0 && !q.out { // apitrace has an empty list if there is none
			return tracepb.Capture_CAPTURE_NULL
		}
		return tracepb.Capture_CAPTURE_DATA
	case events.Null, events.Address, events.Number:
		if q.offset.offset && (q.offset.buffer == 0 || t.context.isBound(q.offset.buffer)) {
			return tracepb.Capture_CAPTURE_OFFSET
		}
		if v.Bits == 0 {
			return tracepb.Capture_CAPTURE_NULL
		}
	}
	if q.out {
		return tracepb.Capture_CAPTURE_OFF // apitrace does not record it
	}
	return tracepb.Capture_CAPTURE_UNKNOWN
}

// bytes returns the data of a pointer as a recording has it, and whether it is known.
func (x *importer) bytes(t *importThread, c *events.Call, p *importPlan, q *importParam, v events.Value) ([]byte, bool) {
	x.made.data = x.made.data[:0]
	switch {
	case v.Kind == events.List && q.form == importTexts:
		for _, one := range c.Items(v) {
			x.made.data = append(append(x.made.data, c.Bytes(one)...), 0)
		}
	case v.Kind == events.List:
		if q.form == importBytes || q.form == importPixels {
			return nil, false
		}
		for _, one := range c.Items(v) {
			x.made.data = appendElement(x.made.data, q, one)
		}
	case q.form == importPixels:
		return x.pixels(t, c, p, c.Bytes(v))
	default:
		return c.Bytes(v), true
	}
	return x.made.data, true
}

// appendElement appends an element of an array.
func appendElement(b []byte, q *importParam, v events.Value) []byte {
	bits := cellOf(q.cell, v)
	switch q.size {
	case 1:
		return append(b, byte(bits))
	case 2:
		return binary.LittleEndian.AppendUint16(b, uint16(bits))
	case 4:
		return binary.LittleEndian.AppendUint32(b, uint32(bits))
	}
	return binary.LittleEndian.AppendUint64(b, bits)
}

// added is an argument of a call that the import adds: a number, or data.
type added struct {
	value    uint64
	captured bool
	capture  tracepb.Capture
	size     uint64
	payloads []uint64
}

func number(v uint64) added { return added{value: v} }

// numbers returns arguments without data.
func numbers(list ...uint64) []added {
	out := make([]added, len(list))
	for i, v := range list {
		out[i] = number(v)
	}
	return out
}

// dataOf returns an argument with data.
func (x *importer) dataOf(b []byte) added {
	return added{value: somewhere, captured: true, capture: tracepb.Capture_CAPTURE_DATA, size: uint64(len(b)), payloads: x.data(b)}
}

// addCall writes a call that is not one of the program. The result is the last argument.
func (x *importer) addCall(t *importThread, name string, flags tracepb.CallFlag, args []added) {
	p, err := x.planOf(name)
	if err != nil {
		x.fail(err)
		return
	}
	if p.definition == nil {
		return
	}
	x.made.begin(p)
	x.made.Flags = flags
	for i, a := range args {
		x.made.Cells[i] = a.value
		if a.captured {
			x.made.capture(format.Capture{Param: i, Kind: a.capture, Size: a.size, Payloads: a.payloads})
		}
	}
	x.emit(t, p)
}

// synthetic writes a call as the recorder adds it.
func (x *importer) synthetic(t *importThread, name string, args ...added) {
	x.addCall(t, name, tracepb.CallFlag_FLAG_SYNTHETIC, args)
}
