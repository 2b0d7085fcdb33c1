package tracetest

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// pseudo are the functions that a recorder makes itself, as C declares them.
var pseudo = map[string]string{
	"gltrace.Context":    "GLuint context, EGLContext handle, GLint major, GLint minor, GLuint share",
	"gltrace.VertexData": "GLuint index, GLint size, GLenum type/VertexAttribPointerType, GLboolean normalized, GLboolean integer, GLsizei stride, GLint first, GLsizei count, GLuint divisor, const void * data",
	"gltrace.Mapped":     "GLenum target/BufferTargetARB, GLuint buffer, GLintptr offset, GLsizeiptr length, const void * data",
	"gltrace.Error":      "GLenum error/ErrorCode",
	"gltrace.FrameImage": "EGLSurface surface, GLsizei width, GLsizei height, GLsizei full_width, GLsizei full_height, GLuint ago, const GLubyte * data",
	"gltrace.DrawImage":  "GLuint framebuffer, GLsizei width, GLsizei height, GLsizei full_width, GLsizei full_height, GLuint ago, const GLubyte * data",
	"gltrace.Texture":    "GLuint name, GLenum target/TextureTarget, GLint level, GLenum internalformat/InternalFormat, GLsizei width, GLsizei height, GLsizei depth, GLenum format/PixelFormat, GLenum type/PixelType, const void * data",
	"gltrace.Buffer":     "GLuint name, GLsizeiptr size, GLenum usage/BufferUsageARB, const void * data",
}

// function is the definition of a command of the registry, or of a recorder's own; nil for another name.
func function(name string) *tracepb.Function {
	f := &tracepb.Function{Name: name}
	if declared, ok := pseudo[name]; ok {
		for one := range strings.SplitSeq(declared, ", ") {
			one, group, _ := strings.Cut(one, "/")
			at := strings.LastIndexByte(one, ' ')
			typ, err := registry.ParseCType(one[:at])
			if err != nil {
				panic(err)
			}
			p := registry.Param{Name: one[at+1:], Type: typ, Group: group}
			f.Parameters = append(f.Parameters, parameter(&p))
		}
		return f
	}
	c, ok := registry.Builtin().Command(name)
	if !ok {
		return nil
	}
	for i := range c.Params {
		f.Parameters = append(f.Parameters, parameter(&c.Params[i]))
	}
	if !c.Return.Type.IsVoid() {
		f.Result = parameter(&c.Return)
	}
	return f
}

func parameter(p *registry.Param) *tracepb.Parameter {
	out := &tracepb.Parameter{Name: p.Name, Type: p.Type.String(), Group: p.Group, Cell: cell(p.Type)}
	if g, ok := registry.Builtin().Group(p.Group); ok {
		out.Bits = g.Bitmask
	}
	if !p.Type.IsPointer() {
		return out
	}
	out.Data, out.Element, out.Out = p.Len.String(), p.Type.Elem().Base, !p.Type.Const
	if out.Data == "" && out.Element == "GLchar" {
		out.Data = "string"
	}
	if out.Data == "" && !strings.HasPrefix(p.Name, "data") {
		out.Missing = true
	}
	return out
}

// cells say how types stand in the columns that are no typedefs of others.
var cells = map[string]tracepb.Cell{
	"int": tracepb.Cell_CELL_INT, "char": tracepb.Cell_CELL_INT, "EGLint": tracepb.Cell_CELL_INT,
	"khronos_int8_t": tracepb.Cell_CELL_INT, "khronos_int16_t": tracepb.Cell_CELL_INT, "khronos_int32_t": tracepb.Cell_CELL_INT,
	"unsigned int": tracepb.Cell_CELL_UINT, "unsigned char": tracepb.Cell_CELL_UINT,
	"khronos_uint8_t": tracepb.Cell_CELL_UINT, "khronos_uint16_t": tracepb.Cell_CELL_UINT,
	"khronos_int64_t": tracepb.Cell_CELL_LONG, "khronos_intptr_t": tracepb.Cell_CELL_LONG, "khronos_ssize_t": tracepb.Cell_CELL_LONG,
	"intptr_t": tracepb.Cell_CELL_LONG, "khronos_stime_nanoseconds_t": tracepb.Cell_CELL_LONG,
	"khronos_float_t": tracepb.Cell_CELL_FLOAT, "float": tracepb.Cell_CELL_FLOAT, "double": tracepb.Cell_CELL_DOUBLE,
}

// cell is how a type stands in the columns; what is no number is an address.
func cell(t registry.CType) tracepb.Cell {
	for !t.IsPointer() && t.Array == 0 {
		if c, ok := cells[t.Base]; ok {
			return c
		}
		typ, ok := registry.Builtin().Type(t.Base)
		if !ok || typ.Kind != registry.Alias {
			break
		}
		t = typ.Target
	}
	return tracepb.Cell_CELL_ULONG
}
