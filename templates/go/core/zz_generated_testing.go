//go:build ignore

package core

/*
#include <stdlib.h>
#include "zz_generated_core.h"
*/
import "C"

import (
	"unsafe"

	"example.com/layer/internal/bridge"
)

// Initialize calls AndroidGLESLayer_Initialize on a layer in its initial state. For package fakedriver.
func Initialize(getNext uintptr) {
	C.layer_reset()
	bridge.Loads.Add(1)
	C.AndroidGLESLayer_Initialize(nil, *(*C.layer_get_next_fn)(unsafe.Pointer(&getNext)))
}

// GetProcAddress calls AndroidGLESLayer_GetProcAddress. For package fakedriver.
func GetProcAddress(name string, next uintptr) uintptr {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return uintptr(C.AndroidGLESLayer_GetProcAddress(c, *(*unsafe.Pointer)(unsafe.Pointer(&next))))
}
