//go:build ignore

package gles

// shading are the functions of the C core that describe shaders. Package core sets them.
var shading struct {
	shader  func(name GLuint) (ShaderInfo, bool)
	program func(name GLuint) (ProgramInfo, bool)
}

// BindShaders sets the functions that describe shaders. Package core calls it before any hook runs.
func BindShaders(shader func(name GLuint) (ShaderInfo, bool), program func(name GLuint) (ProgramInfo, bool)) {
	shading.shader, shading.program = shader, program
}

// ShaderInfo describes a shader.
type ShaderInfo struct {
	Type   GLenum // such as GL_VERTEX_SHADER
	Source string // as the driver has it, with the changes of hooks of glShaderSource
	Hash   uint64 // FNV-1a of the source: the same in each run and on each device
	Label  string // of glObjectLabel; "" without one
}

// ProgramInfo describes a program as it was at its last link.
type ProgramInfo struct {
	Shaders []ShaderInfo // sorted by type; none if the program is from glProgramBinary
	Hash    uint64       // of the types and sources of the shaders, or of the binary
	Label   string
}

// Shader describes a shader of the current context. It queries the driver, and copies the source. It returns false if
// there is no such shader.
//
//	if s, ok := gles.Shader(shader); ok {
//		gles.Logf("%s %016x", gles.ShaderType.Name(s.Type), s.Hash)
//	}
func Shader(shader GLuint) (ShaderInfo, bool) { return shading.shader(shader) }

// Program describes a program of the current context with the shaders that it was linked from, even if the app has
// deleted them. It copies the sources. It returns false if there is no such program, or if it was linked before the
// layer was loaded.
func Program(program GLuint) (ProgramInfo, bool) { return shading.program(program) }
