package events

// Function is a function of a trace.
type Function struct {
	Name   string
	Params []string
}

// Call is a call of a trace.
type Call struct {
	Function *Function
	Thread   uint32 // from 0
	Fake     bool   // added by apitrace
	Args     []Value
	Result   Value

	number uint64
	bytes  []byte
	items  []Value
}

// Kind is the kind of a Value.
type Kind uint8

// The kinds of values.
const (
	Missing Kind = iota // the trace does not have the value
	Null                // a null pointer
	Number              // Bits: an integer, an enum, a bit mask or a boolean
	Float               // Bits: of a float
	Double              // Bits: of a double
	Text                // a string, without a zero at its end
	Blob                // bytes
	List                // an array, or a pointer to one value
	Address             // Bits: a handle or an address
	Other               // a structure or a wide string
)

// Value is an argument, a result or an element.
type Value struct {
	Kind     Kind
	Bits     uint64
	from, to uint32 // of bytes or items of the call
}

// Bytes returns the bytes of a Text or Blob, which are valid as long as the call.
func (c *Call) Bytes(v Value) []byte {
	if v.Kind != Text && v.Kind != Blob {
		return nil
	}
	return c.bytes[v.from:v.to:v.to]
}

// Items returns the elements of a List.
func (c *Call) Items(v Value) []Value {
	if v.Kind != List {
		return nil
	}
	return c.items[v.from:v.to:v.to]
}

// mostKept is the maximum size in bytes of the memory that is kept for the next call.
const mostKept = 1 << 20

// reset prepares the call for another one of a function with n parameters.
func (c *Call) reset(n int) {
	if cap(c.bytes) > mostKept {
		c.bytes = nil
	}
	if cap(c.items) > mostKept/32 {
		c.items = nil
	}
	if cap(c.Args) < n {
		c.Args = make([]Value, n)
	}
	c.Args = c.Args[:n]
	clear(c.Args)
	c.Result, c.Fake, c.bytes, c.items = Value{}, false, c.bytes[:0], c.items[:0]
}
