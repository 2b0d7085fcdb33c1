//go:build ignore

// The layer hides extensions of OpenGL ES and EGL from the app, to test the code for drivers without them. The setting "hide"
// has their names, separated by commas.
package main

import (
	"strings"

	"layer/gles"
)

// hidden has the names of the extensions.
var hidden string

func onInitialize(l *gles.Layer) {
	if value, ok := gles.Setting("hide"); ok {
		hidden = value
	}
	for name := range strings.SplitSeq(hidden, ",") {
		if name != "" {
			gles.RemoveExtension(name)
		}
	}
}

// logged receives the extensions of the driver, which the app does not see in full.
var logged = func(list string) { gles.Logf("the driver has %s", list) }

func glGetString(next gles.GLGetStringFunc, name gles.GLenum) *gles.GLubyte {
	text := next(name)
	if name == gles.GL_EXTENSIONS && text != nil {
		logged(gles.String(text))
	}
	return text
}
