//go:build ignore

package main

import (
	"slices"
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestErrors(t *testing.T) {
	var got []string
	failed = func(_ gles.GLuint, messages string) { got = append(got, messages) }
	app := fakedriver.Load(t, &fakedriver.Driver{
		GLGetShaderiv: func(shader gles.GLuint, _ gles.GLenum, status *gles.GLint) {
			if *status = gles.GL_TRUE; shader == 2 {
				*status = gles.GL_FALSE
			}
		},
		GLGetShaderInfoLog: func(_ gles.GLuint, size gles.GLsizei, n *gles.GLsizei, text *gles.GLchar) {
			gles.PutString(text, size, n, "line 3: ;")
		}})
	app.GLCompileShader(1)
	app.GLCompileShader(2)
	if !slices.Equal(got, []string{"line 3: ;"}) {
		t.Errorf("%q", got)
	}
}
