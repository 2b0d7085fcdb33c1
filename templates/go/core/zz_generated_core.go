//go:build ignore

// Package core is the layer below its hooks: the entry points that Android calls, the trampolines, and the
// calls of the next layer. All C is in this package, so that a change of a hook does not recompile C.
package core

/*
#cgo CFLAGS: -std=gnu11 -O2 -g0 -fvisibility=hidden -Wall -Wextra -Wno-unused-parameter
#cgo android CFLAGS: -DLAYER_ANDROID
#cgo android LDFLAGS: -llog
#include <stdlib.h>
#include "zz_generated_core.h"
*/
import "C"

import (
	"runtime/debug"
	"unsafe"

	"example.com/layer/gles"
	"example.com/layer/internal/bridge"
)

// memoryLimit is the memory limit of the garbage collector. It is low because a layer shares the app's
// memory.
const memoryLimit = 64 << 20

func init() {
	debug.SetMemoryLimit(memoryLimit)
	bridge.Malloc = func(n uintptr) unsafe.Pointer { return C.layer_malloc(C.size_t(n)) }
	bridge.Free = func(p unsafe.Pointer) { C.free(p) }
	bridge.Log = logLine
	bridge.Lookup = lookup
	bridge.Setting = setting
	bridge.Enable = enable
	bridge.Stats = stats
	bridge.Frames = (*uint64)(unsafe.Pointer(C.layer_frames()))
	bridge.Context = func() uintptr { return uintptr(C.layer_context()) }
	bridge.Thread = func() uint32 { return uint32(C.layer_thread()) }
	bridge.GLString = func(name uint32) *uint8 { return (*uint8)(NextGLGetString(gles.GLenum(name))) }
	bridge.EGLString = func(dpy uintptr, name int32) *uint8 {
		return (*uint8)(NextEGLQueryString(gles.EGLDisplay(dpy), gles.EGLint(name)))
	}
}

func logLine(text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.layer_log(c)
}

func setting(key string) (string, bool) {
	c := C.CString(key)
	defer C.free(unsafe.Pointer(c))
	value := (*C.char)(C.layer_malloc(settingSize))
	if value == nil {
		return "", false
	}
	defer C.free(unsafe.Pointer(value))
	if C.layer_setting(c, value, settingSize) == 0 {
		return "", false
	}
	return C.GoString(value), true
}

// settingSize is the size of the longest setting, including the terminating zero.
const settingSize = 4096

// id returns the id of a command.
func id(command string) (C.uint32_t, bool) {
	c := C.CString(command)
	defer C.free(unsafe.Pointer(c))
	id := C.layer_find(c)
	return C.uint32_t(id), id >= 0
}

func enable(command string, on bool) bool {
	id, ok := id(command)
	if ok && on {
		C.layer_enable(id, 1)
	} else if ok {
		C.layer_enable(id, 0)
	}
	return ok
}

func stats(command string) (s bridge.HookStats, ok bool) {
	id, ok := id(command)
	if !ok {
		return s, false
	}
	var c C.struct_layer_stats
	C.layer_get_stats(id, &c)
	return bridge.HookStats{Calls: uint64(c.calls), WithoutContext: uint64(c.without_context), On: c.on != 0, Panicked: c.broken != 0}, true
}

func lookup(name string) uintptr {
	c := C.CString(name)
	defer C.free(unsafe.Pointer(c))
	return uintptr(C.layer_lookup(c))
}
