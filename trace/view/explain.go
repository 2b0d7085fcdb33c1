package view

import (
	"fmt"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// explain says of two calls of a function where their data differ: the words of much data tell only its beginning.
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

// bytes are the data of an argument, up to a bound for all of a comparison; nil where there are none.
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

// firstOther is the first byte that is not the same; -1 where all are.
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

// Of data, so much is shown from where it differs.
const (
	shownElements = 4
	shownBytes    = 8
)

// from is data from the element on that a byte is in, behind its number: [12] 0.5, 1, or of data without a type @32 ff 00.
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
