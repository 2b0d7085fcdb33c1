//go:build ignore

package main

import (
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestRenderer(t *testing.T) {
	var m gles.Memory
	defer m.Free()
	own := (*gles.GLubyte)(m.String("own"))
	app := fakedriver.Load(t, &fakedriver.Driver{GLGetString: func(gles.GLenum) *gles.GLubyte { return own }})
	if got := gles.String(app.GLGetString(gles.GL_RENDERER)); got != "own" {
		t.Errorf("without the setting: %q", got)
	}
	setRenderer("GPU 1000")
	if got := gles.String(app.GLGetString(gles.GL_RENDERER)); got != "GPU 1000" {
		t.Errorf("the app sees %q", got)
	}
	if got := gles.String(app.GLGetString(gles.GL_VENDOR)); got != "own" {
		t.Errorf("the vendor is %q", got)
	}
}
