//go:build ignore

package core

/*
#include "zz_generated_core.h"
*/
import "C"

import "example.com/layer/gles"

func init() {
	gles.BindContexts(
		func() uint64 { return uint64(C.layer_context_number()) },
		func() uint64 { return uint64(C.layer_share_group()) },
		func() uint64 { return uint64(C.layer_contexts_ended()) },
		func(number uint64) bool { return C.layer_context_exists(C.uint64_t(number)) != 0 },
		func() (width, height gles.EGLint, ok bool) {
			var w, h C.EGLint
			ok = C.layer_surface_size(&w, &h) != 0
			return gles.EGLint(w), gles.EGLint(h), ok
		})
}
