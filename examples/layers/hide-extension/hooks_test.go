//go:build ignore

package main

import (
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestHide(t *testing.T) {
	hidden = "GL_EXT_a,GL_EXT_b"
	driver := ""
	logged = func(list string) { driver = list }
	var m gles.Memory
	defer m.Free()
	extensions := (*gles.GLubyte)(m.String("GL_EXT_b GL_EXT_c GL_EXT_a"))
	app := fakedriver.Load(t, &fakedriver.Driver{
		EGLGetCurrentContext: func() gles.EGLContext { return 1 },
		GLGetString:          func(gles.GLenum) *gles.GLubyte { return extensions },
	})
	if got := gles.String(app.GLGetString(gles.GL_EXTENSIONS)); got != "GL_EXT_c" || driver != "GL_EXT_b GL_EXT_c GL_EXT_a" {
		t.Errorf("the app sees %q, the layer %q", got, driver)
	}
}
