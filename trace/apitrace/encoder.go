package apitrace

import (
	"encoding/binary"
)

// Codes of the format.
const (
	version = 6

	enterEvent = 0
	leaveEvent = 1

	endDetail    = 0
	argDetail    = 1
	resultDetail = 2
	flagsDetail  = 5

	fakeFlag = 1

	nullValue     = 0
	negativeValue = 3
	uintValue     = 4
	floatValue    = 5
	doubleValue   = 6
	stringValue   = 7
	blobValue     = 8
	enumValue     = 9
	bitmaskValue  = 10
	arrayValue    = 11
	pointerValue  = 13
)

// encoder writes the events and values of a trace. Signatures are defined where they are first used.
type encoder struct {
	*container
	calls     uint64
	functions map[string]uint64
	enums     map[named]uint64
	bitmasks  map[string]uint64
}

// named is an enum value with its name.
type named struct {
	name  string
	value uint64
}

func newEncoder(c *container) *encoder {
	return &encoder{container: c, functions: map[string]uint64{}, enums: map[named]uint64{}, bitmasks: map[string]uint64{}}
}

// header begins a trace. The second number is the version of the meaning of calls.
func (e *encoder) header(process string) {
	e.uint(version)
	e.uint(version)
	if process != "" {
		e.text("process.name")
		e.text(process)
	}
	e.text("")
}

// uint writes a number with 7 bits in each byte, the lowest first.
func (e *encoder) uint(n uint64) {
	for ; n >= 0x80; n >>= 7 {
		e.writeByte(byte(n) | 0x80)
	}
	e.writeByte(byte(n))
}

func (e *encoder) text(s string) {
	e.uint(uint64(len(s)))
	e.write([]byte(s))
}

// enter begins a call. key identifies the signature, which is the name and the names of the parameters.
func (e *encoder) enter(key string, thread uint32, name string, params []string) {
	e.writeByte(enterEvent)
	e.uint(uint64(thread))
	id, known := e.functions[key]
	if !known {
		id = uint64(len(e.functions))
		e.functions[key] = id
	}
	e.uint(id)
	if known {
		return
	}
	e.text(name)
	e.uint(uint64(len(params)))
	for _, p := range params {
		e.text(p)
	}
}

// leave begins the second part of a call, after its input arguments.
func (e *encoder) leave() {
	e.writeByte(endDetail)
	e.writeByte(leaveEvent)
	e.uint(e.calls)
	e.calls++
}

func (e *encoder) end() { e.writeByte(endDetail) }

func (e *encoder) fake() {
	e.writeByte(flagsDetail)
	e.uint(fakeFlag)
}

func (e *encoder) arg(i int) {
	e.writeByte(argDetail)
	e.uint(uint64(i))
}

func (e *encoder) result() { e.writeByte(resultDetail) }

func (e *encoder) null() { e.writeByte(nullValue) }

func (e *encoder) unsigned(n uint64) {
	e.writeByte(uintValue)
	e.uint(n)
}

func (e *encoder) signed(n int64) {
	if n >= 0 {
		e.unsigned(uint64(n))
		return
	}
	e.writeByte(negativeValue)
	e.uint(-uint64(n))
}

func (e *encoder) float(bits uint32) {
	e.writeByte(floatValue)
	e.write(binary.LittleEndian.AppendUint32(nil, bits))
}

func (e *encoder) double(bits uint64) {
	e.writeByte(doubleValue)
	e.write(binary.LittleEndian.AppendUint64(nil, bits))
}

func (e *encoder) string(s []byte) {
	e.writeByte(stringValue)
	e.uint(uint64(len(s)))
	e.write(s)
}

// blob writes data after a number of zeros.
func (e *encoder) blob(zeros uint64, data []byte) {
	e.writeByte(blobValue)
	e.uint(zeros + uint64(len(data)))
	var empty [4096]byte
	for zeros > 0 && e.err == nil {
		n := min(zeros, uint64(len(empty)))
		e.write(empty[:n])
		zeros -= n
	}
	e.write(data)
}

// enum writes a value with its name. Each pair of both has its own signature: which names a value could also
// have depends on the parameter.
func (e *encoder) enum(name string, value uint64) {
	e.writeByte(enumValue)
	id, known := e.enums[named{name, value}]
	if !known {
		id = uint64(len(e.enums))
		e.enums[named{name, value}] = id
	}
	e.uint(id)
	if !known {
		e.uint(1)
		e.text(name)
		e.signed(int64(value))
	}
	e.signed(int64(value))
}

// bitmask writes a value with the names of its group.
func (e *encoder) bitmask(group string, names []named, value uint64) {
	e.writeByte(bitmaskValue)
	id, known := e.bitmasks[group]
	if !known {
		id = uint64(len(e.bitmasks))
		e.bitmasks[group] = id
	}
	e.uint(id)
	if !known {
		e.uint(uint64(len(names)))
		for _, n := range names {
			e.text(n.name)
			e.uint(n.value)
		}
	}
	e.uint(value)
}

func (e *encoder) array(n int) {
	e.writeByte(arrayValue)
	e.uint(uint64(n))
}

func (e *encoder) pointer(address uint64) {
	if address == 0 {
		e.null()
		return
	}
	e.writeByte(pointerValue)
	e.uint(address)
}
