//go:build ignore

// The layer sets the swap interval: 0 draws as fast as possible, 1 at the rate of the display, 2 at half of it. The setting
// "interval" has the value; without it the interval is 0.
package main

import (
	"strconv"

	"layer/gles"
)

// interval is the swap interval of each surface.
var interval gles.EGLint

func onInitialize(l *gles.Layer) {
	if value, ok := gles.Setting("interval"); ok {
		if n, err := strconv.Atoi(value); err == nil && n >= 0 {
			interval = gles.EGLint(n)
		}
	}
}

// eglSwapInterval replaces the interval of the app.
func eglSwapInterval(next gles.EGLSwapIntervalFunc, dpy gles.EGLDisplay, _ gles.EGLint) gles.EGLBoolean {
	return next(dpy, interval)
}

// eglMakeCurrent sets the interval of apps that do not: it belongs to the current surface.
func eglMakeCurrent(next gles.EGLMakeCurrentFunc, dpy gles.EGLDisplay, draw, read gles.EGLSurface, ctx gles.EGLContext) gles.EGLBoolean {
	ok := next(dpy, draw, read, ctx)
	if ok == gles.EGL_TRUE && draw != gles.EGL_NO_SURFACE {
		gles.EGLSwapInterval(dpy, interval)
	}
	return ok
}
