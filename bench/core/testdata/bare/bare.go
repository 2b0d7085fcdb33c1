// Command bare is the least a layer with hooks in Go can do: each hook calls next and nothing else. No hook can be
// switched off, and a panic ends the app.
package main

// #cgo CFLAGS: -O2 -g0
// #include "bare.h"
import "C"

import "unsafe"

//export bareDrawArrays
func bareDrawArrays(mode uint32, first, count int32) {
	C.next_draw(C.uint32_t(mode), C.int32_t(first), C.int32_t(count))
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

func main() {}
