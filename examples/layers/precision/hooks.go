//go:build ignore

// The layer lowers the precision of each shader from highp to mediump, to see what that does to the speed and the picture.
package main

import (
	"strings"

	"layer/gles"
)

func onInitialize(l *gles.Layer) {}

func glShaderSource(next gles.GLShaderSourceFunc, shader gles.GLuint, count gles.GLsizei, string_ **gles.GLchar, length *gles.GLint) {
	var m gles.Memory
	defer m.Free()
	source := strings.Join(gles.Strings(count, string_, length), "")
	next(shader, 1, m.Strings(strings.ReplaceAll(source, "highp", "mediump")), nil)
}
