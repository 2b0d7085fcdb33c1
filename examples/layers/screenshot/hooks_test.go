//go:build ignore

package main

import (
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestScreenshot(t *testing.T) {
	var m gles.Memory
	defer m.Free()
	version := (*gles.GLubyte)(m.String("OpenGL ES 3.0"))
	app := fakedriver.Load(t, &fakedriver.Driver{
		EGLGetCurrentContext: func() gles.EGLContext { return 1 },
		EGLGetCurrentDisplay: func() gles.EGLDisplay { return 1 },
		EGLGetCurrentSurface: func(gles.EGLint) gles.EGLSurface { return 1 },
		EGLQuerySurface: func(_ gles.EGLDisplay, _ gles.EGLSurface, _ gles.EGLint, value *gles.EGLint) gles.EGLBoolean {
			*value = 2
			return gles.EGL_TRUE
		},
		GLGetString: func(gles.GLenum) *gles.GLubyte { return version },
		GLReadPixels: func(_, y gles.GLint, width, _ gles.GLsizei, _, _ gles.GLenum, pixels gles.Ptr) {
			for i := range pixels.Bytes(4 * int(width)) {
				pixels.Bytes(4 * int(width))[i] = byte(100 + y)
			}
		},
	})
	file, wanted = filepath.Join(t.TempDir(), "frame.png"), 2
	app.EGLSwapBuffers(1, 1)
	if _, err := os.Stat(file); err == nil {
		t.Error("the first frame was written")
	}
	app.EGLSwapBuffers(1, 1)
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	for y, gray := range []byte{101, 100} { // the upper row comes last from OpenGL ES
		if got := color.NRGBAModel.Convert(img.At(1, y)); got != (color.NRGBA{gray, gray, gray, 255}) {
			t.Errorf("row %d: %v", y, got)
		}
	}
}
