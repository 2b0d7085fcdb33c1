//go:build ignore

// The layer gives every driver the extension GL_KHR_parallel_shader_compile, with which an app asks whether a shader is still
// being compiled. A driver that lacks the extension compiles at once, so that the answer is always no.
package main

import "layer/gles"

func onInitialize(l *gles.Layer) {
	if !gles.AddExtension("GL_KHR_parallel_shader_compile", "glMaxShaderCompilerThreadsKHR") {
		gles.Logf("the extension cannot be added")
	}
}

// driverHas reports whether the driver has the extension itself. Then the hooks only pass calls on.
func driverHas() bool { return gles.GL_KHR_parallel_shader_compile.Present() }

// Without the extension there is no next function: the number of threads has no effect.
//
//gleslayer:ok next the driver does not have the function
func glMaxShaderCompilerThreadsKHR(next gles.GLMaxShaderCompilerThreadsKHRFunc, count gles.GLuint) {
	if driverHas() {
		next(count)
	}
}

//gleslayer:ok next the driver does not know the query
func glGetShaderiv(next gles.GLGetShaderivFunc, shader gles.GLuint, pname gles.GLenum, params *gles.GLint) {
	if pname == gles.GL_COMPLETION_STATUS_KHR && !driverHas() {
		*params = gles.GL_TRUE
		return
	}
	next(shader, pname, params)
}

//gleslayer:ok next the driver does not know the query
func glGetProgramiv(next gles.GLGetProgramivFunc, program gles.GLuint, pname gles.GLenum, params *gles.GLint) {
	if pname == gles.GL_COMPLETION_STATUS_KHR && !driverHas() {
		*params = gles.GL_TRUE
		return
	}
	next(program, pname, params)
}
