//go:build ignore

// The layer lets the app sample mipmapped textures at half their size, or at the level of the setting "level", to see whether the
// bandwidth of textures limits the speed.
package main

import (
	"strconv"

	"layer/gles"
)

// level is the first mipmap level that is sampled.
var level gles.GLint = 1

func onInitialize(l *gles.Layer) {
	if value, ok := gles.Setting("level"); ok {
		if n, err := strconv.Atoi(value); err == nil && n >= 0 && n < 16 {
			level = gles.GLint(n)
		}
	}
}

// glTexStorage2D sets the base level of a new texture. A texture with fewer levels uses its last one.
func glTexStorage2D(next gles.GLTexStorage2DFunc, target gles.GLenum, levels gles.GLsizei, internalformat gles.GLenum,
	width, height gles.GLsizei) {
	next(target, levels, internalformat, width, height)
	if levels > 1 {
		gles.GLTexParameteri(target, gles.GL_TEXTURE_BASE_LEVEL, min(level, gles.GLint(levels)-1))
	}
}

// glGenerateMipmap makes the levels from level 0, where the app has put the image.
func glGenerateMipmap(next gles.GLGenerateMipmapFunc, target gles.GLenum) {
	gles.GLTexParameteri(target, gles.GL_TEXTURE_BASE_LEVEL, 0)
	next(target)
	gles.GLTexParameteri(target, gles.GL_TEXTURE_BASE_LEVEL, level)
}
