package calltext

import (
	"strings"
	"sync"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Words puts the calls of one file in words. It may be used by several goroutines at once.
type Words struct {
	payload   Payload
	functions sync.Map // *file.Function to *function
}

// New makes one that reads captured data with payload; nil: it says only how large data is.
func New(payload Payload) *Words { return &Words{payload: payload} }

// Kind is what a value is. Its words are for those who read dump's lines and the viewer's answers, too.
type Kind string

// The kinds.
const (
	KindEnum   Kind = "enum"
	KindBits   Kind = "bits"
	KindBool   Kind = "bool"
	KindNumber Kind = "number"
	KindObject Kind = "object" // the name of one
	KindHandle Kind = "handle" // or an address
	KindText   Kind = "text"
	KindData   Kind = "data" // other than text
	KindLack   Kind = "lack" // data that was not captured
)

// Word is an argument or a result in words.
type Word struct {
	Name  string // of the parameter; empty for a result
	Type  string // in C
	Text  string
	Kind  Kind
	Class string // of an object: texture, buffer, program, ...
	Value uint64 // as the cell has it
}

// Line is the whole call: glEnable(cap=GL_BLEND), and the result behind =.
func (w *Words) Line(c *file.Call) string {
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

// Args are all arguments.
func (w *Words) Args(c *file.Call) []Word {
	out := make([]Word, len(c.Function.Params))
	for i := range out {
		out[i] = w.Arg(c, i)
	}
	return out
}

// Arg is an argument.
func (w *Words) Arg(c *file.Call, i int) Word {
	return w.word(c, i, &c.Function.Params[i], c.Args[i])
}

// Result is the result; a function without one has none.
func (w *Words) Result(c *file.Call) (Word, bool) {
	if c.Function.Result == nil {
		return Word{}, false
	}
	return w.word(c, len(c.Function.Params), c.Function.Result, c.Result), true
}

func (w *Words) word(c *file.Call, i int, p *file.Param, v file.Value) Word {
	r := w.function(c.Function).readings[i]
	if r.kind == valueOf {
		r = w.behind(c, r)
	}
	out := Word{Name: p.Name, Type: p.Type, Value: v.Bits, Class: r.class, Kind: r.word(p, v)}
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

// behind is the reading of a value that another argument names.
func (w *Words) behind(c *file.Call, r Reading) Reading {
	name := uint64(uint32(c.Args[r.of].Bits))
	if g := w.function(c.Function).readings[r.of].group; g != nil && g.attribs != nil {
		return g.attribs[name]
	}
	return pnames()[name]
}

func (w *Words) function(f *file.Function) *function {
	if got, ok := w.functions.Load(f); ok {
		return got.(*function)
	}
	got, _ := w.functions.LoadOrStore(f, newFunction(f))
	return got.(*function)
}

// kinds are what values are by how they read.
var kinds = map[kind]Kind{enumKind: KindEnum, bitsKind: KindBits, boolKind: KindBool, eglBool: KindBool, object: KindObject, address: KindHandle}

func (r Reading) word(p *file.Param, v file.Value) Kind {
	switch d := v.Data; {
	case d == nil && p.Missing && v.Bits != 0:
		return KindLack
	case d == nil:
	case d.Capture == tracepb.Capture_CAPTURE_DATA && isText(p):
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
