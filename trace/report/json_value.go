package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// valueLine is an argument or a result in the JSON export.
type valueLine struct {
	Name  string        `json:"name"` // of the parameter; empty for the result
	Kind  calltext.Kind `json:"kind"`
	Value any           `json:"value"`          // number, boolean, text, list of these, or null; docs/json.md has the rules
	Text  string        `json:"text,omitempty"` // the value as "trace dump" prints it, unless value says the same
	Data  *dataLine     `json:"data,omitempty"` // captured data that value does not contain
}

// dataLine is captured data.
type dataLine struct {
	Size    uint64 `json:"size"`              // bytes
	Base64  []byte `json:"base64,omitempty"`  // with --data base64
	File    string `json:"file,omitempty"`    // with --data files: path relative to the exported file
	Partial bool   `json:"partial,omitempty"` // the recording may lack a part
	Error   string `json:"error,omitempty"`   // why the data is not readable
}

// mostList is the maximum number of elements of an array that are written as a list of numbers.
const mostList = 1 << 16

// alone are the kinds whose values need no text beside them.
var alone = map[calltext.Kind]bool{calltext.KindNumber: true, calltext.KindObject: true, calltext.KindText: true, calltext.KindBool: true, calltext.KindHandle: true}

// value returns a value with its data.
func (j *jsonLines) value(a Arg, p *file.Param, v file.Value) (valueLine, error) {
	l := valueLine{Name: a.Name, Kind: a.Kind, Text: a.Text}
	d := v.Data
	if alone[a.Kind] {
		l.Text = ""
	}
	switch {
	case d != nil && d.Capture == tracepb.Capture_CAPTURE_NULL:
		return l, nil
	case d != nil && d.Capture == tracepb.Capture_CAPTURE_OFFSET:
		l.Value = v.Bits
		return l, nil
	case d != nil && d.Capture == tracepb.Capture_CAPTURE_LOST:
		l.Data = &dataLine{Size: d.Size, Error: "the data was in a damaged part of the file"}
		return l, nil
	case d == nil || len(d.Payloads) == 0:
		l.Value = scalar(a.Kind, v.Bits, p.Cell)
		return l, nil
	}
	partial := d.Capture != tracepb.Capture_CAPTURE_DATA
	data, err := j.File.Payload(d.Payloads)
	if err != nil {
		l.Data = &dataLine{Size: d.Size, Partial: partial, Error: err.Error()}
		return l, nil
	}
	var whole bool
	if l.Value, whole = contents(a.Kind, p, data); whole && !partial {
		return l, nil
	}
	l.Data = &dataLine{Size: uint64(len(data)), Partial: partial}
	switch j.Data {
	case DataBase64:
		l.Data.Base64 = data
	case DataFiles:
		l.Data.File, err = j.Store.Add(data)
	}
	return l, err
}

// contents returns data as a text or a list, and whether that is all of the data.
func contents(kind calltext.Kind, p *file.Param, data []byte) (any, bool) {
	if kind == calltext.KindText {
		return text(data), utf8.Valid(data)
	}
	size, cell := calltext.Element(p.Element)
	if cell == tracepb.Cell_CELL_NONE || len(data)/size > mostList {
		return nil, false
	}
	element := calltext.KindNumber
	if calltext.Opaque(p) {
		element = calltext.KindHandle
	}
	cells := calltext.Cells(data, size, cell)
	list := make([]any, len(cells))
	for i, bits := range cells {
		list[i] = scalar(element, bits, cell)
	}
	return list, len(data)%size == 0
}

// text returns one text, or several if the data has several.
func text(data []byte) any {
	all := strings.Split(strings.TrimRight(string(data), "\x00"), "\x00")
	for i := range all {
		all[i] = validUTF8(all[i])
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

// exact is the largest integer up to which JSON readers with 64-bit floats are exact.
const exact = 1 << 53

// scalar returns a number. Handles are texts in hexadecimal, large integers in decimal; NULL is nil.
func scalar(kind calltext.Kind, bits uint64, cell tracepb.Cell) any {
	switch {
	case kind == calltext.KindBool && uint32(bits) <= 1:
		return uint32(bits) == 1
	case kind == calltext.KindHandle || kind == calltext.KindLack || kind == calltext.KindObject && cell == tracepb.Cell_CELL_ULONG:
		if bits == 0 {
			return nil
		}
		return fmt.Sprintf("0x%x", bits)
	}
	switch cell {
	case tracepb.Cell_CELL_FLOAT:
		f := math.Float32frombits(uint32(bits))
		return finite(f, float64(f), 32)
	case tracepb.Cell_CELL_DOUBLE:
		f := math.Float64frombits(bits)
		return finite(f, f, 64)
	case tracepb.Cell_CELL_INT:
		return int32(bits)
	case tracepb.Cell_CELL_UINT:
		return uint32(bits)
	case tracepb.Cell_CELL_LONG:
		if n := int64(bits); n > exact || n < -exact {
			return strconv.FormatInt(n, 10)
		}
		return int64(bits)
	}
	if bits > exact {
		return strconv.FormatUint(bits, 10)
	}
	return bits
}

// finite returns a float, or its text: JSON has no infinity.
func finite(f any, v float64, size int) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, size)
	}
	return f
}
