//go:build ignore

// Package bridge lets package gles, which is pure Go, call the C core.
package bridge

import (
	"sync/atomic"
	"unsafe"
)

// The functions of the C core. Package core sets them in its initialization.
var (
	Malloc func(n uintptr) unsafe.Pointer
	Free   func(p unsafe.Pointer)
	Log    func(text string)
	Lookup func(name string) uintptr

	Setting func(key string) (string, bool)
	Enable  func(command string, on bool) bool
	Stats   func(command string) (HookStats, bool)

	Frames  *uint64                                // number of completed frames; read it atomically
	OnFrame func(pkg string, f func(frame uint64)) // pkg is the package that registers f
	Context func() uintptr
	Thread  func() uint32

	GLString  func(name uint32) *uint8
	EGLString func(dpy uintptr, name int32) *uint8
)

// Loads is how often a test initialized the layer: each time, frames count from 0 again.
var Loads atomic.Uint64

// HookStats has the counters of a hook.
type HookStats struct {
	Calls          uint64 // simultaneous calls on several threads may count as one
	WithoutContext uint64 // calls without a current context; only for glGetString and the other queries that are valid without one
	On             bool
	Panicked       bool // switched off permanently
}
