package csource

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/calltext"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/replay"
)

// number returns an argument that is a number, an enum, or a handle without an object.
func (c *invocation) number(i int) string {
	t, bits := c.Params[i].Type, c.op.Values[i]
	if isHandle(t) {
		return handle(t, bits)
	}
	word := c.formatter.Arg(c.call, i)
	if name, ok := c.symbols(word.Text); ok && (word.Kind == calltext.KindEnum || word.Kind == calltext.KindBits || word.Kind == calltext.KindBool || strings.HasPrefix(word.Text, "EGL_")) {
		return name
	}
	size, _ := calltext.Element(t.Base)
	return value(bits, size, c.reading.Params[i].Cell, word.Kind == calltext.KindEnum || word.Kind == calltext.KindBits)
}

// noHandles has the names of handles that are 0.
var noHandles = map[string]string{"EGLContext": "EGL_NO_CONTEXT", "EGLSurface": "EGL_NO_SURFACE", "EGLDisplay": "EGL_NO_DISPLAY", "EGLNativeDisplayType": "EGL_DEFAULT_DISPLAY"}

func handle(t registry.CType, bits uint64) string {
	switch {
	case bits != 0:
		return fmt.Sprintf("(%s)(uintptr_t)0x%xu", t, bits)
	case t.Pointers == 0 && noHandles[t.Base] != "":
		return noHandles[t.Base]
	case t.Pointers == 0 && strings.HasPrefix(t.Base, "EGLNative"):
		return "(" + t.Base + ")0"
	}
	return "NULL"
}

// symbols returns the names of an enum or of bits, if the text consists of those. All names are of the registry.
func (s *survey) symbols(text string) (string, bool) {
	if !strings.HasPrefix(text, "GL_") && !strings.HasPrefix(text, "EGL_") {
		return "", false
	}
	parts := strings.Split(text, "|")
	for _, one := range parts {
		if _, ok := registry.Builtin().Enum(one); ok {
			if !core()[one] {
				s.enums[one] = true
			}
		} else if _, err := strconv.ParseUint(one, 0, 64); err != nil {
			return "", false
		}
	}
	return strings.Join(parts, " | "), true
}

// value returns a number in C.
func value(bits uint64, size int, cell tracepb.Cell, hex bool) string {
	switch cell {
	case tracepb.Cell_CELL_FLOAT:
		return float(float64(math.Float32frombits(uint32(bits))), true)
	case tracepb.Cell_CELL_DOUBLE:
		return float(math.Float64frombits(bits), false)
	case tracepb.Cell_CELL_INT:
		if n := int32(bits); n == math.MinInt32 {
			return "INT32_MIN"
		} else {
			return strconv.Itoa(int(n))
		}
	case tracepb.Cell_CELL_LONG:
		if n := int64(bits); n == math.MinInt64 {
			return "INT64_MIN"
		} else {
			return long(strconv.FormatInt(n, 10), n >= math.MinInt32 && n <= math.MaxInt32, "ll")
		}
	case tracepb.Cell_CELL_UINT:
		bits = uint64(uint32(bits)) & (1<<(8*min(size, 4)) - 1)
	}
	if hex {
		return fmt.Sprintf("0x%04X", bits)
	}
	return long(strconv.FormatUint(bits, 10), bits <= math.MaxInt32, map[bool]string{true: "u", false: "ull"}[bits <= math.MaxUint32])
}

func long(text string, short bool, suffix string) string {
	if short {
		return text
	}
	return text + suffix
}

// float returns a floating-point number. The payload of a NaN is lost.
func float(f float64, single bool) string {
	switch {
	case math.IsNaN(f):
		return "NAN"
	case math.IsInf(f, 1):
		return "INFINITY"
	case math.IsInf(f, -1):
		return "-INFINITY"
	}
	text := calltext.Float(f, single)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	if single {
		text += "f"
	}
	return text
}

// classTypes has the types of variables by class; those of others are GLuint.
var classTypes = map[string]string{"display": "EGLDisplay", "surface": "EGLSurface", "context": "EGLContext", "config": "EGLConfig", "image": "EGLImage",
	"EGL sync": "EGLSync", "device": "EGLDeviceEXT", "stream": "EGLStreamKHR", "output layer": "EGLOutputLayerEXT", "output port": "EGLOutputPortEXT",
	"sync": "GLsync", "uniform location": "GLint", "texture handle": "GLuint64"}

// define returns the variable of a register that receives an object.
func (c *invocation) define(r replay.Register, class string) string {
	if class == "uniform location" || class == "uniform block" {
		return c.defineMember(r, class)
	}
	return c.writer.define(c.op, r, class)
}

func (w *writer) define(o *replay.Operation, r replay.Register, class string) string {
	ctype := classTypes[class]
	if ctype == "" {
		ctype = "GLuint"
	}
	object := o.Object(r)
	object.Class = class
	name, known := w.survey.names[object]
	if !known {
		word, number := strings.ReplaceAll(class, " ", "_"), object.Name
		if strings.HasPrefix(ctype, "EGL") || ctype == "GLsync" || ctype == "GLuint64" {
			w.handles[word]++
			number = uint64(w.handles[word])
		}
		if word == "" {
			word = "name"
		}
		name = w.variable(object, fmt.Sprintf("%s_%d", word, number), ctype)
	}
	w.registers[r] = name
	return name
}

// defineMember names the location of a uniform after its program and its name.
func (c *invocation) defineMember(r replay.Register, class string) string {
	program, ctype := "program", "GLint"
	if class == "uniform block" {
		ctype = "GLuint"
	}
	text := ""
	for i := range c.Params {
		if c.Params[i].Name == "program" && i < len(c.args) {
			program = identifier(c.args[i])
		} else if c.Params[i].Type.Base == "GLchar" {
			data, _ := c.op.Data(i)
			text = strings.TrimRight(string(data), "\x00")
		}
	}
	name := program + "_" + strings.Trim(identifier(text), "_")
	if identifier(text) == "" || program[0] >= '0' && program[0] <= '9' {
		name = "location_" + name
	}
	type member struct{ program, class, name string }
	name = c.variable(member{program, class, text}, name, ctype)
	c.registers[r] = name
	return name
}

// register returns the variable or the number of a register.
func (w *writer) register(r replay.Register) string {
	if text, ok := w.registers[r]; ok {
		return text
	}
	return "0"
}

// cast converts a variable to a type, if one is a handle and the other a number.
func (c *invocation) cast(name string, t registry.CType) string {
	if name == "0" && isHandle(t) {
		return handle(t, 0)
	}
	return c.castTo(name, registry.CType{Base: c.variables[name]}, t.String())
}

// castTo converts an expression of a type to another type, if one is a handle and the other a number.
func (c *invocation) castTo(text string, from registry.CType, to string) string {
	t, err := registry.ParseCType(to)
	if from.Base == "" || err != nil || isHandle(from) == isHandle(t) {
		return text
	}
	t.Const = false
	return "(" + t.String() + ")(uintptr_t)" + text
}
