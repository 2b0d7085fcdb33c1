// Hooks that call next on every path.

package main

import (
	"log"
	"os"
	"slices"

	"layer/gles"
)

// On both branches.
func GLClear(next gles.GLClearFunc, mask gles.GLenum) {
	if mask == 0 {
		next(1)
		return
	}
	next(mask)
}

// Passed on, kept in a literal, deferred.
func GLFlush(next gles.GLFlushFunc)       { timed(next) }
func GLFlushDefer(next gles.GLFlushFunc)  { defer next() }
func GLFlushLit(next gles.GLFlushFunc)    { func() { next() }() }
func GLFlushDefer2(next gles.GLFlushFunc) { defer func() { next() }() }
func GLFlushStore(next gles.GLFlushFunc)  { later = append(later, next) }
func GLFlushField(next gles.GLFlushFunc)  { (&state{}).next = next }

type state struct{ next gles.GLFlushFunc }

var later []gles.GLFlushFunc

func timed(f func()) { f() }

// Through another variable.
func GLFlushAlias(next gles.GLFlushFunc) {
	call := next
	if len(later) > 3 {
		call = later[0]
	}
	call()
}

// A path that does not return.
func GLClearPanic(next gles.GLClearFunc, mask gles.GLenum) {
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

// The same condition twice has the same value.
func GLDeleteSync(next gles.GLDeleteSyncFunc, sync gles.GLsync) {
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

func GLDeleteSyncTwice(next gles.GLDeleteSyncFunc, sync gles.GLsync) {
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

// Loops around the call.
func GLGenTextures(next gles.GLGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for i := range n {
		next(1, textures)
		gles.Logf("%d", i)
	}
}

func GLGenTexturesSome(next gles.GLGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for i := range n {
		if i == 7 {
			continue
		}
		next(1, textures)
	}
}

func GLGenTexturesFor(next gles.GLGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for {
		if n > 100 {
			n = 100
			continue
		}
		next(n, textures)
		break
	}
}

func GLGenTexturesTwo(next gles.GLGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for range 2 {
		next(n, textures)
	}
}

func GLGenTexturesSeq(next gles.GLGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	for _, k := range slices.All([]gles.GLsizei{1, n - 1}) {
		next(k, textures)
	}
}

// It cannot be nil.
func EGLSwapBuffers(next gles.EGLSwapBuffersFunc, dpy gles.EGLDisplay, surface gles.EGLSurface) (ok gles.EGLBoolean) {
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

// It returns its own result, and gives a reason.
//
//gleslayer:ok next the app must not wait
func GLFlushNever(next gles.GLFlushFunc) {}

func GLMapBuffer(next gles.GLMapBufferFunc, target gles.GLenum) gles.Ptr {
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
func glClearIf(next gles.GLClearFunc, on bool)  {}
func forward(next gles.GLFlushFunc)             {}
func glFinishSoon(next gles.GLFinishFunc)       {}
func each(f func(next gles.GLFlushFunc), n int) {}
func glFlush2(n int, next gles.GLFlushFunc)     {}
func init()                                     { each(forward, 1); glClearIf(nil, true); glFinishSoon(nil); glFlush2(0, nil) }
