package calltext

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// mostElements is the maximum number of elements of an array that are formatted, mostBytes the maximum number
// of bytes of a text or list that are read.
const (
	mostElements = 16
	mostBytes    = 4096
)

// Element returns the size in bytes and the cell type of the elements of captured data. For untyped data,
// size is 1 and cell is NONE.
func Element(ctype string) (size int, cell tracepb.Cell) {
	if e, ok := elements[strings.TrimPrefix(ctype, "const ")]; ok {
		return e.size, e.cell
	}
	if strings.HasSuffix(ctype, "*") {
		return 8, tracepb.Cell_CELL_ULONG
	}
	return 1, tracepb.Cell_CELL_NONE
}

// Opaque reports whether the elements of a parameter's data are handles or addresses, such as EGLConfig,
// GLsync, or void *, whose values have a meaning only within one run of the program. Most pointers that a
// program passes to the driver are offsets.
func Opaque(p *file.Param) bool {
	name := strings.TrimPrefix(p.Element, "const ")
	_, known := elements[name]
	pointers := p.Out && strings.HasSuffix(name, "*") && !IsText(name)
	return pointers || name == "GLsync" || strings.HasPrefix(name, "EGL") && !known && !numbers[name]
}

type element struct {
	size int
	cell tracepb.Cell
}

// elements maps the element types of arrays to their cell types.
var elements = map[string]element{
	"GLfloat": {4, cellFloat}, "GLclampf": {4, cellFloat}, "GLdouble": {8, cellDouble},
	"GLint": {4, cellInt}, "GLsizei": {4, cellInt}, "GLfixed": {4, cellInt}, "EGLint": {4, cellInt}, "GLclampx": {4, cellInt},
	"GLuint": {4, cellUint}, "GLenum": {4, cellUint}, "GLbitfield": {4, cellUint}, "EGLBoolean": {4, cellUint}, "EGLenum": {4, cellUint},
	"GLshort": {2, cellInt}, "GLushort": {2, cellUint}, "GLbyte": {1, cellInt}, "GLubyte": {1, cellUint}, "GLboolean": {1, cellUint},
	"GLint64": {8, tracepb.Cell_CELL_LONG}, "GLint64EXT": {8, tracepb.Cell_CELL_LONG}, "GLintptr": {8, tracepb.Cell_CELL_LONG}, "GLsizeiptr": {8, tracepb.Cell_CELL_LONG},
	"GLuint64": {8, tracepb.Cell_CELL_ULONG}, "GLuint64EXT": {8, tracepb.Cell_CELL_ULONG}, "EGLAttrib": {8, tracepb.Cell_CELL_LONG}, "EGLAttribKHR": {8, tracepb.Cell_CELL_LONG},
	"GLsync": {8, tracepb.Cell_CELL_ULONG},
}

// Cells splits data into elements and extends signed ones to 64 bits.
func Cells(data []byte, size int, cell tracepb.Cell) []uint64 {
	out := make([]uint64, 0, len(data)/size)
	for ; len(data) >= size; data = data[size:] {
		out = append(out, one(data, size, cell == cellInt))
	}
	return out
}

func one(data []byte, size int, signed bool) uint64 {
	switch size {
	case 1:
		if signed {
			return uint64(int64(int8(data[0])))
		}
		return uint64(data[0])
	case 2:
		v := binary.LittleEndian.Uint16(data)
		if signed {
			return uint64(int64(int16(v)))
		}
		return uint64(v)
	case 4:
		v := binary.LittleEndian.Uint32(data)
		if signed {
			return uint64(int64(int32(v)))
		}
		return uint64(v)
	}
	return binary.LittleEndian.Uint64(data)
}

// lacks has the text for pointers whose data was not captured.
var lacks = map[tracepb.Capture]string{
	tracepb.Capture_CAPTURE_OFF:     "not captured: disabled by an option of the recording",
	tracepb.Capture_CAPTURE_UNKNOWN: "not captured: size unknown",
	tracepb.Capture_CAPTURE_NO_ROOM: "not captured: buffers full",
	tracepb.Capture_CAPTURE_FAILED:  "no data: the call failed",
	tracepb.Capture_CAPTURE_LOST:    "lost: a part of the file is damaged",
}

// data formats the data behind a pointer.
func (w *Formatter) data(r Reading, p *file.Param, v file.Value) string {
	switch d := v.Data; {
	case d == nil && p.Missing && v.Bits != 0:
		return pointer(v.Bits) + " (not captured)"
	case d == nil && p.Data != "" && v.Bits != 0: // glVertexAttribPointer
		return pointer(v.Bits) + " (captured at each draw)"
	case d == nil:
		return pointer(v.Bits)
	case d.Capture == tracepb.Capture_CAPTURE_NULL:
		return "NULL"
	case d.Capture == tracepb.Capture_CAPTURE_OFFSET:
		return fmt.Sprintf("offset %d", v.Bits)
	case d.Capture == tracepb.Capture_CAPTURE_DATA:
		return w.contents(r, p, d)
	case d.Capture == tracepb.Capture_CAPTURE_UNKNOWN && len(d.Payloads) > 0:
		return w.contents(r, p, d) + " (" + lacks[d.Capture] + ")"
	default:
		why := lacks[d.Capture]
		if why == "" {
			why = "not captured"
		}
		return pointer(v.Bits) + " (" + why + ")"
	}
}

// contents formats data by the type of its elements.
func (w *Formatter) contents(r Reading, p *file.Param, d *file.Data) string {
	size, cell := Element(p.Element)
	text := HasText(p)
	if !text && cell == tracepb.Cell_CELL_NONE {
		return fmt.Sprintf("%d bytes", d.Size)
	}
	data, err := Prefix(w.payload, d, mostBytes)
	if err != nil {
		return fmt.Sprintf("%d bytes (not readable: %v)", d.Size, err)
	}
	if text {
		return w.text(data, d)
	}
	list := Cells(data, size, cell)
	if r.kind == attribKind && r.group != nil {
		return attribs(r.group, list)
	}
	return array(r, list, cell, int(d.Size)/size)
}

// HasText reports whether the parameter's data is text; that of glGetString has unsigned bytes.
func HasText(p *file.Param) bool {
	return IsText(p.Element) || p.Element == "GLubyte" && p.Name == ""
}

// IsText reports whether the elements are characters, or zero-terminated texts.
func IsText(element string) bool {
	base := strings.Trim(strings.TrimPrefix(element, "const "), " *")
	base = strings.TrimSuffix(base, " *const")
	return base == "char" || base == "GLchar"
}

func (w *Formatter) text(data []byte, d *file.Data) string {
	data = bytes.TrimRight(data, "\x00")
	if bytes.IndexByte(data, 0) >= 0 {
		return texts(bytes.Split(data, []byte{0}))
	}
	if len(data) >= mostBytes {
		return QuotePart(data, d.Size)
	}
	return Quote(data)
}

// texts formats several texts, of which the first are shown.
func texts(list [][]byte) string {
	var out []string
	for _, one := range list[:min(len(list), mostElements)] {
		out = append(out, Quote(one))
	}
	if len(list) > mostElements {
		out = append(out, fmt.Sprintf("... %d in all", len(list)))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// Payload returns the content of payloads.
type Payload func(ids []uint64) ([]byte, error)

// Prefix returns the beginning of captured data, from its first payload: formatted text never needs more. If
// payload is nil, it returns nil.
func Prefix(payload Payload, d *file.Data, most int) ([]byte, error) {
	if len(d.Payloads) == 0 || payload == nil {
		return nil, nil
	}
	data, err := payload(d.Payloads[:1])
	return data[:min(len(data), most)], err
}

// Text returns the beginning of captured data as text, up to the first zero, truncated if it is long.
func Text(payload Payload, d *file.Data, most int) (string, error) {
	data, err := Prefix(payload, d, most)
	text, _, _ := strings.Cut(string(data), "\x00")
	return text, err
}

func array(r Reading, list []uint64, cell tracepb.Cell, count int) string {
	var b strings.Builder
	b.WriteByte('[')
	for i, v := range list[:min(len(list), mostElements)] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(r.number(v, cell))
	}
	if count > mostElements {
		fmt.Fprintf(&b, ", ... %d in all", count)
	}
	return b.String() + "]"
}
