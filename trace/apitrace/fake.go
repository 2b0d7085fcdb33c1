package apitrace

import (
	"math"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/restore"
)

// fakeArg is an argument of a call that is not in the recording: a number, a string, a list, or one of the types
// named, address and blob.
type fakeArg struct {
	name  string
	value any
}

type address = restore.Address

// blob is data after a number of zeros.
type blob struct {
	zeros uint64
	data  []byte
}

// fakeCall writes a call that is not in the recording. result is nil if it has none.
func (x *writer) fakeCall(thread uint32, name string, result any, args ...fakeArg) {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.name
	}
	x.enter(name+"("+strings.Join(names, ","), x.thread(thread), name, names)
	x.fake()
	for i, a := range args {
		x.arg(i)
		x.fakeValue(a.value)
	}
	x.leave()
	if result != nil {
		x.result()
		x.fakeValue(result)
	}
	x.end()
}

// Make makes a call that restores state.
func (x *writer) Make(c *restore.Call) {
	args := make([]fakeArg, len(c.Args))
	for i, a := range c.Args {
		args[i] = fakeArg{a.Name, a.Value}
	}
	x.fakeCall(c.At.Thread, c.Function, c.Result, args...)
	x.track(c)
}

// fakeValue writes a value of fakeArg.
func (e *encoder) fakeValue(v any) {
	switch v := v.(type) {
	case int:
		e.signed(int64(v))
	case uint64:
		e.unsigned(v)
	case string:
		e.string([]byte(v))
	case named:
		e.enum(v.name, v.value)
	case address:
		e.pointer(uint64(v))
	case restore.Enum:
		e.enum(v.Name, v.Value)
	case blob:
		e.blob(v.zeros, v.data)
	case restore.Blob:
		e.blob(0, v)
	case float32:
		e.float(math.Float32bits(v))
	case []int:
		e.array(len(v))
		for _, n := range v {
			e.signed(int64(n))
		}
	case []string:
		e.array(len(v))
		for _, s := range v {
			e.string([]byte(s))
		}
	case []any:
		e.array(len(v))
		for _, one := range v {
			e.fakeValue(one)
		}
	}
}

// symbol returns argument i of a call for fakeArg.
func (x *writer) symbol(c *file.Call, i int) any {
	if name := x.words.Symbol(c, i, c.Args[i].Bits); name != "" {
		return named{name, c.Args[i].Bits}
	}
	return c.Args[i].Bits
}
