//go:build ignore

package main

import (
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestColor(t *testing.T) {
	color, cleared := [4]gles.GLfloat{0, 0.5, 0, 1}, [4]gles.GLfloat{}
	app := fakedriver.Load(t, &fakedriver.Driver{
		EGLGetCurrentContext: func() gles.EGLContext { return 1 },
		GLGetFloatv:          func(_ gles.GLenum, data *gles.GLfloat) { copy(gles.Slice(data, 4), color[:]) },
		GLClearColor:         func(r, g, b, a gles.GLfloat) { color = [4]gles.GLfloat{r, g, b, a} },
		GLClear:              func(gles.GLbitfield) { cleared = color },
	})
	app.GLClear(gles.GL_COLOR_BUFFER_BIT)
	if cleared != [4]gles.GLfloat{1, 0, 1, 1} || color != [4]gles.GLfloat{0, 0.5, 0, 1} {
		t.Errorf("cleared to %v; afterward the color is %v", cleared, color)
	}
	app.GLClear(gles.GL_DEPTH_BUFFER_BIT)
	if cleared != color {
		t.Errorf("cleared to %v", cleared)
	}
}
