package main

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/gleslayergen/gleslayergen/examples/active/gles"
)

// programs counts the shader programs of the app.
var programs atomic.Int64

// prefix is what labels begin with; onInitialize sets it.
var prefix string

// onInitialize runs once, before the app's first EGL call. It prepares what the hooks use, and looks functions
// up; it must not call EGL, because the loader holds its lock.
func onInitialize(l *gles.Layer) {
	prefix = "program"
	if l.Lookup("glObjectLabelKHR") == 0 {
		prefix = "" // Android always has an address for a name it knows; another loader may not
	}
	gles.Logf("onInitialize: labels for shader programs are prepared")
}

// glCreateProgram gives each new program a label, which debuggers and validation messages then show in place of a
// bare number. It calls two functions of an extension that this layer does not intercept.
func glCreateProgram(next gles.GlCreateProgramFunc) gles.GLuint {
	program := next()
	if program == 0 || prefix == "" || !hasDebug() {
		return program
	}
	var m gles.Memory
	defer m.Free()
	label := fmt.Sprintf("%s %d", prefix, programs.Add(1))
	gles.GlObjectLabelKHR(gles.GL_PROGRAM_KHR, program, gles.GLsizei(len(label)), m.String(label))
	gles.Logf("glCreateProgram: %d is labelled %q", program, labelOf(program))
	return program
}

// hasDebug reports whether the current context has GL_KHR_debug. An address says nothing: Android's loader has one
// for every name it knows.
func hasDebug() bool {
	extensions := strings.Fields(text(gles.GlGetString(gles.GL_EXTENSIONS)))
	for _, name := range extensions {
		if name == "GL_KHR_debug" {
			return true
		}
	}
	return false
}

// labelOf reads a label back.
func labelOf(program gles.GLuint) string {
	var m gles.Memory
	defer m.Free()
	buffer := m.Alloc(64)
	var length gles.GLsizei
	gles.GlGetObjectLabelKHR(gles.GL_PROGRAM_KHR, program, 64, &length, (*gles.GLchar)(buffer.Pointer()))
	return string(buffer.Bytes(int(length)))
}

// text is a string of GL, which counts in GLubyte.
func text(s *gles.GLubyte) string { return gles.String((*gles.GLchar)(s)) }
