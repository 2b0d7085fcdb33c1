//go:build ignore

// The layer inserts a marker into the command stream whenever the app binds a framebuffer, so that GPU profilers show the passes.
package main

import (
	"fmt"

	"layer/gles"
)

func onInitialize(l *gles.Layer) {}

func glBindFramebuffer(next gles.GLBindFramebufferFunc, target gles.GLenum, framebuffer gles.GLuint) {
	next(target, framebuffer)
	if target == gles.GL_READ_FRAMEBUFFER || !gles.GL_EXT_debug_marker.Present() {
		return
	}
	var m gles.Memory
	defer m.Free()
	text := fmt.Sprintf("framebuffer %d", framebuffer)
	gles.GLInsertEventMarkerEXT(gles.GLsizei(len(text)), m.String(text))
}
