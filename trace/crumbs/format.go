package crumbs

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Formatter formats calls, with the names of enums for functions that this program knows.
type Formatter struct {
	definitions map[string][]byte
	text        *calltext.Formatter
	known       map[*Function]*file.Function // nil for a function that is not known, or has other parameters
}

// NewFormatter returns a Formatter. Each definition is an encoded Function of gltrace.proto, by the name of the function.
func NewFormatter(definitions map[string][]byte) *Formatter {
	return &Formatter{definitions: definitions, text: calltext.NewFormatter(nil), known: map[*Function]*file.Function{}}
}

// Value is a formatted argument or result.
type Value struct {
	Name string // of the parameter; "" for a result
	Text string
	Bits uint64
}

// Args returns the arguments of a call that were stored.
func (w *Formatter) Args(c *Call) []Value {
	f, list := w.function(c.Function), []Value{}
	for i, bits := range c.Args {
		text := plain(c.Function.Params[i].Type, bits)
		if f != nil {
			text = w.text.Arg(w.whole(f, c), i).Text
		}
		list = append(list, Value{c.Function.Params[i].Name, text, bits})
	}
	return list
}

// Result returns the result of a call, and whether it was stored.
func (w *Formatter) Result(c *Call) (Value, bool) {
	if c.Result == nil {
		return Value{}, false
	}
	text := plain(c.Function.Result, *c.Result)
	if f := w.function(c.Function); f != nil && f.Result != nil {
		value, _ := w.text.Result(w.whole(f, c))
		text = value.Text
	}
	return Value{Text: text, Bits: *c.Result}, true
}

// Line returns a call as text: glCreateShader(type=GL_VERTEX_SHADER) = 3. Arguments that were not stored are "...".
func (w *Formatter) Line(c *Call) string {
	var words []string
	for _, v := range w.Args(c) {
		words = append(words, v.Name+"="+v.Text)
	}
	if len(c.Args) < len(c.Function.Params) {
		words = append(words, "...")
	}
	line := c.Function.Name + "(" + strings.Join(words, ", ") + ")"
	if r, ok := w.Result(c); ok {
		line += " = " + r.Text
	}
	return line
}

// whole returns the call in the form of a recording. Arguments that were not stored are 0, and so is a result.
func (w *Formatter) whole(f *file.Function, c *Call) *file.Call {
	call := &file.Call{Function: f, Args: make([]file.Value, len(f.Params))}
	for i, bits := range c.Args {
		call.Args[i].Bits = bits
	}
	if c.Result != nil {
		call.Result.Bits = *c.Result
	}
	return call
}

// function returns the definition of a function, or nil if it is not known or has other parameters.
func (w *Formatter) function(of *Function) *file.Function {
	f, ok := w.known[of]
	if !ok {
		f = w.define(of)
		w.known[of] = f
	}
	return f
}

func (w *Formatter) define(of *Function) *file.Function {
	encoded, ok := w.definitions[of.Name]
	definition := &tracepb.Function{}
	if !ok || proto.Unmarshal(encoded, definition) != nil {
		return nil
	}
	f, err := file.NewFunction(definition)
	if err != nil || len(f.Params) != len(of.Params) {
		return nil
	}
	for i := range f.Params {
		if f.Params[i].Name != of.Params[i].Name {
			return nil
		}
		f.Params[i].Data, f.Params[i].Missing = "", false // a file has no data behind pointers
	}
	return f
}

// plain formats a value without a definition.
func plain(t Type, bits uint64) string {
	switch t {
	case Int, Long:
		return strconv.FormatInt(int64(bits), 10)
	case Float:
		return calltext.Float(float64(math.Float32frombits(uint32(bits))), true)
	case Double:
		return calltext.Float(math.Float64frombits(bits), false)
	}
	return fmt.Sprintf("0x%x", bits)
}
