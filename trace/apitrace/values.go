package apitrace

import (
	"bytes"
	"encoding/binary"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// call writes a call of the recording.
func (x *writer) call(c *file.Call) error {
	p := x.plan(c.Function)
	x.enter(p.key, x.thread(c.Thread), c.Function.Name, p.names)
	if err := x.args(c, p, false); err != nil {
		return err
	}
	x.leave()
	if err := x.args(c, p, true); err != nil {
		return err
	}
	if c.Function.Result != nil {
		x.result()
		if err := x.value(c, p, len(c.Args), c.Function.Result, c.Result); err != nil {
			return err
		}
	}
	x.end()
	return x.err
}

// args writes the arguments that the driver reads, or those that it writes.
func (x *writer) args(c *file.Call, p *plan, out bool) error {
	for i := range c.Function.Params {
		if c.Function.Params[i].Out != out {
			continue
		}
		x.arg(i)
		if err := x.value(c, p, i, &c.Function.Params[i], c.Args[i]); err != nil {
			return err
		}
	}
	return nil
}

// value writes an argument or the result.
func (x *writer) value(c *file.Call, p *plan, i int, param *file.Param, v file.Value) error {
	switch p.forms[i] {
	case realForm:
		x.number("", v.Bits, param.Cell)
	case handleForm:
		x.pointer(v.Bits)
	case maskForm:
		x.bitmask(param.Group, p.masks[i], v.Bits)
	case intForm:
		x.number(x.words.Symbol(c, i, v.Bits), v.Bits, param.Cell)
	default:
		return x.data(c, p.forms[i], i, param, v)
	}
	return nil
}

// number writes a number, or an enum if it has a name.
func (x *writer) number(name string, bits uint64, cell tracepb.Cell) {
	switch {
	case name != "":
		x.enum(name, bits)
	case cell == tracepb.Cell_CELL_INT, cell == tracepb.Cell_CELL_LONG:
		x.signed(int64(bits))
	case cell == tracepb.Cell_CELL_FLOAT:
		x.float(uint32(bits))
	case cell == tracepb.Cell_CELL_DOUBLE:
		x.double(bits)
	default:
		x.unsigned(bits)
	}
}

// data writes the data of a pointer.
func (x *writer) data(c *file.Call, f form, i int, param *file.Param, v file.Value) error {
	switch {
	case v.HasData():
	case v.Data == nil, param.Out, v.Data.Capture == tracepb.Capture_CAPTURE_OFFSET:
		x.pointer(v.Bits)
		return nil
	default: // the program's address has no meaning in a replay
		x.null()
		return nil
	}
	data, err := x.file.Payload(v.Data.Payloads)
	if err != nil {
		return err
	}
	switch f {
	case textForm:
		x.string(bytes.TrimSuffix(data, []byte{0}))
	case textsForm:
		return x.texts(c, data)
	case blobForm:
		x.blob(0, data)
	case handlesForm:
		x.handles(data)
	default:
		x.numbers(c, i, param, data)
	}
	return nil
}

// numbers writes an array of numbers, some elements at a time.
func (x *writer) numbers(c *file.Call, i int, param *file.Param, data []byte) {
	const atOnce = 4096
	size, cell := calltext.Element(param.Element)
	x.array(len(data) / size)
	for len(data) >= size {
		piece := data[:min(len(data), atOnce*size)]
		data = data[len(piece):]
		list := calltext.Cells(piece, size, cell)
		for at, name := range x.words.Symbols(c, i, list) {
			x.number(name, list[at], cell)
		}
	}
}

// handles writes handles or addresses, which have the size of a pointer in the recorded process.
func (x *writer) handles(data []byte) {
	size := 8
	if x.file.Hello().GetPointerBits() == 32 {
		size = 4
	}
	x.array(len(data) / size)
	for ; len(data) >= size; data = data[size:] {
		if size == 4 {
			x.pointer(uint64(binary.LittleEndian.Uint32(data)))
		} else {
			x.pointer(binary.LittleEndian.Uint64(data))
		}
	}
}
