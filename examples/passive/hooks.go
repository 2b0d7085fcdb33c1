package main

import "github.com/gleslayergen/gleslayergen/examples/passive/gles"

// eglChooseConfig logs the attributes that the app requests and the first configuration it gets, formatted as
// text.
func eglChooseConfig(next gles.EGLChooseConfigFunc, dpy gles.EGLDisplay, attribList *gles.EGLint, configs *gles.EGLConfig, configSize gles.EGLint, numConfig *gles.EGLint) gles.EGLBoolean {
	ok := next(dpy, attribList, configs, configSize, numConfig)
	gles.Logf("eglChooseConfig asks for %s", gles.EGLConfigAttrib.List(gles.Attribs(attribList)))
	switch {
	case ok == gles.EGL_FALSE || numConfig == nil:
		gles.Logf("eglChooseConfig fails")
	case configs == nil || configSize == 0 || *numConfig == 0:
		gles.Logf("eglChooseConfig finds %d configurations", *numConfig)
	default:
		gles.Logf("eglChooseConfig finds %d configurations, the first has %s", *numConfig, describe(dpy, *configs))
	}
	return ok
}

// shown are the attributes to log.
var shown = []gles.EGLint{
	gles.EGL_CONFIG_ID, gles.EGL_RED_SIZE, gles.EGL_GREEN_SIZE, gles.EGL_BLUE_SIZE, gles.EGL_ALPHA_SIZE,
	gles.EGL_DEPTH_SIZE, gles.EGL_STENCIL_SIZE, gles.EGL_SAMPLES, gles.EGL_SURFACE_TYPE, gles.EGL_RENDERABLE_TYPE,
}

// describe reads a configuration's attributes below this layer, so that no hook sees the calls.
func describe(dpy gles.EGLDisplay, config gles.EGLConfig) string {
	var attribs []gles.EGLint
	for _, name := range shown {
		var value gles.EGLint
		if gles.EGLGetConfigAttrib(dpy, config, name, &value) != gles.EGL_FALSE {
			attribs = append(attribs, name, value)
		}
	}
	return gles.EGLConfigAttrib.List(attribs)
}
