package restore

import (
	"bytes"
	"fmt"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Values of glGetShaderiv, glGetProgramiv and glGetActiveUniformBlockiv.
const (
	shaderType     = 0x8B4F
	compileStatus  = 0x8B81
	deleteStatus   = 0x8B80
	linkStatus     = 0x8B82
	activeUniforms = 0x8B86
	blockBinding   = 0x8A3F
	separable      = 0x8258
)

// shaderValue creates a shader when its type is known.
func shaderValue(x *Restorer, r *restored, c *file.Call) error {
	if err := x.keep(r, place{c.Args[1].Uint(), noIndex}, c, 2); err != nil || !r.objects || c.Args[1].Uint() != shaderType {
		return err
	}
	if kind := r.values[place{shaderType, noIndex}]; len(kind) > 0 {
		x.call(c, "glCreateShader", c.Args[0].Uint(), Arg{"type", kind[0]})
	}
	return nil
}

func shaderSource(x *Restorer, r *restored, c *file.Call) error {
	if !r.objects || !c.Args[3].HasData() {
		return nil
	}
	source, err := x.file.Payload(c.Args[3].Data.Payloads)
	if err != nil {
		return err
	}
	shader := Arg{"shader", c.Args[0].Uint()}
	x.call(c, "glShaderSource", nil, shader, Arg{"count", 1}, Arg{"string", []string{string(bytes.TrimSuffix(source, []byte{0}))}}, Arg{"length", Address(0)})
	if status, _ := r.value(ref{name: Enum{Value: compileStatus}}, noIndex); !isZero(status) {
		x.call(c, "glCompileShader", nil, shader)
	}
	return nil
}

// programValue creates a program at its first query, and links it before the query of its uniforms.
func programValue(x *Restorer, r *restored, c *file.Call) error {
	pname := c.Args[1].Uint()
	if err := x.keep(r, place{pname, noIndex}, c, 2); err != nil || !r.objects {
		return err
	}
	program := Arg{"program", c.Args[0].Uint()}
	switch pname {
	case deleteStatus:
		r.linked, r.types = false, map[uint64]uint64{}
		x.call(c, "glCreateProgram", c.Args[0].Uint())
	case separable:
		if values := r.values[place{separable, noIndex}]; len(values) > 0 && Number(values[0]) != 0 {
			x.call(c, "glProgramParameteri", nil, program, Arg{"pname", Enum{"GL_PROGRAM_SEPARABLE", separable}}, Arg{"value", 1})
		}
	case activeUniforms:
		if status, _ := r.value(ref{name: Enum{Value: linkStatus}}, noIndex); !isZero(status) {
			r.linked = true
			x.call(c, "glLinkProgram", nil, program)
			x.call(c, "glUseProgram", nil, program)
		}
	}
	return nil
}

func attachedShaders(x *Restorer, r *restored, c *file.Call) error {
	list, err := x.file.Words(c.Args[3])
	if !r.objects {
		return err
	}
	for _, shader := range list {
		x.call(c, "glAttachShader", nil, Arg{"program", c.Args[0].Uint()}, Arg{"shader", uint64(shader)})
	}
	return err
}

// attribLocation binds an attribute before its program is linked.
func attribLocation(x *Restorer, r *restored, c *file.Call) error {
	if !r.objects || r.linked || int32(c.Result.Bits) < 0 || !c.Args[1].HasData() {
		return nil
	}
	name, err := x.file.Payload(c.Args[1].Data.Payloads)
	if err == nil {
		x.call(c, "glBindAttribLocation", nil, Arg{"program", c.Args[0].Uint()}, Arg{"index", c.Result.Uint()},
			Arg{"name", string(bytes.TrimSuffix(name, []byte{0}))})
	}
	return err
}

func activeUniform(x *Restorer, r *restored, c *file.Call) error {
	list, err := x.file.Words(c.Args[5])
	if len(list) > 0 {
		r.uniform = uint64(list[0])
	}
	return err
}

// uniformLocation makes the query itself: eglretrace maps the location.
func uniformLocation(x *Restorer, r *restored, c *file.Call) error {
	if !r.linked || int32(c.Result.Bits) < 0 {
		return nil
	}
	r.types[c.Result.Uint()] = r.uniform
	x.remember(1)
	return x.target.Repeat(c)
}

// matrices has the suffixes of glUniformMatrix by the type of a uniform.
var matrices = map[uint64]string{0x8B5A: "2", 0x8B5B: "3", 0x8B5C: "4", 0x8B65: "2x3", 0x8B66: "2x4", 0x8B67: "3x2", 0x8B68: "3x4", 0x8B69: "4x2", 0x8B6A: "4x3"}

// uniformValue sets a uniform of the current program.
func uniformValue(suffix string) func(*Restorer, *restored, *file.Call) error {
	return func(x *Restorer, r *restored, c *file.Call) error {
		list, err := x.elements(c, 2)
		if err != nil || !r.linked || len(list) == 0 {
			return err
		}
		location, count, value := Arg{"location", int(c.Args[1].Int())}, Arg{"count", 1}, Arg{"value", list}
		if size, matrix := matrices[r.types[c.Args[1].Uint()]]; matrix {
			x.call(c, "glUniformMatrix"+size+"fv", nil, location, count, Arg{"transpose", Enum{"GL_FALSE", 0}}, value)
		} else if len(list) <= 4 {
			x.call(c, fmt.Sprintf("glUniform%d%sv", len(list), suffix), nil, location, count, value)
		}
		return nil
	}
}

func uniformBlock(x *Restorer, r *restored, c *file.Call) error {
	list, err := x.file.Words(c.Args[3])
	if r.linked && c.Args[2].Uint() == blockBinding && len(list) > 0 {
		x.call(c, "glUniformBlockBinding", nil, Arg{"program", c.Args[0].Uint()}, Arg{"uniformBlockIndex", c.Args[1].Uint()},
			Arg{"uniformBlockBinding", uint64(list[0])})
	}
	return err
}
