package apitrace

import (
	"encoding/binary"

	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
)

func (e *encoder) null() { e.writeByte(events.NullValue) }

func (e *encoder) unsigned(n uint64) {
	e.writeByte(events.UintValue)
	e.uint(n)
}

func (e *encoder) signed(n int64) {
	if n >= 0 {
		e.unsigned(uint64(n))
		return
	}
	e.writeByte(events.NegativeValue)
	e.uint(-uint64(n))
}

func (e *encoder) float(bits uint32) {
	e.writeByte(events.FloatValue)
	e.write(binary.LittleEndian.AppendUint32(nil, bits))
}

func (e *encoder) double(bits uint64) {
	e.writeByte(events.DoubleValue)
	e.write(binary.LittleEndian.AppendUint64(nil, bits))
}

func (e *encoder) string(s []byte) {
	e.writeByte(events.StringValue)
	e.uint(uint64(len(s)))
	e.write(s)
}

// blob writes data after a number of zeros.
func (e *encoder) blob(zeros uint64, data []byte) {
	e.writeByte(events.BlobValue)
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
	e.writeByte(events.EnumValue)
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
	e.writeByte(events.BitmaskValue)
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
	e.writeByte(events.ArrayValue)
	e.uint(uint64(n))
}

func (e *encoder) pointer(address uint64) {
	if address == 0 {
		e.null()
		return
	}
	e.writeByte(events.PointerValue)
	e.uint(address)
}
