package peer

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// values knows what names stand for.
type values struct{ enums map[string]uint64 }

func newValues() values {
	v := values{enums: map[string]uint64{}}
	for _, e := range registry.Builtin().Enums {
		v.enums[e.Name] = e.Value
	}
	return v
}

// number is what apitrace printed as a name, names or a number.
func (v values) number(text string) (float64, uint64, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return float64(n), uint64(n), nil
	}
	if n, err := strconv.ParseUint(text, 0, 64); err == nil {
		return float64(n), n, nil
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f, uint64(int64(f)), nil
	}
	var all uint64
	for name := range strings.SplitSeq(text, " | ") {
		if n, err := strconv.ParseUint(name, 0, 64); err == nil {
			all |= n
			continue
		}
		value, ok := v.enums[name]
		if !ok {
			return 0, 0, fmt.Errorf("%q is no constant", name)
		}
		all |= value
	}
	return float64(all), all, nil
}

// value compares an argument or a result.
func (c *comparer) value(p *file.Param, a file.Value, b Value, more func() bool) error {
	switch b.Kind {
	case Null:
		return c.address(a, 0)
	case Pointer:
		n, err := strconv.ParseUint(b.Text, 0, 64)
		if err != nil {
			return err
		}
		return c.address(a, n)
	case Number, Names:
		return c.values.scalar(p.Cell, a.Bits, b.Text)
	case String:
		return c.text(a, b.Text)
	case Blob:
		ours, err := c.content(a)
		if err != nil {
			return err
		}
		theirs, err := c.blob(b)
		if err != nil {
			return err
		}
		return c.equal(ours, theirs)
	}
	return c.list(p, a, b.Items, more)
}

func (c *comparer) address(a file.Value, want uint64) error {
	if a.Bits != want {
		return fmt.Errorf("%#x and %#x", a.Bits, want)
	}
	return nil
}

// scalar compares by the width of the cell.
func (v values) scalar(cell tracepb.Cell, bits uint64, text string) error {
	f, n, err := v.number(text)
	if err != nil {
		return err
	}
	switch cell {
	case tracepb.Cell_CELL_FLOAT:
		return sameFloat(float64(math.Float32frombits(uint32(bits))), f)
	case tracepb.Cell_CELL_DOUBLE:
		return sameFloat(math.Float64frombits(bits), f)
	case tracepb.Cell_CELL_INT, tracepb.Cell_CELL_UINT:
		bits, n = uint64(uint32(bits)), uint64(uint32(n))
	}
	if bits != n {
		return fmt.Errorf("%#x and %s", bits, text)
	}
	return nil
}

// sameFloat compares as many digits as apitrace prints.
func sameFloat(a, b float64) error {
	if strconv.FormatFloat(a, 'g', 7, 64) != strconv.FormatFloat(b, 'g', 7, 64) && a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
		return fmt.Errorf("%g and %g", a, b)
	}
	return nil
}

// text compares a string, which in the recording may end with a zero byte.
func (c *comparer) text(a file.Value, want string) error {
	data, err := c.content(a)
	if err != nil {
		return err
	}
	if end := bytes.IndexByte(data, 0); end >= 0 {
		data = data[:end]
	}
	c.done.Bytes += len(data)
	return sameText(string(data), want)
}

// equal compares by hash.
func (c *comparer) equal(a, b []byte) error {
	if len(a) != len(b) {
		return fmt.Errorf("%d bytes and %d", len(a), len(b))
	}
	if sha256.Sum256(a) != sha256.Sum256(b) {
		return errors.New("other bytes")
	}
	c.done.Bytes += len(a)
	return nil
}

// list compares what a pointer leads to. more asks whether apitrace may have more of it.
func (c *comparer) list(p *file.Param, a file.Value, items []Value, more func() bool) error {
	if len(items) == 0 {
		return nil // apitrace writes no elements of an array of none, and we may have none captured
	}
	data, err := c.content(a)
	if err != nil {
		return err
	}
	if items[0].Kind == String {
		return c.texts(data, items)
	}
	element, ok := elements[p.Element]
	if strings.HasSuffix(p.Element, "*") {
		element, ok = elements["GLuint64"], true
	}
	if !ok {
		return fmt.Errorf("elements of type %q", p.Element)
	}
	if n := len(data) / element.size; n < len(items) && more() {
		items = items[:n]
	}
	if len(data) != element.size*len(items) {
		return fmt.Errorf("%d bytes and %d elements of %d", len(data), len(items), element.size)
	}
	for i, item := range items {
		if err := c.element(element, data[i*element.size:], item); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
	}
	c.done.Bytes += len(data)
	return nil
}

func (c *comparer) element(e element, data []byte, item Value) error {
	var bits uint64
	switch e.size {
	case 1:
		bits = uint64(data[0])
	case 2:
		bits = uint64(binary.LittleEndian.Uint16(data))
	case 4:
		bits = uint64(binary.LittleEndian.Uint32(data))
	case 8:
		bits = binary.LittleEndian.Uint64(data)
	}
	if item.Kind == Null {
		item = Value{Kind: Number, Text: "0"}
	}
	if e.cell == tracepb.Cell_CELL_INT && e.size < 4 {
		_, n, err := c.values.number(item.Text)
		if err == nil && n&(1<<(8*e.size)-1) != bits {
			err = fmt.Errorf("%#x and %s", bits, item.Text)
		}
		return err
	}
	return c.values.scalar(e.cell, bits, item.Text)
}

// texts compares an array of strings, one behind the other with a zero byte between.
func (c *comparer) texts(data []byte, items []Value) error {
	var want strings.Builder
	for _, item := range items {
		want.WriteString(item.Text + "\x00")
	}
	c.done.Bytes += len(data)
	return sameText(string(data), want.String())
}

// sameText tells where our text and apitrace's part.
func sameText(a, b string) error {
	if a = asPrinted(a); a == b {
		return nil
	}
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return fmt.Errorf("from byte %d of %d and %d on %.60q and %.60q", at, len(a), len(b), a[at:], b[at:])
}

// element is how an element of an array stands in memory.
type element struct {
	size int
	cell tracepb.Cell
}

var elements = map[string]element{
	"GLfloat": {4, tracepb.Cell_CELL_FLOAT}, "GLint": {4, tracepb.Cell_CELL_INT}, "GLuint": {4, tracepb.Cell_CELL_UINT},
	"GLenum": {4, tracepb.Cell_CELL_UINT}, "GLsizei": {4, tracepb.Cell_CELL_INT}, "EGLint": {4, tracepb.Cell_CELL_INT},
	"GLboolean": {1, tracepb.Cell_CELL_INT}, "GLubyte": {1, tracepb.Cell_CELL_INT}, "GLshort": {2, tracepb.Cell_CELL_INT},
	"GLushort": {2, tracepb.Cell_CELL_INT}, "GLint64": {8, tracepb.Cell_CELL_LONG}, "GLuint64": {8, tracepb.Cell_CELL_ULONG},
	"EGLAttrib": {8, tracepb.Cell_CELL_LONG}, "GLsizeiptr": {8, tracepb.Cell_CELL_LONG}, "GLintptr": {8, tracepb.Cell_CELL_LONG},
	"EGLConfig": {8, tracepb.Cell_CELL_ULONG}, "GLfixed": {4, tracepb.Cell_CELL_INT},
}
