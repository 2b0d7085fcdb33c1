//go:build ignore

package main

import (
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestCount(t *testing.T) {
	app := fakedriver.Load(t, &fakedriver.Driver{})
	app.GLDrawArrays(gles.GL_TRIANGLES, 0, 3)
	app.GLDrawElementsInstanced(gles.GL_TRIANGLES, 6, gles.GL_UNSIGNED_SHORT, 0, 10)
	if draws.Load() != 2 || vertices.Load() != 63 {
		t.Errorf("%d draw calls, %d vertices", draws.Load(), vertices.Load())
	}
	app.EGLSwapBuffers(1, 1)
	if draws.Load() != 0 || vertices.Load() != 0 {
		t.Errorf("after the frame: %d draw calls, %d vertices", draws.Load(), vertices.Load())
	}
}
