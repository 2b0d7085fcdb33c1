//go:build ignore

package core

/*
#include "zz_generated_core.h"
*/
import "C"

import "example.com/layer/gles"

func init() { gles.BindObjects(textureLevel, renderbuffer, buffer) }

func imageInfo(m *C.struct_layer_image_info) gles.ImageInfo {
	return gles.ImageInfo{Target: gles.GLenum(m.target), Format: gles.GLenum(m.format), Width: gles.GLsizei(m.width), Height: gles.GLsizei(m.height),
		Depth: gles.GLsizei(m.depth), Samples: gles.GLsizei(m.samples)}
}

func textureLevel(texture gles.GLuint, level gles.GLint) (gles.ImageInfo, bool) {
	var m C.struct_layer_image_info
	ok := C.layer_texture_info(C.GLuint(texture), C.GLint(level), &m) != 0
	return imageInfo(&m), ok
}

func renderbuffer(name gles.GLuint) (gles.ImageInfo, bool) {
	var m C.struct_layer_image_info
	ok := C.layer_renderbuffer_info(C.GLuint(name), &m) != 0
	return imageInfo(&m), ok
}

func buffer(name gles.GLuint) (gles.StorageInfo, bool) {
	var b C.struct_layer_storage_info
	ok := C.layer_buffer_info(C.GLuint(name), &b) != 0
	return gles.StorageInfo{Size: int64(b.size), Usage: gles.GLenum(b.usage)}, ok
}
