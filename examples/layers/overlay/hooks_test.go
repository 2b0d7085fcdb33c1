//go:build ignore

package main

import (
	"testing"
	"time"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestOverlay(t *testing.T) {
	var m gles.Memory
	defer m.Free()
	version, none := (*gles.GLubyte)(m.String("OpenGL ES 3.0")), (*gles.GLubyte)(m.String(""))
	draws := 0
	app := fakedriver.Load(t, &fakedriver.Driver{
		EGLGetCurrentContext: func() gles.EGLContext { return 1 },
		EGLGetCurrentDisplay: func() gles.EGLDisplay { return 1 },
		EGLGetCurrentSurface: func(gles.EGLint) gles.EGLSurface { return 1 },
		EGLQuerySurface: func(_ gles.EGLDisplay, _ gles.EGLSurface, _ gles.EGLint, value *gles.EGLint) gles.EGLBoolean {
			*value = 256
			return gles.EGL_TRUE
		},
		GLGetString: func(name gles.GLenum) *gles.GLubyte {
			if name == gles.GL_VERSION {
				return version
			}
			return none
		},
		GLCreateShader:  func(gles.GLenum) gles.GLuint { return 1 },
		GLCreateProgram: func() gles.GLuint { return 1 },
		GLGetShaderiv:   func(_ gles.GLuint, _ gles.GLenum, value *gles.GLint) { *value = 1 },
		GLGetProgramiv:  func(_ gles.GLuint, name gles.GLenum, value *gles.GLint) { *value = 1 },
		GLGenBuffers:    func(_ gles.GLsizei, buffer *gles.GLuint) { *buffer = 1 },
		GLDrawArrays:    func(gles.GLenum, gles.GLint, gles.GLsizei) { draws++ },
	})
	for frame, want := range []int{0, 3} { // the first frame has no time
		draws = 0
		app.EGLSwapBuffers(1, 1)
		if draws != want {
			t.Errorf("frame %d: %d draw calls, want %d", frame, draws, want)
		}
		time.Sleep(time.Millisecond) // a frame that takes no time has no rate
	}
}
