//go:build ignore

// The layer clears to magenta, to see the areas that the app does not draw.
package main

import (
	"layer/gles"
)

func onInitialize(l *gles.Layer) {}

// glClear changes the clear color only for this call.
func glClear(next gles.GLClearFunc, mask gles.GLbitfield) {
	if mask&gles.GL_COLOR_BUFFER_BIT == 0 || gles.CurrentContext() == gles.EGL_NO_CONTEXT {
		next(mask)
		return
	}
	var before [4]gles.GLfloat
	gles.GLGetFloatv(gles.GL_COLOR_CLEAR_VALUE, &before[0])
	gles.GLClearColor(1, 0, 1, 1)
	next(mask)
	gles.GLClearColor(before[0], before[1], before[2], before[3])
}
