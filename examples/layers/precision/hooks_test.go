//go:build ignore

package main

import (
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestPrecision(t *testing.T) {
	var got []string
	app := fakedriver.Load(t, &fakedriver.Driver{GLShaderSource: func(_ gles.GLuint, n gles.GLsizei, text **gles.GLchar, length *gles.GLint) {
		got = gles.Strings(n, text, length)
	}})
	var m gles.Memory
	defer m.Free()
	app.GLShaderSource(1, 2, m.Strings("precision highp float;\n", "void main() {}"), nil)
	if len(got) != 1 || got[0] != "precision mediump float;\nvoid main() {}" {
		t.Errorf("the driver got %q", got)
	}
}
