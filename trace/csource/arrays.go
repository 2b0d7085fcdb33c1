package csource

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

const (
	mostElements = 64      // of an array in the program; longer ones are in files
	mostLiteral  = 1 << 20 // bytes of a text in the program
)

// array returns the data of an argument: an array, a text, or the content of a file.
func (c *invocation) array(i int) (string, error) {
	p := &c.Params[i]
	data, ok := c.op.Data(i)
	if !ok || !p.Type.IsPointer() {
		return "", replay.Refusal(nestedData)
	}
	element := p.Type.Elem()
	base := element
	base.Const = false
	if calltext.IsText(base.String()) && !base.IsPointer() {
		return c.text(data)
	}
	if element.IsPointer() {
		return "", replay.Refusal(nestedData)
	}
	size, cell := calltext.Element(base.Base)
	if c.op.Kinds[i] == replay.KindWide {
		size = 8
	}
	if n, known := c.length(i); known && n*uint64(size) > uint64(len(data)) {
		return "", replay.Refusal(shortData)
	}
	if base.Base == "void" || cell == tracepb.Cell_CELL_NONE {
		return c.memory(data, c.elementOf(data), element.Const), nil
	}
	list := calltext.Cells(data, size, cell)
	if len(list) > mostElements || len(data)%size != 0 || hasNaN(list, cell) {
		return c.file(data), nil
	}
	names := c.formatter.Symbols(c.call, i, list)
	items := make([]string, len(list))
	for at, bits := range list {
		if name, ok := c.symbols(names[at]); ok {
			items[at] = name
		} else {
			items[at] = value(bits, size, cell, false)
		}
	}
	return c.compound(element, items), nil
}

// hasNaN reports whether a value is a NaN, whose bits no literal has.
func hasNaN(list []uint64, cell tracepb.Cell) bool {
	for _, bits := range list {
		if cell == tracepb.Cell_CELL_FLOAT && math.IsNaN(float64(math.Float32frombits(uint32(bits)))) ||
			cell == tracepb.Cell_CELL_DOUBLE && math.IsNaN(math.Float64frombits(bits)) {
			return true
		}
	}
	return false
}

// text returns a text that ends with a zero byte.
func (c *invocation) text(data []byte) (string, error) {
	text := bytes.TrimSuffix(data, []byte{0})
	for i := range c.Params {
		if name := c.Params[i].Name; (name == "length" || name == "bufSize") && c.op.Kinds[i] == replay.KindNumber && int64(int32(c.op.Values[i])) > int64(len(text)) {
			return "", replay.Refusal(shortData)
		}
	}
	if len(text) > mostLiteral {
		return c.file(append(bytes.Clone(text), 0)), nil
	}
	return literal(text, indent+indent), nil
}

// texts returns an array of texts, whose lengths are as recorded.
func (c *invocation) texts(i int) (string, error) {
	data, _ := c.op.Data(i)
	list := bytes.SplitAfter(data, []byte{0})
	list = list[:len(list)-1]
	if n, known := c.length(i); known && n > uint64(len(list)) {
		return "", replay.Refusal(shortData)
	}
	var items []string
	for _, one := range list {
		text := one[:len(one)-1]
		if len(text) > mostLiteral {
			items = append(items, c.file(one))
			continue
		}
		items = append(items, "\n"+indent+indent+literal(text, indent+indent))
	}
	if len(items) == 0 {
		items = []string{`""`}
	}
	return "(const char *const[]){" + strings.Join(items, ",") + "}", nil
}

// elementOf returns the type with which data of no type is readable: that of indices, or GLfloat if all values look like numbers.
func (c *invocation) elementOf(data []byte) string {
	for i := range c.Params {
		if c.Params[i].Name == "type" && strings.HasPrefix(c.Name, "glDraw") {
			return map[uint64]string{0x1401: "GLubyte", 0x1403: "GLushort", 0x1405: "GLuint"}[c.op.Values[i]]
		}
	}
	const elementArray = 0x8893
	if strings.HasPrefix(c.Name, "glBuffer") && numberOf(c.op, 0) == elementArray && len(data)%2 == 0 {
		return "GLushort"
	}
	return guess(data)
}

// guess returns GLfloat if all values are zero or of a usual size, and else GLubyte.
func guess(data []byte) string {
	if len(data)%4 != 0 || len(data) == 0 || len(bytes.Trim(data, "\x00")) == 0 {
		return "GLubyte"
	}
	for at := 0; at < len(data); at += 4 {
		bits := binary.LittleEndian.Uint32(data[at:])
		if f := math.Abs(float64(math.Float32frombits(bits))); bits != 0 && !(f > 1e-6 && f < 1e6) {
			return "GLubyte"
		}
	}
	return "GLfloat"
}

// memory returns data of no type as an array of an element type, or the content of a file.
func (w *writer) memory(data []byte, element string, readOnly bool) string {
	size, cell := calltext.Element(element)
	if element == "" || len(data)%size != 0 || len(data)/size > mostElements {
		return w.file(data)
	}
	var items []string
	for _, bits := range calltext.Cells(data, size, cell) {
		items = append(items, value(bits, size, cell, false))
	}
	t := registry.CType{Base: element, Const: readOnly}
	return (&invocation{writer: w}).compound(t, items)
}

// file returns the content of a file.
func (w *writer) file(data []byte) string {
	if len(data) == 0 {
		return `""`
	}
	number, isNew := w.fileOf(data)
	if isNew && w.store != nil && w.err == nil {
		_, w.err = w.store.Add(data)
	}
	return w.need("data", fmt.Sprintf("data(%d)", number))
}
