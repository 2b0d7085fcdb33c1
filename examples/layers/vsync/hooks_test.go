//go:build ignore

package main

import (
	"slices"
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestInterval(t *testing.T) {
	var got []gles.EGLint
	app := fakedriver.Load(t, &fakedriver.Driver{
		EGLMakeCurrent: func(gles.EGLDisplay, gles.EGLSurface, gles.EGLSurface, gles.EGLContext) gles.EGLBoolean {
			return gles.EGL_TRUE
		},
		EGLSwapInterval: func(_ gles.EGLDisplay, n gles.EGLint) gles.EGLBoolean {
			got = append(got, n)
			return gles.EGL_TRUE
		}})
	interval = 2
	app.EGLMakeCurrent(1, 1, 1, 1)
	app.EGLSwapInterval(1, 1)
	app.EGLMakeCurrent(1, gles.EGL_NO_SURFACE, gles.EGL_NO_SURFACE, gles.EGL_NO_CONTEXT)
	if want := []gles.EGLint{2, 2}; !slices.Equal(got, want) {
		t.Errorf("intervals %v, want %v", got, want)
	}
}
