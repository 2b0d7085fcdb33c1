//go:build ignore

package main

import (
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestSkip(t *testing.T) {
	driver := &fakedriver.Driver{}
	app := fakedriver.Load(t, driver)
	most.Store(2)
	for frame := 1; frame <= 3; frame++ {
		for range 5 {
			app.GLDrawArrays(gles.GL_TRIANGLES, 0, 3)
		}
		app.EGLSwapBuffers(1, 1)
		if got := driver.Calls("glDrawArrays"); got != 2*frame {
			t.Errorf("frame %d: %d calls", frame, got)
		}
	}
}
