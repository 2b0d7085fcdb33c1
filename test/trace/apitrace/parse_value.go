package apitrace

import (
	"encoding/binary"
	"fmt"
	"math"
)

func number(bits uint64) Value { return Value{Kind: Number, Bits: bits} }

// Types of values that are defined once and then referred to by number.
const (
	enumType = 9
	maskType = 10
)

func (p *parser) value() Value {
	switch code := p.byte(); code {
	case 0, 1, 2: // null, false, true
		return number(uint64(code / 2))
	case 3:
		return number(-p.uint())
	case 4, 13: // unsigned, address
		return number(p.uint())
	case 5:
		four := append(p.bytes(4), 0, 0, 0, 0)
		return Value{Kind: Float, Float: float64(math.Float32frombits(binary.LittleEndian.Uint32(four)))}
	case 6:
		eight := append(p.bytes(8), 0, 0, 0, 0, 0, 0, 0, 0)
		return Value{Kind: Float, Float: math.Float64frombits(binary.LittleEndian.Uint64(eight))}
	case 7:
		return Value{Kind: Text, Text: p.text()}
	case 8:
		return Value{Kind: Data, Text: p.text()}
	case enumType:
		p.readMembers(enumType, func() { p.text(); p.value() })
		return p.value()
	case maskType:
		p.readMembers(maskType, func() { p.text(); p.uint() })
		return number(p.uint())
	case 11:
		return p.list(p.uint())
	case 14: // a readable form, and the value
		p.value()
		return p.value()
	default:
		p.fail(fmt.Errorf("a value of type %d", code))
		return Value{}
	}
}

func (p *parser) list(n uint64) Value {
	v := Value{Kind: List}
	for ; n > 0 && p.err == nil; n-- {
		v.Items = append(v.Items, p.value())
	}
	return v
}

// readMembers reads the number of an enumeration, and skips its members at its definition.
func (p *parser) readMembers(of byte, member func()) {
	k := kindOf{of, p.uint()}
	if p.known[k] {
		return
	}
	p.known[k] = true
	for n := p.uint(); n > 0 && p.err == nil; n-- {
		member()
	}
}
