package main

import (
	"context"
	"runtime"
	"sync"
	"time"

	"layer/gles"
	"layer/helper"
)

func glFlush(next gles.GlFlushFunc) {
	go next() // want `^next is called in a goroutine: a context is current on one thread`
	go func() {
		next() // want `^next is called in a goroutine`
	}()
	go gles.GlFinish() // want `^gles.GlFinish is called in a goroutine`
	go func() {
		s := gles.GlGetString(1) // want `^gles.GlGetString is called in a goroutine`
		_ = s
	}()
	go upload()      // want `^upload, which leads to gles.GlFinish, is called in a goroutine`
	go helper.Deep() // want `^helper.Deep, which leads to gles.GlFinish, is called in a goroutine`
	go upload2(next) // want `^upload2, which leads to next, is called`
	go func() {
		if gles.GL_KHR_debug.Present() { // want `^\(gles.GLExtension\).Present is called in a goroutine`
			return
		}
		_ = gles.CurrentContext()         // want `^gles.CurrentContext is called in a goroutine`
		_ = gles.EGL_KHR_image.Present(1) // a display is no thread's
	}()
	time.AfterFunc(time.Second, func() {
		gles.GlFinish() // want `^gles.GlFinish is called in a goroutine`
	})
	time.AfterFunc(time.Second, gles.GlFinish) // want `^gles.GlFinish is called`
	next()
}

func upload() { step() }

func step() { gles.GlFinish() }

func upload2(next gles.GlFlushFunc) { next() }

type worker struct{ finish gles.GlFinishFunc }

func (w *worker) run() { w.finish() }

var w worker

func glClear(next gles.GlClearFunc, mask gles.GLenum) {
	var wg sync.WaitGroup
	wg.Go(func() {
		next(mask) // want `^next is called in a goroutine`
	})
	wg.Go(w.run) // want `^\(\*worker\).run, which leads to finish, is called`
	go w.run()   // want `^\(\*worker\).run, which leads to finish, is called`
	wg.Wait()
	context.AfterFunc(context.Background(), func() {
		helper.Finish() // want `^helper.Finish, which leads to gles.GlFinish, is called`
	})
	runtime.SetFinalizer(&worker{}, func(w *worker) {
		w.finish() // want `^finish is called`
	})
	work := func() {
		if mask != 0 {
			defer gles.GlFinish() // want `^gles.GlFinish is called`
		}
	}
	go work()
	go func() {
		helper.Run(func() {
			next(mask) // want `^next is called`
		})
		var once sync.Once
		once.Do(func() {
			gles.GlFinish() // want `^gles.GlFinish is called`
		})
		func() {
			next(mask) // want `^next is called`
		}()
	}()
	//gleslayer:ok goroutine
	go gles.GlFinish() // want `^gles.GlFinish is called.*//gleslayer:ok goroutine needs a reason`
	//gleslayer:ok kept another check
	go gles.GlFinish() // want `^gles.GlFinish is called`
}

// Not in a hook, and no better.
func onInitialize() {
	go gles.EglGetDisplay(0) // want `^gles.EglGetDisplay is called`
}

func main() {}

// By other types and other names.
func glGenTextures(next gles.GlGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	flush := gles.GlFlushFunc(nil)
	go func(f func()) { f() }(flush) // want `a function literal, which leads to .*, is called in a goroutine`
	finish := gles.GlFinish
	go finish() // want `^gles.GlFinish is called`
	go func() {
		helper.Run(flush) // want `^helper.Run, which leads to flush, is called`
	}()
	for range 4 {
		go func() {
			c := carrier{next}
			c.next(n, textures) // want `^next is called`
		}()
	}
	go generic(finish) // want `^generic, which leads to gles.GlFinish, is called`
	next(n, textures)
}

type carrier struct{ next gles.GlGenTexturesFunc }

func generic[F ~func()](f F) { f() }

func _(next gles.GlFlushFunc) { go next() } // want `^next is called`
