package main

import (
	"errors"

	"layer/gles"
)

func glFlush(next gles.GLFlushFunc) {} // want `^glFlush never calls "next"; the app's call does not reach the driver; call "next", or write the comment //gleslayer:ok next REASON`

func glClear(next gles.GLClearFunc, mask gles.GLenum) {
	if mask == 0 {
		return // want `^glClear can return here without calling "next"`
	}
	next(mask)
}

func glDeleteSync(_ gles.GLDeleteSyncFunc, sync gles.GLsync) { // want `^glDeleteSync never calls "next"`
	gles.Logf("%d", sync)
}

func eglSwapBuffers(next gles.EGLSwapBuffersFunc, dpy gles.EGLDisplay, surface gles.EGLSurface) gles.EGLBoolean {
	if err := prepare(); err != nil {
		gles.Logf("%v", err)
		return 0 // want `^eglSwapBuffers can return here`
	}
	return next(dpy, surface)
}

func glTexImage2D(next gles.GLTexImage2DFunc, target gles.GLenum, width, height gles.GLsizei, pixels gles.Ptr) {
	switch target {
	case 1:
		next(target, width, height, pixels)
	case 2:
		next(target, width/2, height/2, pixels)
	}
} // want `^glTexImage2D can return here`

func glShaderSource(next gles.GLShaderSourceFunc, shader gles.GLuint, count gles.GLsizei, string_ **gles.GLchar, length *gles.GLint) {
	for i := range count {
		if i == 7 {
			return // want `^glShaderSource can return here`
		}
		if i == 9 {
			next(shader, count, string_, length)
			return
		}
	}
	next(shader, count, string_, length)
}

func glGenTextures(next gles.GLGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	defer func() {
		if r := recover(); r != nil {
			gles.Logf("%v", r)
		}
	}()
	if n < 0 {
		goto out
	}
	next(n, textures)
	return
out:
	return // want `^glGenTextures can return here`
}

func glMapBuffer(next gles.GLMapBufferFunc, target gles.GLenum) gles.Ptr {
	//gleslayer:ok next
	if p := cached(target); p != 0 {
		return p // want `can return here`
	}
	if next == nil {
		return 0
	}
	return next(target)
}

// eglChooseConfig of another hook set, as a method.
type set struct{ skip bool }

func (s *set) EGLChooseConfig(next gles.EGLChooseConfigFunc, dpy gles.EGLDisplay, attribList *gles.EGLint, configs *gles.EGLConfig, configSize gles.EGLint, numConfig *gles.EGLint) gles.EGLBoolean {
	if s.skip {
		*numConfig = 0
		return 1 // want `^EGLChooseConfig can return here`
	}
	return next(dpy, attribList, configs, configSize, numConfig)
}

func prepare() error { return errors.ErrUnsupported }

func cached(gles.GLenum) gles.Ptr { return 0 }

func main() {}

// GLFlush2 has a loop, but not around the call.
func GLFlush2(next gles.GLFlushFunc) {
	for i := range 3 {
		gles.Logf("%d", i)
	}
	for later := true; later; later = false {
		if prepare() == nil {
			return // want `^GLFlush2 can return here`
		}
	}
	if n := len(cachedAll); n > 0 {
		if n > 1 {
			next()
		}
		return // want `^GLFlush2 can return here`
	}
	next()
}

var cachedAll []int

func GLClear2(next gles.GLClearFunc, mask gles.GLenum) { // a select, and a type switch
	select {
	case <-ready:
		next(mask)
	default:
	}
} // want `^GLClear2 can return here`

func GLClear3(next gles.GLClearFunc, mask gles.GLenum) {
	switch prepare().(type) {
	case nil:
		next(mask)
	}
} // want `^GLClear3 can return here`

var ready chan int
