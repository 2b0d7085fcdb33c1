package replay

import (
	"bytes"
	"encoding/binary"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// arguments are those of a call. resolve finds what they need before anything is written.
type arguments struct {
	*writer
	call   *file.Call
	plan   *plan
	flags  uint8
	pieces [][][]byte   // the data of each argument that is written as it is
	data   [][]byte     // that of the others, converted
	names  [][]Register // the objects of an array
}

// resolve reads the data of the pointers, and checks that handles are known. It returns why the call cannot be made, or "".
func (a *arguments) resolve() string {
	if a.data == nil {
		n := len(a.plan.params)
		a.pieces, a.data, a.names = make([][][]byte, n), make([][]byte, n), make([][]Register, n)
	}
	for _, i := range a.plan.resolved {
		a.pieces[i], a.data[i], a.names[i] = nil, nil, nil
	}
	for _, i := range a.plan.resolved {
		if reason := a.argument(i); reason != "" {
			return reason
		}
	}
	return ""
}

func (a *arguments) argument(i int) string {
	p, v := &a.plan.params[i], a.call.Args[i]
	switch {
	case p.form == objectForm:
		return a.object(p, v)
	case !hasMemory(v):
		return ""
	case v.Data.Capture == tracepb.Capture_CAPTURE_LOST && p.form != outForm:
		return missingData
	case p.form == outForm || p.form == newForm:
		if p.unknown {
			return missingSize
		}
	case v.Data.Capture == tracepb.Capture_CAPTURE_UNKNOWN && !a.call.Function.AcceptsNull():
		return missingData
	}
	if !v.HasData() || p.form == outForm {
		return ""
	}
	if p.form == dataForm {
		pieces, err := a.file.Payloads(v.Data.Payloads)
		if err != nil {
			return missingData
		}
		a.pieces[i] = pieces
		return ""
	}
	data, err := a.file.Payload(v.Data.Payloads)
	if err != nil {
		return missingData
	}
	if a.data[i] = data; data == nil {
		a.data[i] = []byte{} // no elements, but not a null pointer
	}
	return a.convert(i)
}

// hasMemory reports whether an argument is a pointer to memory, not null and not an offset.
func hasMemory(v file.Value) bool {
	return v.Data != nil && v.Data.Capture != tracepb.Capture_CAPTURE_NULL && v.Data.Capture != tracepb.Capture_CAPTURE_OFFSET
}

// object checks that a handle is known. Names that are not known are those that the program chose.
func (a *arguments) object(p *param, v file.Value) string {
	class := p.class(a.call)
	if v.Bits == 0 || class == nil || !class.known {
		return ""
	}
	if _, known := a.find(a.call, class, v.Bits); !known {
		return missingObject
	}
	return ""
}

// convert converts the data of an argument as its form demands.
func (a *arguments) convert(i int) string {
	p, data := &a.plan.params[i], a.data[i]
	switch p.form {
	case textForm:
		if !bytes.HasSuffix(data, []byte{0}) {
			a.data[i] = append(bytes.Clone(data), 0)
		}
	case textsForm:
		return a.texts(i)
	case wideForm:
		a.data[i] = binary64(a.pointers(data))
	case listsForm:
		if a.pointerSize() != 8 {
			return missingData
		}
	case objectsForm:
		a.names[i] = a.objects(p, data)
	}
	return ""
}

// texts makes the texts end with the only zero byte in each.
func (a *arguments) texts(i int) string {
	lengths, err := calltext.TextLengths(a.file.Payload, a.call)
	if err != nil {
		return missingData
	}
	var out []byte
	for one := range calltext.Texts(a.data[i], lengths) {
		out = append(append(out, bytes.ReplaceAll(one, []byte{0}, []byte{' '})...), 0)
	}
	a.data[i] = out
	return ""
}

// pointerSize returns the size of a pointer in the recorded process.
func (x *writer) pointerSize() int {
	if x.file.Hello().GetPointerBits() == 32 {
		return 4
	}
	return 8
}

// pointers returns the elements of an array whose elements have the size of a pointer.
func (x *writer) pointers(data []byte) []uint64 {
	return calltext.Cells(data, x.pointerSize(), tracepb.Cell_CELL_INT)
}

func binary64(list []uint64) []byte {
	out := make([]byte, 0, 8*len(list))
	for _, n := range list {
		out = binary.LittleEndian.AppendUint64(out, n)
	}
	return out
}

// elements returns the names or handles in data.
func (x *writer) elements(p *param, data []byte) []uint64 {
	if p.handle {
		return x.pointers(data)
	}
	return calltext.Cells(data, 4, tracepb.Cell_CELL_UINT)
}
