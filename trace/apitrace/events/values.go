package events

import "fmt"

// mostDepth is the maximum depth of nested values.
const mostDepth = 8

// value reads a value of a call.
func (r *Reader) value(c *Call, depth int) Value {
	switch code := r.byte(); code {
	case NullValue:
		return Value{Kind: Null}
	case FalseValue:
		return Value{Kind: Number}
	case TrueValue:
		return Value{Kind: Number, Bits: 1}
	case NegativeValue:
		return Value{Kind: Number, Bits: -r.uint()}
	case UintValue:
		return Value{Kind: Number, Bits: r.uint()}
	case FloatValue:
		return Value{Kind: Float, Bits: r.fixed(4)}
	case DoubleValue:
		return Value{Kind: Double, Bits: r.fixed(8)}
	case StringValue:
		return r.data(c, Text)
	case BlobValue:
		return r.data(c, Blob)
	case EnumValue:
		r.enumSignature()
		return Value{Kind: Number, Bits: r.signed()}
	case BitmaskValue:
		r.bitmaskSignature()
		return Value{Kind: Number, Bits: r.uint()}
	case PointerValue:
		return Value{Kind: Address, Bits: r.uint()}
	default:
		return r.nested(c, code, depth)
	}
}

// nested reads a value that contains others.
func (r *Reader) nested(c *Call, code byte, depth int) Value {
	if depth == mostDepth {
		r.fail(fmt.Errorf("values are nested more than %d times", mostDepth))
		return Value{}
	}
	switch code {
	case ArrayValue:
		return r.list(c, depth)
	case StructValue:
		for range r.structSignature() {
			if r.value(c, depth+1); r.err != nil {
				break
			}
		}
		return Value{Kind: Other}
	case ReprValue: // the value for people, then that of the program
		r.value(c, depth+1)
		return r.value(c, depth+1)
	case WideValue:
		for n := r.count(maxBytes, "characters"); n > 0 && r.err == nil; n-- {
			r.uint()
		}
		return Value{Kind: Other}
	}
	r.fail(fmt.Errorf("unknown kind of value %d", code))
	return Value{}
}

// data reads bytes.
func (r *Reader) data(c *Call, kind Kind) Value {
	n := r.count(maxBytes-len(c.bytes), "bytes of data in a call")
	from := len(c.bytes)
	c.bytes = r.append(c.bytes, n)
	return Value{Kind: kind, from: uint32(from), to: uint32(len(c.bytes))}
}

// list reads an array. Its elements are next to each other, before those of arrays in it.
func (r *Reader) list(c *Call, depth int) Value {
	n := r.count(maxItems-len(c.items), "elements of arrays in a call")
	from := len(c.items)
	for range n {
		c.items = append(c.items, Value{})
	}
	for i := 0; i < n && r.err == nil; i++ {
		one := r.value(c, depth+1)
		c.items[from+i] = one
	}
	return Value{Kind: List, from: uint32(from), to: uint32(from + n)}
}

// signed reads a number with a code for its sign.
func (r *Reader) signed() uint64 {
	switch code := r.byte(); code {
	case FalseValue:
		return 0
	case TrueValue:
		return 1
	case NegativeValue:
		return -r.uint()
	case UintValue:
		return r.uint()
	default:
		r.fail(fmt.Errorf("an enum has a value of the kind %d", code))
		return 0
	}
}
