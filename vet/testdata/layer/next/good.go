// Hooks in which next is called on every path that counts.

package main

import (
	"log"
	"os"
	"slices"

	"layer/gles"
)

// Both ways.
func GlClear(next gles.GlClearFunc, mask gles.GLenum) {
	if mask == 0 {
		next(1)
		return
	}
	next(mask)
}

// Handed on, kept in a literal, deferred.
func GlFlush(next gles.GlFlushFunc)       { timed(next) }
func GlFlushDefer(next gles.GlFlushFunc)  { defer next() }
func GlFlushLit(next gles.GlFlushFunc)    { func() { next() }() }
func GlFlushDefer2(next gles.GlFlushFunc) { defer func() { next() }() }
func GlFlushStore(next gles.GlFlushFunc)  { later = append(later, next) }
func GlFlushField(next gles.GlFlushFunc)  { (&state{}).next = next }

type state struct{ next gles.GlFlushFunc }

var later []gles.GlFlushFunc

func timed(f func()) { f() }

// By another name.
func GlFlushAlias(next gles.GlFlushFunc) {
	call := next
	if len(later) > 3 {
		call = later[0]
	}
	call()
}

// A path that ends otherwise.
func GlClearPanic(next gles.GlClearFunc, mask gles.GLenum) {
	switch mask {
	case 1:
		panic("one")
	case 2:
		log.Fatal("two")
	case 3:
		os.Exit(3)
	case 4:
		fail()
	case 5:
		for {
			gles.Logf("for ever")
		}
	default:
		next(mask)
	}
}

func fail() { panic("always") }

// What is asked twice comes out the same.
func GlDeleteSync(next gles.GlDeleteSyncFunc, sync gles.GLsync) {
	called := false
	if sync != 0 {
		next(sync)
		called = true
	}
	gles.Logf("%d", sync)
	if !called {
		next(0)
	}
}

func GlDeleteSyncTwice(next gles.GlDeleteSyncFunc, sync gles.GLsync) {
	wanted := sync > 7
	if wanted {
		next(sync)
	}
	gles.Logf("%d", sync)
	if wanted {
		return
	}
	next(sync + 1)
}

// Loops around it.
func GlGenTextures(next gles.GlGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for i := range n {
		next(1, textures)
		gles.Logf("%d", i)
	}
}

func GlGenTexturesSome(next gles.GlGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for i := range n {
		if i == 7 {
			continue
		}
		next(1, textures)
	}
}

func GlGenTexturesFor(next gles.GlGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for {
		if n > 100 {
			n = 100
			continue
		}
		next(n, textures)
		break
	}
}

func GlGenTexturesTwo(next gles.GlGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for range 2 {
		next(n, textures)
	}
}

func GlGenTexturesSeq(next gles.GlGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for _, k := range slices.All([]gles.GLsizei{1, n - 1}) {
		next(k, textures)
	}
}

// It cannot be nil.
func EglSwapBuffers(next gles.EglSwapBuffersFunc, dpy gles.EGLDisplay, surface gles.EGLSurface) (ok gles.EGLBoolean) {
	defer func() {
		if r := recover(); r != nil {
			ok = 0
		}
	}()
	if next != nil {
		ok = next(dpy, surface)
	}
	return
}

// It answers by itself, and says so.
//
//gleslayer:ok next the app must not wait
func GlFlushNever(next gles.GlFlushFunc) {}

func GlMapBuffer(next gles.GlMapBufferFunc, target gles.GLenum) gles.Ptr {
	if target == 0 {
		return 0 //gleslayer:ok next there is no such target
	}
	if target == 1 {
		// Nor is this one.
		//gleslayer:ok next there is no such target
		return 0
	}
	return next(target)
}

// Not hooks: another signature, another name.
func glClearIf(next gles.GlClearFunc, on bool)  {}
func forward(next gles.GlFlushFunc)             {}
func glFinishSoon(next gles.GlFinishFunc)       {}
func each(f func(next gles.GlFlushFunc), n int) {}
func glFlush2(n int, next gles.GlFlushFunc)     {}
func init()                                     { each(forward, 1); glClearIf(nil, true); glFinishSoon(nil); glFlush2(0, nil) }
