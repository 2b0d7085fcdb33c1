//go:build ignore

package main

import (
	"slices"
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestSamples(t *testing.T) {
	for most, want := range map[gles.EGLint][]gles.EGLint{
		8: {gles.EGL_RED_SIZE, 8, gles.EGL_SAMPLE_BUFFERS, 1, gles.EGL_SAMPLES, 4},
		2: {gles.EGL_RED_SIZE, 8}, // the driver has no such config
	} {
		var got []gles.EGLint
		app := fakedriver.Load(t, &fakedriver.Driver{
			EGLChooseConfig: func(_ gles.EGLDisplay, list *gles.EGLint, _ *gles.EGLConfig, _ gles.EGLint, n *gles.EGLint) gles.EGLBoolean {
				got = slices.Clone(gles.Attribs(list))
				*n = 1
				if samples, _ := gles.Attrib(got, gles.EGL_SAMPLES); samples > most {
					*n = 0
				}
				return gles.EGL_TRUE
			}})
		var m gles.Memory
		var n gles.EGLint
		app.EGLChooseConfig(1, m.Attribs(gles.EGL_RED_SIZE, 8), nil, 0, &n)
		if n != 1 || !slices.Equal(got, want) {
			t.Errorf("at most %d samples: the driver was asked for %v", most, got)
		}
		m.Free()
	}
}
