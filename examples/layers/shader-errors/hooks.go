//go:build ignore

// The layer logs each shader that does not compile, with the messages of the driver.
package main

import (
	"layer/gles"
)

func onInitialize(l *gles.Layer) {}

// failed receives each failure.
var failed = func(shader gles.GLuint, messages string) {
	gles.Logf("shader %d does not compile: %s", shader, messages)
}

func glCompileShader(next gles.GLCompileShaderFunc, shader gles.GLuint) {
	next(shader)
	status := gles.GLint(gles.GL_TRUE) // stays if the name is not that of a shader
	gles.GLGetShaderiv(shader, gles.GL_COMPILE_STATUS, &status)
	if status == gles.GL_TRUE {
		return
	}
	text, n := make([]gles.GLchar, 4<<10), gles.GLsizei(0)
	gles.GLGetShaderInfoLog(shader, gles.GLsizei(len(text)), &n, &text[0])
	failed(shader, gles.StringN(&text[0], n))
}
