package apitrace

import (
	"math"
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// fakeArg is an argument of a call that is not in the recording: a number, a string, a list, or one of the types
// named, address and blob.
type fakeArg struct {
	name  string
	value any
}

type address uint64

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

func (x *writer) fakeValue(v any) {
	switch v := v.(type) {
	case int:
		x.signed(int64(v))
	case uint64:
		x.unsigned(v)
	case string:
		x.string([]byte(v))
	case named:
		x.enum(v.name, v.value)
	case address:
		x.pointer(uint64(v))
	case blob:
		x.blob(v.zeros, v.data)
	case float32:
		x.float(math.Float32bits(v))
	case []int:
		x.array(len(v))
		for _, n := range v {
			x.signed(int64(n))
		}
	case []string:
		x.array(len(v))
		for _, s := range v {
			x.string([]byte(s))
		}
	case []any:
		x.array(len(v))
		for _, one := range v {
			x.fakeValue(one)
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
