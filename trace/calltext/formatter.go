package calltext

import (
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Formatter formats the calls of one file. It is safe for concurrent use.
type Formatter struct {
	payload   Payload
	functions sync.Map // *file.Function to *function
}

// NewFormatter returns a Formatter that reads captured data with payload. If payload is nil, data is formatted as its size.
func NewFormatter(payload Payload) *Formatter { return &Formatter{payload: payload} }

// Kind classifies a value. The strings are part of the JSON of dump and of the viewer.
type Kind string

// The kinds.
const (
	KindEnum   Kind = "enum"
	KindBits   Kind = "bits"
	KindBool   Kind = "bool"
	KindNumber Kind = "number"
	KindObject Kind = "object" // the name of a GL object
	KindHandle Kind = "handle" // also an address
	KindText   Kind = "text"
	KindData   Kind = "data" // other than text
	KindLack   Kind = "lack" // data that was not captured
)

// Value is a formatted argument or result.
type Value struct {
	Name  string // name of the parameter; empty for a result
	Type  string // in C
	Text  string
	Kind  Kind
	Class string // object class: texture, buffer, program, ...
	Value uint64 // value of the cell
}

// Line returns the whole call, with the result after "=": glEnable(cap=GL_BLEND).
func (w *Formatter) Line(c *file.Call) string {
	var b strings.Builder
	b.WriteString(c.Function.Name)
	b.WriteByte('(')
	for i := range c.Function.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		word := w.Arg(c, i)
		b.WriteString(word.Name + "=" + word.Text)
	}
	b.WriteByte(')')
	if result, ok := w.Result(c); ok {
		b.WriteString(" = " + result.Text)
	}
	return b.String()
}

// Args returns all arguments.
func (w *Formatter) Args(c *file.Call) []Value {
	out := make([]Value, len(c.Function.Params))
	for i := range out {
		out[i] = w.Arg(c, i)
	}
	return out
}

// Arg returns argument i.
func (w *Formatter) Arg(c *file.Call, i int) Value {
	return w.word(c, i, &c.Function.Params[i], c.Args[i])
}

// Result returns the result, and whether the function has one.
func (w *Formatter) Result(c *file.Call) (Value, bool) {
	if c.Function.Result == nil {
		return Value{}, false
	}
	return w.word(c, len(c.Function.Params), c.Function.Result, c.Result), true
}

func (w *Formatter) word(c *file.Call, i int, p *file.Param, v file.Value) Value {
	r := w.function(c.Function).readings[i]
	if r.kind == valueOf {
		r = w.behind(c, r)
	}
	out := Value{Name: p.Name, Type: p.Type, Value: v.Bits, Class: r.class, Kind: r.word(p, v)}
	if v.Data != nil || isPointer(p) && r.kind != object {
		out.Text = w.data(r, p, v)
	} else {
		out.Text = r.number(v.Bits, p.Cell)
	}
	return out
}

func isPointer(p *file.Param) bool {
	return strings.HasSuffix(strings.TrimSuffix(p.Type, "const"), "*")
}

// behind returns the Reading of a value whose meaning another argument specifies, such as pname.
func (w *Formatter) behind(c *file.Call, r Reading) Reading {
	return w.When(c.Function, r, c.Args[r.of].Bits)
}

func (w *Formatter) function(f *file.Function) *function {
	if got, ok := w.functions.Load(f); ok {
		return got.(*function)
	}
	got, _ := w.functions.LoadOrStore(f, newFunction(f))
	return got.(*function)
}

// kinds maps how a value is formatted to its Kind.
var kinds = map[kind]Kind{enumKind: KindEnum, bitsKind: KindBits, boolKind: KindBool, eglBool: KindBool, object: KindObject, address: KindHandle}

func (r Reading) word(p *file.Param, v file.Value) Kind {
	switch d := v.Data; {
	case d == nil && p.Missing && v.Bits != 0:
		return KindLack
	case d == nil:
	case d.Capture == tracepb.Capture_CAPTURE_DATA && HasText(p):
		return KindText
	case d.Capture == tracepb.Capture_CAPTURE_DATA:
		return KindData
	case lacks[d.Capture] != "":
		return KindLack
	default:
		return KindHandle
	}
	if k := kinds[r.kind]; k != "" {
		return k
	}
	return KindNumber
}
