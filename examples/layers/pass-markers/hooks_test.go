//go:build ignore

package main

import (
	"slices"
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestMarkers(t *testing.T) {
	var m gles.Memory
	defer m.Free()
	extensions := (*gles.GLubyte)(m.String("GL_EXT_debug_marker"))
	var got []string
	app := fakedriver.Load(t, &fakedriver.Driver{
		EGLGetCurrentContext: func() gles.EGLContext { return 1 },
		GLGetString:          func(gles.GLenum) *gles.GLubyte { return extensions },
		GLInsertEventMarkerEXT: func(n gles.GLsizei, text *gles.GLchar) {
			got = append(got, gles.StringN(text, n))
		}})
	app.GLBindFramebuffer(gles.GL_FRAMEBUFFER, 7)
	app.GLBindFramebuffer(gles.GL_READ_FRAMEBUFFER, 8)
	if !slices.Equal(got, []string{"framebuffer 7"}) {
		t.Errorf("%q", got)
	}
}
