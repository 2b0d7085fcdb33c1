//go:build ignore

// The layer reports another GPU to the app, to test code that depends on the GPU. The setting "renderer" is its name.
package main

import (
	"layer/gles"
)

// renderer is C memory that is never freed, because the app may keep the pointer.
var renderer *gles.GLubyte

func onInitialize(l *gles.Layer) {
	if value, ok := gles.Setting("renderer"); ok {
		setRenderer(value)
	}
}

func setRenderer(name string) {
	var keep gles.Memory
	renderer = (*gles.GLubyte)(keep.String(name))
}

func glGetString(next gles.GLGetStringFunc, name gles.GLenum) *gles.GLubyte {
	text := next(name) // an error of the call stays the same
	if name == gles.GL_RENDERER && text != nil && renderer != nil {
		return renderer
	}
	return text
}
