//go:build ignore

package main

import (
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestUploads(t *testing.T) {
	app := fakedriver.Load(t, &fakedriver.Driver{})
	var m gles.Memory
	defer m.Free()
	data := m.Alloc(64)
	app.GLTexImage2D(gles.GL_TEXTURE_2D, 0, gles.GL_RGBA, 4, 4, 0, gles.GL_RGBA, gles.GL_UNSIGNED_BYTE, data)
	app.GLTexImage2D(gles.GL_TEXTURE_2D, 0, gles.GL_RGBA, 4, 4, 0, gles.GL_RGBA, gles.GL_UNSIGNED_BYTE, 0)
	app.GLBufferData(gles.GL_ARRAY_BUFFER, 10, data, gles.GL_STATIC_DRAW)
	app.GLBufferSubData(gles.GL_ARRAY_BUFFER, 0, 5, data)
	if got := uploaded.Load(); got != 64+10+5 {
		t.Errorf("%d bytes", got)
	}
}
