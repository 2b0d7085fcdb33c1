package diff

import (
	"bytes"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// addressOnly is the capture of a pointer about whose data nothing is recorded.
const addressOnly tracepb.Capture = -1

// compareData compares what two pointers point to. It returns the first element that differs, or -1.
func (c *comparison) compareData(p *calls, in *param, r rule) (verdict, int) {
	a, b := value(p.a, in.at), value(p.b, in.at)
	kindA, kindB := captureOf(a), captureOf(b)
	switch {
	case isLacking(kindA), isLacking(kindB), kindA != kindB && !c.report.ErrorsCompared && hasFailed(kindA, kindB):
		return lacking, -1
	case kindA != kindB && c.isPlaceholder(in, kindA, b):
		return equal, -1
	case kindA != kindB:
		return different, -1
	case kindA == tracepb.Capture_CAPTURE_OFFSET:
		return c.compareBits(p, in, rule{how: exact}, a.Bits, b.Bits, in.Cell), -1
	case kindA != tracepb.Capture_CAPTURE_DATA:
		return equal, -1
	}
	if (r.how == exact || r.how == pixels) && c.payloads.equal(&c.a, &c.b, a.Data, b.Data) {
		return equal, -1
	}
	return c.compareElements(p, in, r, a.Data, b.Data)
}

// captureOf returns how data was captured. Data that may be incomplete counts as data.
func captureOf(v file.Value) tracepb.Capture {
	switch {
	case v.Data == nil && v.Bits == 0:
		return tracepb.Capture_CAPTURE_NULL
	case v.Data == nil:
		return addressOnly
	case v.Data.Capture == tracepb.Capture_CAPTURE_UNKNOWN && len(v.Data.Payloads) > 0:
		return tracepb.Capture_CAPTURE_DATA
	}
	return v.Data.Capture
}

// isLacking reports whether the recording lacks the data.
func isLacking(k tracepb.Capture) bool {
	switch k {
	case tracepb.Capture_CAPTURE_OFF, tracepb.Capture_CAPTURE_UNKNOWN, tracepb.Capture_CAPTURE_NO_ROOM, tracepb.Capture_CAPTURE_LOST:
		return true
	}
	return false
}

func hasFailed(a, b tracepb.Capture) bool {
	return a == tracepb.Capture_CAPTURE_FAILED || b == tracepb.Capture_CAPTURE_FAILED
}

// isPlaceholder reports whether B has what a replay passes instead of a pointer of A: memory instead of a null pointer, and memory
// or null instead of data that the driver did not read, because the call failed. What the driver writes to such memory is not an
// answer: the program did not get it.
func (c *comparison) isPlaceholder(in *param, a tracepb.Capture, b file.Value) bool {
	isNull := a == tracepb.Capture_CAPTURE_NULL
	switch {
	case !c.o.Placeholders || !isNull && (in.answer || a != tracepb.Capture_CAPTURE_FAILED):
		return false
	case in.answer:
		return true
	}
	return c.isZero(b) || !isNull && captureOf(b) == tracepb.Capture_CAPTURE_NULL
}

// compareElements compares data element by element.
func (c *comparison) compareElements(p *calls, in *param, r rule, a, b *file.Data) (verdict, int) {
	dataA, errA := c.a.Payload(a.Payloads)
	dataB, errB := c.b.Payload(b.Payloads)
	if errA != nil || errB != nil {
		return lacking, -1 // a damaged recording
	}
	if r.how == pixels {
		dataB = c.withoutUndefined(p, dataA, dataB)
	}
	if r.how == pixels && c.o.Mode == Tolerant {
		return c.comparePixels(p, dataA, dataB), -1
	}
	x, cell := c.a.split(in, dataA)
	y, _ := c.b.split(in, dataB)
	result, attribs := equal, in.reading.IsAttribs()
	for i := range min(len(x), len(y)) {
		one := r
		if attribs && i%2 == 1 && in.reading.Attrib(x[i-1]).IsHandle() {
			one = rule{how: nullness}
		}
		switch v := c.compareBits(p, in, one, x[i], y[i], cell); v {
		case different:
			return different, i
		case sameObject:
			result = v
		}
	}
	if len(x) != len(y) {
		return different, min(len(x), len(y))
	}
	return result, -1
}

// elements returns the elements of captured data; none if the recording is damaged.
func (s *side) elements(in *param, d *file.Data) []uint64 {
	data, err := s.Payload(d.Payloads)
	if err != nil {
		return nil
	}
	list, _ := s.split(in, data)
	return list
}

// split splits data into elements, and returns their cell type. The data of several texts or lists is bytes.
func (s *side) split(in *param, data []byte) ([]uint64, tracepb.Cell) {
	size, cell := calltext.Element(in.Element)
	switch {
	case handleClass(in.Element) != "", calltext.Opaque(in.Param):
		size, cell = s.size, tracepb.Cell_CELL_ULONG
	case strings.HasSuffix(in.Element, "*"), len(data)%size != 0:
		size, cell = 1, tracepb.Cell_CELL_NONE
	}
	return calltext.Cells(data, size, cell), cell
}

// payloads remembers which data of A and B is equal.
type payloads struct{ same map[[2]uint64]bool }

// mostPayloads is the maximum number of pairs that are remembered.
const mostPayloads = 1 << 16

// equal reports whether data is equal. Data that cannot be read is not.
func (p *payloads) equal(sideA, sideB *side, a, b *file.Data) bool {
	if a.Size != b.Size || len(a.Payloads) != len(b.Payloads) {
		return false
	}
	for i := range a.Payloads {
		if !p.one(sideA, sideB, a.Payloads[i], b.Payloads[i]) {
			return false
		}
	}
	return true
}

func (p *payloads) one(sideA, sideB *side, a, b uint64) bool {
	key := [2]uint64{a, b}
	if p.same[key] {
		return true
	}
	dataA, errA := sideA.Payload([]uint64{a})
	dataB, errB := sideB.Payload([]uint64{b})
	if errA != nil || errB != nil || !bytes.Equal(dataA, dataB) {
		return false
	}
	if p.same == nil || len(p.same) == mostPayloads {
		p.same = map[[2]uint64]bool{}
	}
	p.same[key] = true
	return true
}
