//go:build ignore

// The layer requests multisampled configs, with 4 samples or as many as the setting "samples" says.
package main

import (
	"strconv"

	"layer/gles"
)

// samples is the lowest number of samples for each config.
var samples gles.EGLint = 4

func onInitialize(l *gles.Layer) {
	if value, ok := gles.Setting("samples"); ok {
		if n, err := strconv.Atoi(value); err == nil && n >= 0 {
			samples = gles.EGLint(n)
		}
	}
}

func eglChooseConfig(next gles.EGLChooseConfigFunc, dpy gles.EGLDisplay, attribList *gles.EGLint,
	configs *gles.EGLConfig, configSize gles.EGLint, numConfig *gles.EGLint) gles.EGLBoolean {
	attribs := gles.Attribs(attribList)
	if n, ok := gles.Attrib(attribs, gles.EGL_SAMPLES); ok && n >= samples {
		return next(dpy, attribList, configs, configSize, numConfig)
	}
	var m gles.Memory
	defer m.Free()
	attribs = gles.SetAttrib(attribs, gles.EGL_SAMPLE_BUFFERS, 1)
	attribs = gles.SetAttrib(attribs, gles.EGL_SAMPLES, samples)
	if ok := next(dpy, m.Attribs(attribs...), configs, configSize, numConfig); ok != gles.EGL_TRUE || numConfig == nil || *numConfig > 0 {
		return ok
	}
	return next(dpy, attribList, configs, configSize, numConfig) // no config has so many samples
}
