//go:build ignore

// The layer logs frames that upload more than 1 MiB to textures and buffers, or more than the setting "limit" says, in bytes.
package main

import (
	"strconv"
	"sync/atomic"

	"layer/gles"
)

// limit is the number of bytes that a frame may upload without a log line.
var limit int64 = 1 << 20

func onInitialize(l *gles.Layer) {
	if value, ok := gles.Setting("limit"); ok {
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			limit = n
		}
	}
	gles.OnFrame(func(frame uint64) {
		if n := uploaded.Swap(0); n > limit {
			gles.Logf("frame %d uploads %d bytes", frame, n)
		}
	})
}

// uploaded has the bytes of the current frame.
var uploaded atomic.Int64

func glTexImage2D(next gles.GLTexImage2DFunc, target gles.GLenum, level, internalformat gles.GLint, width, height gles.GLsizei,
	border gles.GLint, format, typeArg gles.GLenum, pixels gles.Ptr) {
	addImage(format, typeArg, width, height, pixels)
	next(target, level, internalformat, width, height, border, format, typeArg, pixels)
}

func glTexSubImage2D(next gles.GLTexSubImage2DFunc, target gles.GLenum, level, xoffset, yoffset gles.GLint, width, height gles.GLsizei,
	format, typeArg gles.GLenum, pixels gles.Ptr) {
	addImage(format, typeArg, width, height, pixels)
	next(target, level, xoffset, yoffset, width, height, format, typeArg, pixels)
}

func glBufferData(next gles.GLBufferDataFunc, target gles.GLenum, size gles.GLsizeiptr, data gles.Ptr, usage gles.GLenum) {
	if data != 0 {
		uploaded.Add(int64(size))
	}
	next(target, size, data, usage)
}

func glBufferSubData(next gles.GLBufferSubDataFunc, target gles.GLenum, offset gles.GLintptr, size gles.GLsizeiptr, data gles.Ptr) {
	uploaded.Add(int64(size))
	next(target, offset, size, data)
}

// addImage adds the bytes of an image, for the initial values of glPixelStorei.
func addImage(format, typeArg gles.GLenum, width, height gles.GLsizei, pixels gles.Ptr) {
	if size, ok := gles.ImageSize(format, typeArg, width, height, 1, gles.PixelStore{}); ok && pixels != 0 {
		uploaded.Add(int64(size.Size))
	}
}
