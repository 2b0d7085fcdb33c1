// Package bare is the lower bound for hooks in Go: each function only calls next. No hook can be switched
// off, calls are not counted, and a panic ends the app. It is linked into a layer that has hooks of its own.
package bare

// #cgo CFLAGS: -O2 -g0
// #include "bare.h"
import "C"

import (
	"runtime"
	"unsafe"
)

//export bareGetError
func bareGetError() uint32 { return uint32(C.next_error()) }

//export bareDrawArrays
func bareDrawArrays(mode uint32, first, count int32) {
	C.next_draw(C.uint32_t(mode), C.int32_t(first), C.int32_t(count))
}

//export bareUniform4f
func bareUniform4f(location int32, v0, v1, v2, v3 float32) {
	C.next_uniform(C.int32_t(location), C.float(v0), C.float(v1), C.float(v2), C.float(v3))
}

//export bareChooseConfig
func bareChooseConfig(dpy uintptr, attribs *int32, configs *uintptr, size int32, count *int32) uint32 {
	return uint32(C.next_choose(C.uintptr_t(dpy), (*C.uint8_t)(unsafe.Pointer(attribs)), (*C.uint8_t)(unsafe.Pointer(configs)),
		C.int32_t(size), (*C.uint8_t)(unsafe.Pointer(count))))
}

//export bareTexImage2D
func bareTexImage2D(target uint32, level, internal, width, height, border int32, format, kind uint32, pixels uintptr) {
	C.next_image(C.uint32_t(target), C.int32_t(level), C.int32_t(internal), C.int32_t(width), C.int32_t(height),
		C.int32_t(border), C.uint32_t(format), C.uint32_t(kind), C.uintptr_t(pixels))
}

//export bareMallocs
func bareMallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

var kept *[64]byte

//export bareAllocate
func bareAllocate() { kept = new([64]byte) }
