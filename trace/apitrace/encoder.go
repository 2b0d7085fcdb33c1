package apitrace

import "github.com/gleslayergen/gleslayergen/trace/apitrace/events"

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
	e.uint(events.Version)
	e.uint(events.Version)
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
	e.writeByte(events.Enter)
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
	e.writeByte(events.EndDetail)
	e.writeByte(events.Leave)
	e.uint(e.calls)
	e.calls++
}

func (e *encoder) end() { e.writeByte(events.EndDetail) }

func (e *encoder) fake() {
	e.writeByte(events.FlagsDetail)
	e.uint(events.Fake)
}

func (e *encoder) arg(i int) {
	e.writeByte(events.ArgDetail)
	e.uint(uint64(i))
}

func (e *encoder) result() { e.writeByte(events.ResultDetail) }
