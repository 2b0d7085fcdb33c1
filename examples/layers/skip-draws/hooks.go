//go:build ignore

// The layer draws only the first calls of each frame, to see how a frame is built and which draw call is expensive. The setting
// "draws" is the number of calls. It is read again at every 60th frame, so you can change it while the app runs.
package main

import (
	"strconv"
	"sync/atomic"

	"layer/gles"
)

// most is the number of draw calls in a frame, drawn the number so far.
var most, drawn atomic.Int64

func onInitialize(l *gles.Layer) {
	readMost()
	gles.OnFrame(func(frame uint64) {
		drawn.Store(0)
		if frame%60 == 0 {
			readMost()
		}
	})
}

func readMost() {
	value, _ := gles.Setting("draws")
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		n = 1 << 62
	}
	most.Store(n)
}

//gleslayer:ok next the layer exists to skip calls
func glDrawArrays(next gles.GLDrawArraysFunc, mode gles.GLenum, first gles.GLint, count gles.GLsizei) {
	if drawn.Add(1) <= most.Load() {
		next(mode, first, count)
	}
}

//gleslayer:ok next the layer exists to skip calls
func glDrawElements(next gles.GLDrawElementsFunc, mode gles.GLenum, count gles.GLsizei, typeArg gles.GLenum, indices gles.Ptr) {
	if drawn.Add(1) <= most.Load() {
		next(mode, count, typeArg, indices)
	}
}
