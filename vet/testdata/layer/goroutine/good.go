package main

import (
	"runtime"
	"slices"
	"sync"
	"time"

	"layer/gles"
	"layer/helper"
)

var jobs = make(chan func(), 8)

func eglSwapBuffers(next gles.EGLSwapBuffersFunc, dpy gles.EGLDisplay, surface gles.EGLSurface) gles.EGLBoolean {
	// Work without GL.
	go func() { gles.Logf("%s", helper.Words()) }()
	go save(gles.String(nil))
	time.AfterFunc(time.Second, func() { gles.SetHook("glClear", true) })

	// A goroutine requests work, and the hook does it.
	go func() {
		jobs <- func() { gles.GLFinish() }
		helper.Later(func() { gles.GLFinish() })
		helper.Later(gles.GLFinish)
	}()
	for len(jobs) > 0 {
		(<-jobs)()
	}

	// Function literals that run on this thread.
	func() { gles.GLFinish() }()
	defer func() { gles.GLFinish() }()
	slices.SortFunc([]int{2, 1}, func(a, b int) int { gles.GLFinish(); return a - b })
	helper.Run(func() { gles.GLFinish() })
	finish := func() { gles.GLFinish() }
	finish()

	// A goroutine waits for a result; the call itself is made on this thread.
	names := make(chan *gles.GLubyte, 1)
	names <- gles.GLGetString(1)
	go func() { <-names }()

	var wg sync.WaitGroup
	wg.Go(func() { sum(1) })
	wg.Wait()

	go own()          //gleslayer:ok goroutine it has a context of its own, and locks its thread
	go gles.SetFunc() // not the name of a command
	return next(dpy, surface)
}

// own has a context of its own.
func own() {
	runtime.LockOSThread()
	gles.GLFinish()
}

// another answers for all of it.
//
//gleslayer:ok goroutine a pbuffer of its own is current there
func another() {
	go func() {
		runtime.LockOSThread()
		gles.GLFinish()
	}()
}

func sum(n int) int {
	if n == 0 {
		return 0
	}
	return n + sum(n-1)
}

func save(string) {}
