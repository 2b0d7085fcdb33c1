package apitrace

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// value compares an argument or a result. more reports whether apitrace may have additional elements.
func (c *comparer) value(p *file.Param, a file.Value, b Value, more func() bool) error {
	switch b.Kind {
	case Number, Float:
		return scalar(p.Cell, a.Bits, b)
	case Nothing:
		return errors.New("apitrace has no value")
	}
	ours, err := c.content(a)
	switch {
	case err != nil:
		return err
	case b.Kind == Text:
		return c.text(ours, b.Text)
	case b.Kind == Data:
		return c.same(ours, b)
	}
	return c.list(p, ours, b.Items, more)
}

// scalar compares with the width of the cell, and floats bit for bit.
func scalar(cell tracepb.Cell, bits uint64, b Value) error {
	switch cell {
	case tracepb.Cell_CELL_FLOAT:
		return sameFloat(float64(math.Float32frombits(uint32(bits))), b)
	case tracepb.Cell_CELL_DOUBLE:
		return sameFloat(math.Float64frombits(bits), b)
	}
	mask := uint64(math.MaxUint64)
	if cell == tracepb.Cell_CELL_INT || cell == tracepb.Cell_CELL_UINT {
		mask = math.MaxUint32
	}
	return sameBits(bits, b, mask)
}

func sameBits(bits uint64, b Value, mask uint64) error {
	if b.Kind != Number || (bits^b.Bits)&mask != 0 {
		return fmt.Errorf("%#x and %s", bits&mask, b)
	}
	return nil
}

func sameFloat(a float64, b Value) error {
	f := b.Float
	if b.Kind == Number { // a constant
		f = float64(int64(b.Bits))
	}
	if math.Float64bits(a) != math.Float64bits(f) && !(math.IsNaN(a) && math.IsNaN(f)) {
		return fmt.Errorf("%g and %s", a, b)
	}
	return nil
}

// text compares a string, which may end with a zero byte in our recording.
func (c *comparer) text(data []byte, want string) error {
	c.done.Bytes += len(want)
	return sameText(strings.TrimSuffix(string(data), "\x00"), want)
}

func (c *comparer) same(ours []byte, b Value) error {
	if b.Kind != Data {
		return errors.New("apitrace has no data")
	}
	return c.equal(ours, []byte(b.Text))
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

// list compares the data behind a pointer.
func (c *comparer) list(p *file.Param, data []byte, items []Value, more func() bool) error {
	if len(items) > 0 && items[0].Kind == Text {
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
		if err := element.same(data[i*element.size:], item); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
	}
	c.done.Bytes += len(data)
	return nil
}

// texts compares an array of strings, which are separated by zero bytes.
func (c *comparer) texts(data []byte, items []Value) error {
	var want strings.Builder
	for _, item := range items {
		want.WriteString(item.Text + "\x00")
	}
	c.done.Bytes += len(data)
	return sameText(string(data), want.String())
}

// sameText returns an error with the first difference of our text and apitrace's.
func sameText(a, b string) error {
	if a == b {
		return nil
	}
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	return fmt.Errorf("from byte %d of %d and %d on %.60q and %.60q", at, len(a), len(b), a[at:], b[at:])
}

func (c *comparer) content(v file.Value) ([]byte, error) {
	if v.Data == nil || v.Data.Capture != tracepb.Capture_CAPTURE_DATA {
		return nil, errors.New("no data was captured")
	}
	return c.Trace.Payload(v.Data.Payloads)
}
