//go:build ignore

package main

import (
	"testing"
	"time"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestAddFrame(t *testing.T) {
	report = 4
	now := time.Now()
	for i, took := range []time.Duration{0, 10, 40, 20} {
		if now = now.Add(took * time.Millisecond); addFrame(now) != "" {
			t.Errorf("frame %d: a line too early", i)
		}
	}
	if got, want := addFrame(now.Add(30*time.Millisecond)), "4 frames: median 30ms, 99 % below 40ms, longest 40ms"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
}

// The layer returns the driver's result.
func TestSwap(t *testing.T) {
	driver := &fakedriver.Driver{EGLSwapBuffers: func(gles.EGLDisplay, gles.EGLSurface) gles.EGLBoolean { return gles.EGL_TRUE }}
	if app := fakedriver.Load(t, driver); app.EGLSwapBuffers(0, 0) != gles.EGL_TRUE || driver.Calls("eglSwapBuffers") != 1 {
		t.Error("the swap did not reach the driver, or its result did not reach the app")
	}
}
