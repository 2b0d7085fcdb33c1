//go:build ignore

// The layer logs how many draw calls and vertices a frame has, at every 60th frame. For an app with more draw functions, add them
// with gleslayergen update --add.
package main

import (
	"sync/atomic"

	"layer/gles"
)

func onInitialize(l *gles.Layer) {
	gles.OnFrame(func(frame uint64) {
		d, v := draws.Swap(0), vertices.Swap(0)
		if frame%60 == 0 {
			gles.Logf("frame %d: %d draw calls, %d vertices", frame, d, v)
		}
	})
}

// draws and vertices are those of the current frame.
var draws, vertices atomic.Int64

func glDrawArrays(next gles.GLDrawArraysFunc, mode gles.GLenum, first gles.GLint, count gles.GLsizei) {
	countDraw(count, 1)
	next(mode, first, count)
}

func glDrawElements(next gles.GLDrawElementsFunc, mode gles.GLenum, count gles.GLsizei, typeArg gles.GLenum, indices gles.Ptr) {
	countDraw(count, 1)
	next(mode, count, typeArg, indices)
}

func glDrawArraysInstanced(next gles.GLDrawArraysInstancedFunc, mode gles.GLenum, first gles.GLint, count, instances gles.GLsizei) {
	countDraw(count, instances)
	next(mode, first, count, instances)
}

func glDrawElementsInstanced(next gles.GLDrawElementsInstancedFunc, mode gles.GLenum, count gles.GLsizei, typeArg gles.GLenum,
	indices gles.Ptr, instances gles.GLsizei) {
	countDraw(count, instances)
	next(mode, count, typeArg, indices, instances)
}

func countDraw(count, instances gles.GLsizei) {
	draws.Add(1)
	vertices.Add(int64(count) * int64(instances))
}
