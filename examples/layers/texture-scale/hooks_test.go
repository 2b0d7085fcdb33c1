//go:build ignore

package main

import (
	"slices"
	"testing"

	"layer/core/fakedriver"
	"layer/gles"
)

func TestLevels(t *testing.T) {
	var base []gles.GLint
	driver := &fakedriver.Driver{GLTexParameteri: func(_, name gles.GLenum, value gles.GLint) {
		if name == gles.GL_TEXTURE_BASE_LEVEL {
			base = append(base, value)
		}
	}}
	app := fakedriver.Load(t, driver)
	level = 2
	app.GLTexStorage2D(gles.GL_TEXTURE_2D, 1, gles.GL_RGBA8, 64, 64)
	app.GLTexStorage2D(gles.GL_TEXTURE_2D, 2, gles.GL_RGBA8, 64, 64)
	app.GLTexStorage2D(gles.GL_TEXTURE_2D, 7, gles.GL_RGBA8, 64, 64)
	app.GLGenerateMipmap(gles.GL_TEXTURE_2D)
	if want := []gles.GLint{1, 2, 0, 2}; !slices.Equal(base, want) || driver.Calls("glGenerateMipmap") != 1 {
		t.Errorf("base levels %v, want %v", base, want)
	}
}
