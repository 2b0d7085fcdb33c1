package main

import (
	"fmt"
	"sync/atomic"

	"github.com/gleslayergen/gleslayergen/examples/active/gles"
)

// programs counts the shader programs of the app.
var programs atomic.Int64

// prefix is the start of each label; onInitialize sets it.
var prefix string

// onInitialize runs once, before the app's first EGL call. It prepares what the hooks need and may look
// functions up. It must not call EGL, because the loader holds its lock.
func onInitialize(l *gles.Layer) {
	prefix = "program"
	if l.Lookup("glObjectLabelKHR") == 0 {
		prefix = "" // Android returns an address for each name it knows; another loader may return nil
	}
	gles.Logf("onInitialize: labels for shader programs are prepared")
}

// glCreateProgram gives each new program a label, which debuggers and validation messages then show instead
// of a number. If the context has the extension, it calls two of its functions that this layer does not
// intercept.
func glCreateProgram(next gles.GLCreateProgramFunc) gles.GLuint {
	program := next()
	if program == 0 || prefix == "" || !gles.GL_KHR_debug.Present() {
		return program
	}
	var m gles.Memory
	defer m.Free()
	label := fmt.Sprintf("%s %d", prefix, programs.Add(1))
	gles.GLObjectLabelKHR(gles.GL_PROGRAM_KHR, program, gles.GLsizei(len(label)), m.String(label))
	gles.Logf("glCreateProgram: %d is labelled %q", program, labelOf(program))
	return program
}

// labelOf reads a label back.
func labelOf(program gles.GLuint) string {
	var length gles.GLsizei
	label := make([]gles.GLchar, 64)
	gles.GLGetObjectLabelKHR(gles.GL_PROGRAM_KHR, program, gles.GLsizei(len(label)), &length, &label[0])
	return gles.StringN(&label[0], length)
}
