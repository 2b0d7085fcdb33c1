package replay

import (
	"bufio"
	"encoding/binary"
	"slices"
)

// Kind is how the player makes an argument.
type Kind uint8

// The kinds. Those with data have pieces, or registers.

const (
	KindNumber     Kind = iota // the bits of the value
	KindRegister               // the content of a register
	KindData                   // data that the driver reads
	KindOffset                 // an offset into a bound buffer
	KindNames                  // an array of names of objects: 32-bit registers
	KindHandles                // an array of handles: 32-bit registers
	KindTexts                  // an array of texts that each end with a zero byte
	KindOut                    // memory that the driver writes
	KindOutNames               // the same; the names are stored in 32-bit registers
	KindOutHandles             // the same for handles
	KindCallback               // a function of the player that does nothing
	KindLists                  // an array of lists of indices, one after the other
	KindWide                   // an array of numbers with the size of a pointer: 64-bit numbers
	KindKept                   // the number of data of an earlier OpKeep
	KindSlots                  // an array of numbers of slots, whose payloads are the data
)

// The operations of the player itself.
const (
	OpSurface  = 0xFF00 + iota // width, height: the size of the next surface of a window or pixmap
	OpResize                   // surface, width, height: the surface has another size from here on
	OpConfig                   // register, attributes: if the register is 0, it receives a configuration with the attributes
	OpVertices                 // a client array of the thread's next draw: the parameters of gltrace.VertexData without the divisor
	OpMapped                   // buffer, offset, data: what the program wrote to a mapped buffer
	OpSource                   // width, height, format, data: the source of the next EGL image
	OpTime                     // nanoseconds; 0 is now, and begins the times that follow
	OpFrame                    // number: the frame begins, and the previous one has ended
	OpEnd                      // the replay is complete
	OpValue                    // register, value
	OpKeep                     // data that several draws read; it is numbered from 0
	OpRead                     // ID, target, attachment: the result has the pixels
	OpCount                    // how the next draw is counted, 0 after it, 3 after the draw of the program; 1 if counts begin with it
	OpCounts                   // ID: the result has the counts of all draws since then
	OpClock                    // ID, 1 to wait for the GPU first: the result is the time
	OpFlush                    // the player writes the results that it has
	OpPixel                    // ID, target, attachment, x, y: the result has the pixel
	OpTexture                  // ID, texture, level, layer: the result has the pixels
	OpCountAt                  // ignored tests, x, y: the next draw is counted at a pixel, and counts begin with it
	OpTests                    // ID, attachment, x, y: the result has bits of Tests
	OpCopy                     // key, outputs, sources of five stages: draws have a copy of their program; a key 0 ends that
	OpOutputs                  // ID, source: the result has the outputs of a vertex shader
	OpCapture                  // bytes: the outputs of the vertices of the next draw are captured
	OpCaptured                 // ID: the result has them
	OpLog                      // ID, shader or program: the result has its status and its log
	OpContext                  // context: the last call made it current, so the driver must have created it
	OpPayload                  // slot, data: the slot has a payload from here on
	OpChange                   // slot, another slot, a bit for each word, words: the slot has the payload of the other one with new words
)

// flagSynthetic marks a call that is not one of the recording.
const flagSynthetic = 1

const (
	headSize      = 24
	maxArgs       = 32
	maxOperation  = 1 << 30 // bytes
	alignment     = 8
	firstRegister = 1
)

// magic begins a script.
const magic = "GLPLAY\x00\x01"

// Register is the number of a register; 0 is always 0.
type Register uint32

// Operation is an operation of a script. The writer uses it again for the next one.
type Operation struct {
	Function uint16 // ID in the functions of the script, or one of the operations of the player
	Thread   uint16
	Result   Register
	Call     uint64 // index in the recording
	Frame    int    // of a call; -1 if no swap of its thread follows
	Values   []uint64
	Kinds    []Kind

	flags   uint8
	parts   []part
	pieces  [][]byte // of all parts
	size    uint64   // of the parts
	objects *registers

	payloads []uint64                         // that the data of the last argument consists of; nil: it has no IDs
	unread   func([]uint64) ([][]byte, error) // reads these payloads, if they are not read yet
}

// part is the data of an argument.
type part struct {
	arg    int
	size   uint64
	pieces [][]byte
}

// Synthetic reports whether the call is not one of the recording.
func (o *Operation) Synthetic() bool { return o.flags&flagSynthetic != 0 }

// Object returns the object whose name or handle a register has. The program of a uniform is not part of it.
func (o *Operation) Object(r Register) Object {
	if o.objects == nil || int(r) >= len(o.objects.owners) {
		return Object{}
	}
	return o.objects.owners[r]
}

// Data returns the data of an argument, and whether it has data that the recording does not lack.
func (o *Operation) Data(arg int) (data []byte, ok bool) {
	if o.read() != nil {
		return nil, false
	}
	for _, p := range o.parts {
		if p.arg == arg {
			return slices.Concat(p.pieces...), true
		}
	}
	return nil, false
}

// Registers returns the registers of an argument.
func (o *Operation) Registers(arg int) (list []Register) {
	data, _ := o.Data(arg)
	for ; len(data) >= 4; data = data[4:] {
		list = append(list, Register(binary.LittleEndian.Uint32(data)))
	}
	return list
}

// begin starts an operation.
func (o *Operation) begin(function, thread uint16, call int) {
	o.Function, o.Thread, o.Call, o.Result, o.Frame = function, thread, uint64(call), 0, 0
	o.Values, o.Kinds, o.parts, o.pieces = o.Values[:0], o.Kinds[:0], o.parts[:0], o.pieces[:0]
	o.flags, o.size, o.objects, o.payloads, o.unread = 0, 0, nil, nil, nil
}

// add adds an argument without data.
func (o *Operation) add(k Kind, value uint64) {
	o.Values, o.Kinds = append(o.Values, value), append(o.Kinds, k)
}

func (o *Operation) number(n uint64)     { o.add(KindNumber, n) }
func (o *Operation) Register(r Register) { o.add(KindRegister, uint64(r)) }

// data adds an argument with data, which is the pieces together.
func (o *Operation) data(k Kind, pieces ...[]byte) {
	size, first := uint64(0), len(o.pieces)
	for _, one := range pieces {
		size += uint64(len(one))
	}
	o.pieces = append(o.pieces, pieces...)
	o.parts = append(o.parts, part{len(o.Values), size, o.pieces[first:]})
	o.size += aligned(size)
	o.add(k, size<<32)
}

// stored adds the last argument, whose data is read when it is needed. The data is valid until the next call of read.
func (o *Operation) stored(payloads []uint64, read func([]uint64) ([][]byte, error)) {
	o.data(KindData)
	o.payloads, o.unread = payloads, read
}

// read reads the data of the last argument, unless it is read.
func (o *Operation) read() error {
	if o.unread == nil {
		return nil
	}
	pieces, err := o.unread(o.payloads)
	if err == nil {
		o.replaceLast(KindData, pieces...)
	}
	return err
}

// replaceLast replaces the last argument, which has data.
func (o *Operation) replaceLast(k Kind, pieces ...[]byte) {
	o.unread = nil
	last := len(o.Values) - 1
	o.size -= aligned(o.parts[len(o.parts)-1].size)
	o.Values, o.Kinds, o.parts = o.Values[:last], o.Kinds[:last], o.parts[:len(o.parts)-1]
	o.data(k, pieces...)
}

// registers adds an argument with an array of registers.
func (o *Operation) registers(k Kind, list []Register) {
	data := make([]byte, 0, 4*len(list))
	for _, r := range list {
		data = binary.LittleEndian.AppendUint32(data, uint32(r))
	}
	o.data(k, data)
}

func aligned(n uint64) uint64 { return (n + alignment - 1) &^ (alignment - 1) }

// write writes the operation. It fails with a [Refusal] before it writes anything if the operation is too large.
func (o *Operation) write(w *bufio.Writer) error {
	at := headSize + 8*uint64(len(o.Values)) + aligned(uint64(len(o.Kinds)))
	size := at + o.size
	if size > maxOperation {
		return Refusal(tooLarge)
	}
	for _, p := range o.parts {
		o.Values[p.arg] |= at
		at += aligned(p.size)
	}
	if _, err := w.Write(o.appendHead(w.AvailableBuffer(), uint32(size))); err != nil {
		return err
	}
	for _, p := range o.parts {
		if err := p.write(w); err != nil {
			return err
		}
	}
	return nil
}

// appendHead appends the operation up to its data to the empty list b.
func (o *Operation) appendHead(b []byte, size uint32) []byte {
	le := binary.LittleEndian
	b = le.AppendUint32(b, size)
	b = le.AppendUint16(b, o.Function)
	b = le.AppendUint16(b, o.Thread)
	b = le.AppendUint32(b, uint32(o.Result))
	b = append(b, uint8(len(o.Values)), o.flags, 0, 0)
	b = le.AppendUint64(b, o.Call)
	for _, v := range o.Values {
		b = le.AppendUint64(b, v)
	}
	for _, k := range o.Kinds {
		b = append(b, uint8(k))
	}
	return append(b, padding[:aligned(uint64(len(b)))-uint64(len(b))]...)
}

var padding [alignment]byte

func (p *part) write(w *bufio.Writer) error {
	for _, one := range p.pieces {
		if _, err := w.Write(one); err != nil {
			return err
		}
	}
	_, err := w.Write(padding[:aligned(p.size)-p.size])
	return err
}
