package main

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"layer/gles"
	"layer/helper"
)

var t *testing.T

func glFlush(next gles.GLFlushFunc) {
	next()
	runtime.Goexit() // want `^runtime.Goexit is called in a hook: the goroutine ends while C waits for the hook to return`
}

func glClear(next gles.GLClearFunc, mask gles.GLenum) {
	defer func() {
		runtime.Goexit() // want `^runtime.Goexit is called`
	}()
	if mask == 0 {
		stop() // want `^stop, which leads to runtime.Goexit, is called in a hook`
	}
	if mask == 1 {
		helper.Quit() // want `^helper.Quit, which leads to runtime.Goexit, is called`
	}
	if mask == 2 {
		t.FailNow() // want `^testing's FailNow is called`
	}
	if mask == 3 {
		t.Fatalf("%d", mask) // want `^testing's Fatalf is called`
	}
	var tb testing.TB = t
	tb.Skip() // want `^testing's Skip is called`
	next(mask)
}

func eglSwapBuffers(next gles.EGLSwapBuffersFunc, dpy gles.EGLDisplay, surface gles.EGLSurface) gles.EGLBoolean {
	slices.SortFunc([]int{1}, func(a, b int) int {
		runtime.Goexit() // want `^runtime.Goexit is called`
		return 0
	})
	var once sync.Once
	once.Do(runtime.Goexit) // want `runtime.Goexit`
	defer runtime.Goexit()  // want `^runtime.Goexit is called`
	var s stopper
	s.stop() // want `^\(stopper\).stop, which leads to runtime.Goexit, is called`
	return next(dpy, surface)
}

func stop() { stopNow() }

func stopNow() { runtime.Goexit() }

type stopper struct{}

func (stopper) stop() { stop() }

func onInitialize(*gles.Layer) {
	gles.OnFrame(func(frame uint64) {
		if frame == 3 {
			runtime.Goexit() // want `^runtime.Goexit is called in a function passed to gles.OnFrame: the goroutine ends while C waits for the function to return`
		}
		stop() // want `^stop, which leads to runtime.Goexit, is called in a function passed to gles.OnFrame`
	})
	t.FailNow() // want `^testing's FailNow is called in initialization: the goroutine ends while C waits for the function to return`
}

// OnInitialize is the name of the function in a hook package.
func OnInitialize(*gles.Layer) {
	gles.OnFrame(count)
	gles.OnFrame(count)
	f := func(uint64) { stopNow() } // want `^stopNow, which leads to runtime.Goexit, is called in a function passed to gles.OnFrame`
	gles.OnFrame(f)
	gles.OnFrame(helper.QuitFrame) // want `^helper.QuitFrame is passed to gles.OnFrame and leads to runtime.Goexit: the goroutine ends while C waits`
	var s stopper
	gles.OnFrame(s.frame)
}

func count(frame uint64) {
	stop() // want `^stop, which leads to runtime.Goexit, is called in a function passed to gles.OnFrame`
}

func (stopper) frame(frame uint64) {
	stop() // want `^stop, which leads to runtime.Goexit, is called in a function passed to gles.OnFrame`
}

func main() {}
