package apitrace

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
)

// shaderValue creates a shader when its type is known.
func shaderValue(x *writer, r *restored, c *file.Call) error {
	if err := x.keep(r, place{c.Args[1].Uint(), noIndex}, c, 2); err != nil || !r.objects || c.Args[1].Uint() != shaderType {
		return err
	}
	if kind := r.values[place{shaderType, noIndex}]; len(kind) > 0 {
		x.fakeCall(c.Thread, "glCreateShader", c.Args[0].Uint(), fakeArg{"type", kind[0]})
	}
	return nil
}

func shaderSource(x *writer, r *restored, c *file.Call) error {
	if !r.objects || !hasData(c.Args[3]) {
		return nil
	}
	source, err := x.file.Payload(c.Args[3].Data.Payloads)
	if err != nil {
		return err
	}
	shader := fakeArg{"shader", c.Args[0].Uint()}
	x.fakeCall(c.Thread, "glShaderSource", nil, shader, fakeArg{"count", 1}, fakeArg{"string", []string{string(bytes.TrimSuffix(source, []byte{0}))}}, fakeArg{"length", address(0)})
	if status, _ := r.value(ref{name: named{value: compileStatus}}, noIndex); !isZero(status) {
		x.fakeCall(c.Thread, "glCompileShader", nil, shader)
	}
	return nil
}

// programValue creates a program at its first query, and links it before the query of its uniforms.
func programValue(x *writer, r *restored, c *file.Call) error {
	pname := c.Args[1].Uint()
	if err := x.keep(r, place{pname, noIndex}, c, 2); err != nil || !r.objects {
		return err
	}
	program := fakeArg{"program", c.Args[0].Uint()}
	switch pname {
	case deleteStatus:
		r.linked, r.types = false, map[uint64]uint64{}
		x.fakeCall(c.Thread, "glCreateProgram", c.Args[0].Uint())
	case activeUniforms:
		if status, _ := r.value(ref{name: named{value: linkStatus}}, noIndex); !isZero(status) {
			r.linked = true
			x.fakeCall(c.Thread, "glLinkProgram", nil, program)
			x.fakeCall(c.Thread, "glUseProgram", nil, program)
		}
	}
	return nil
}

func attachedShaders(x *writer, r *restored, c *file.Call) error {
	list, err := numbersOf(x.file, c.Args[3])
	if !r.objects {
		return err
	}
	for _, shader := range list {
		x.fakeCall(c.Thread, "glAttachShader", nil, fakeArg{"program", c.Args[0].Uint()}, fakeArg{"shader", uint64(shader)})
	}
	return err
}

// attribLocation binds an attribute before its program is linked.
func attribLocation(x *writer, r *restored, c *file.Call) error {
	if !r.objects || r.linked || int32(c.Result.Bits) < 0 || !hasData(c.Args[1]) {
		return nil
	}
	name, err := x.file.Payload(c.Args[1].Data.Payloads)
	if err == nil {
		x.fakeCall(c.Thread, "glBindAttribLocation", nil, fakeArg{"program", c.Args[0].Uint()}, fakeArg{"index", c.Result.Uint()},
			fakeArg{"name", string(bytes.TrimSuffix(name, []byte{0}))})
	}
	return err
}

func activeUniform(x *writer, r *restored, c *file.Call) error {
	list, err := numbersOf(x.file, c.Args[5])
	if len(list) > 0 {
		r.uniform = uint64(list[0])
	}
	return err
}

// uniformLocation makes the query itself: eglretrace maps the location.
func uniformLocation(x *writer, r *restored, c *file.Call) error {
	if !r.linked || int32(c.Result.Bits) < 0 {
		return nil
	}
	r.types[c.Result.Uint()] = r.uniform
	x.remember(1)
	return x.made(c)
}

// matrices has the suffixes of glUniformMatrix by the type of a uniform.
var matrices = map[uint64]string{0x8B5A: "2", 0x8B5B: "3", 0x8B5C: "4", 0x8B65: "2x3", 0x8B66: "2x4", 0x8B67: "3x2", 0x8B68: "3x4", 0x8B69: "4x2", 0x8B6A: "4x3"}

// uniformValue sets a uniform of the current program.
func uniformValue(suffix string) func(*writer, *restored, *file.Call) error {
	return func(x *writer, r *restored, c *file.Call) error {
		list, err := x.elements(c, 2)
		if err != nil || !r.linked || len(list) == 0 {
			return err
		}
		location, count, value := fakeArg{"location", int(c.Args[1].Int())}, fakeArg{"count", 1}, fakeArg{"value", list}
		if size, matrix := matrices[r.types[c.Args[1].Uint()]]; matrix {
			x.fakeCall(c.Thread, "glUniformMatrix"+size+"fv", nil, location, count, fakeArg{"transpose", named{"GL_FALSE", 0}}, value)
		} else if len(list) <= 4 {
			x.fakeCall(c.Thread, fmt.Sprintf("glUniform%d%sv", len(list), suffix), nil, location, count, value)
		}
		return nil
	}
}

func uniformBlock(x *writer, r *restored, c *file.Call) error {
	list, err := numbersOf(x.file, c.Args[3])
	if r.linked && c.Args[2].Uint() == blockBinding && len(list) > 0 {
		x.fakeCall(c.Thread, "glUniformBlockBinding", nil, fakeArg{"program", c.Args[0].Uint()}, fakeArg{"uniformBlockIndex", c.Args[1].Uint()},
			fakeArg{"uniformBlockBinding", uint64(list[0])})
	}
	return err
}
