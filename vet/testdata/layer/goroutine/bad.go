package main

import (
	"context"
	"runtime"
	"sync"
	"time"

	"layer/gles"
	"layer/helper"
)

func glFlush(next gles.GLFlushFunc) {
	go next() // want `^next is called in a goroutine: a context is current on one thread`
	go func() {
		next() // want `^next is called in a goroutine`
	}()
	go gles.GLFinish() // want `^gles.GLFinish is called in a goroutine`
	go func() {
		s := gles.GLGetString(1) // want `^gles.GLGetString is called in a goroutine`
		_ = s
	}()
	go upload()      // want `^upload, which leads to gles.GLFinish, is called in a goroutine`
	go helper.Deep() // want `^helper.Deep, which leads to gles.GLFinish, is called in a goroutine`
	go upload2(next) // want `^upload2, which leads to next, is called`
	go func() {
		if gles.GL_KHR_debug.Present() { // want `^\(gles.GLExtension\).Present is called in a goroutine`
			return
		}
		_ = gles.CurrentContext()         // want `^gles.CurrentContext is called in a goroutine`
		_ = gles.EGL_KHR_image.Present(1) // a display is no thread's
	}()
	time.AfterFunc(time.Second, func() {
		gles.GLFinish() // want `^gles.GLFinish is called in a goroutine`
	})
	time.AfterFunc(time.Second, gles.GLFinish) // want `^gles.GLFinish is called`
	next()
}

func upload() { step() }

func step() { gles.GLFinish() }

func upload2(next gles.GLFlushFunc) { next() }

type worker struct{ finish gles.GLFinishFunc }

func (w *worker) run() { w.finish() }

var w worker

func glClear(next gles.GLClearFunc, mask gles.GLenum) {
	var wg sync.WaitGroup
	wg.Go(func() {
		next(mask) // want `^next is called in a goroutine`
	})
	wg.Go(w.run) // want `^\(\*worker\).run, which leads to finish, is called`
	go w.run()   // want `^\(\*worker\).run, which leads to finish, is called`
	wg.Wait()
	context.AfterFunc(context.Background(), func() {
		helper.Finish() // want `^helper.Finish, which leads to gles.GLFinish, is called`
	})
	runtime.SetFinalizer(&worker{}, func(w *worker) {
		w.finish() // want `^finish is called`
	})
	work := func() {
		if mask != 0 {
			defer gles.GLFinish() // want `^gles.GLFinish is called`
		}
	}
	go work()
	go func() {
		helper.Run(func() {
			next(mask) // want `^next is called`
		})
		var once sync.Once
		once.Do(func() {
			gles.GLFinish() // want `^gles.GLFinish is called`
		})
		func() {
			next(mask) // want `^next is called`
		}()
	}()
	//gleslayer:ok goroutine
	go gles.GLFinish() // want `^gles.GLFinish is called.*the comment //gleslayer:ok goroutine has no effect without a reason`
	//gleslayer:ok kept another check
	go gles.GLFinish() // want `^gles.GLFinish is called`
}

// A function that is not a hook must not do it either.
func onInitialize() {
	go gles.EGLGetDisplay(0) // want `^gles.EGLGetDisplay is called`
}

func main() {}

// With other types and names.
func glGenTextures(next gles.GLGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	flush := gles.GLFlushFunc(nil)
	go func(f func()) { f() }(flush) // want `a function literal, which leads to .*, is called in a goroutine`
	finish := gles.GLFinish
	go finish() // want `^gles.GLFinish is called`
	go func() {
		helper.Run(flush) // want `^helper.Run, which leads to flush, is called`
	}()
	for range 4 {
		go func() {
			c := carrier{next}
			c.next(n, textures) // want `^next is called`
		}()
	}
	go generic(finish) // want `^generic, which leads to gles.GLFinish, is called`
	next(n, textures)
}

type carrier struct{ next gles.GLGenTexturesFunc }

func generic[F ~func()](f F) { f() }

func _(next gles.GLFlushFunc) { go next() } // want `^next is called`
