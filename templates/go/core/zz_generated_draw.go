//go:build ignore

package core

/*
#include <stdlib.h>
#include "zz_generated_core.h"
*/
import "C"

import (
	"unsafe"

	"example.com/layer/gles"
)

func init() {
	gles.BindDrawing(
		func() bool { return C.layer_save_state() != 0 },
		func() { C.layer_restore_state() },
		func(x, y, width, height int, color uint32) bool {
			return C.layer_draw_rect(C.int(x), C.int(y), C.int(width), C.int(height), C.uint32_t(color)) != 0
		},
		func(x, y, scale int, color uint32, text string) bool {
			c := C.CString(text)
			defer C.free(unsafe.Pointer(c))
			return C.layer_draw_text(C.int(x), C.int(y), C.int(scale), C.uint32_t(color), c) != 0
		},
		func(target gles.GLenum) gles.GLuint { return gles.GLuint(C.layer_bound_texture(C.GLenum(target))) })
}
