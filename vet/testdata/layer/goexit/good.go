package main

import (
	"runtime"
	"testing"

	"layer/gles"
)

func glDeleteSync(next gles.GLDeleteSyncFunc, sync gles.GLsync) {
	go func() { // a goroutine of the layer may end
		defer stop()
		runtime.Goexit()
	}()
	go stop()
	go runtime.Goexit()
	later := func() { runtime.Goexit() }
	go later()
	runtime.Gosched()
	queue <- func() { runtime.Goexit() }
	if sync == 1 {
		return
	}
	if sync == 2 {
		runtime.Goexit() //gleslayer:ok goexit tried on purpose
	}
	t.Log("a line")
	t.Error("a fault, but it goes on")
	var m mine
	m.Fatal()
	if sync == 3 {
		panic("contained")
	}
	next(sync)
}

var queue = make(chan func(), 1)

type mine struct{}

func (mine) Fatal() {}

func setFrames() {
	gles.OnFrame(func(frame uint64) {
		go stop() // a goroutine of its own may end
		if frame == 0 {
			return
		}
		gles.GLFinish()
	})
	gles.OnFrame(nil)
	go runtime.Goexit()
}

// Not passed to OnFrame.
func frame(frame uint64) { runtime.Goexit() }

// Not a hook.
func check(t *testing.T) { t.Fatal("no") }

// glFlushAll is called like a hook, but its signature is not one of a hook.
func glFlushAll(next gles.GLFlushFunc, twice bool) { runtime.Goexit() }
