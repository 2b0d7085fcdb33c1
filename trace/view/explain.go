package view

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// explain finds where the data of two calls of the same function differ: their formatted text shows only the
// beginning of large data.
func (c *comparison) explain(a *side, i int, b *side, j int) {
	of, with := a.calls[i], b.calls[j]
	for n := range min(len(of.Args), len(with.Args)) {
		if a.rows[i].Args[n].Strange || b.rows[j].Args[n].Strange {
			continue
		}
		left, right := c.bytes(a.file, of.Args[n]), c.bytes(b.file, with.Args[n])
		at := firstOther(left, right)
		if left == nil || right == nil || at < 0 {
			continue
		}
		a.rows[i].Args[n].Part = from(&of.Function.Params[n], left, at)
		b.rows[j].Args[n].Part = from(&with.Function.Params[n], right, at)
	}
}

// bytes returns the data of an argument, or nil if there is none or the comparison has read too much.
func (c *comparison) bytes(f *file.File, v file.Value) []byte {
	if v.Data == nil || v.Data.Capture != tracepb.Capture_CAPTURE_DATA || c.read > mostHashed {
		return nil
	}
	b, err := f.Payload(v.Data.Payloads)
	if err != nil {
		return nil
	}
	c.read += len(b)
	return b
}

// firstOther returns the index of the first different byte, or -1.
func firstOther(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) == len(b) {
		return -1
	}
	return min(len(a), len(b))
}

// Amount of data shown from the first difference.
const (
	shownElements = 4
	shownBytes    = 8
)

// from formats data from the element that has byte "at", after the index of the element: [12] 0.5, 1. For
// untyped data it is @32 ff 00, with the offset.
func from(p *file.Param, data []byte, at int) string {
	if at >= len(data) {
		return fmt.Sprintf("%d bytes", len(data))
	}
	size, cell := calltext.Element(p.Element)
	if cell == tracepb.Cell_CELL_NONE || calltext.IsText(p.Element) {
		return fmt.Sprintf("@%d % x%s", at, data[at:min(at+shownBytes, len(data))], more(len(data)-at > shownBytes))
	}
	first := at / size
	rest := data[first*size : len(data)/size*size]
	var list []string
	for _, bits := range calltext.Cells(rest[:min(len(rest), shownElements*size)], size, cell) {
		list = append(list, calltext.Reading{}.Text(bits, cell))
	}
	return fmt.Sprintf("[%d] %s%s", first, strings.Join(list, ", "), more(len(rest) > shownElements*size))
}

func more(is bool) string {
	if is {
		return " ..."
	}
	return ""
}
