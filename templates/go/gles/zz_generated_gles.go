//go:build ignore

// Package gles is the API for hooks: the types, constants and enum groups of EGL and OpenGL ES, the functions
// of the next layer, and helpers for C memory. It is pure Go, so that other packages with hooks can import
// it.
package gles

import (
	"fmt"
	"unsafe"

	"example.com/layer/internal/bridge"
)

// Ptr is a C void *: an address, or a number such as an offset into a buffer. It is an integer, so that the
// garbage collector accepts any value that an app passes. Never convert Go memory to a Ptr: use Memory.
type Ptr uintptr

// Pointer returns the address in p. Use it only if the command defines the parameter as an address.
func (p Ptr) Pointer() unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

// Bytes returns the n bytes at p, without a copy. They belong to the app or the driver: do not keep them
// after the hook.
func (p Ptr) Bytes(n int) []byte {
	if p == 0 || n <= 0 {
		return nil
	}
	return unsafe.Slice((*byte)(p.Pointer()), n)
}

// Logf writes a line to logcat, or to stderr on the desktop. Lines beyond 200 in a second are dropped, and a
// later line has their number.
func Logf(format string, args ...any) { bridge.Log(fmt.Sprintf(format, args...)) }

// Setting returns a setting of this layer. In the layer NAME, it is the system property debug.NAME.KEY, then
// the environment variable NAME_KEY in capitals, with _ for each -, then a line KEY=VALUE of NAME.conf in the
// app's data directory. For a setting that gleslayer.yaml declares, an invalid value is ignored, and the default
// is returned if it is not set. Each call reads it again, so call Setting in onInitialize or once in many frames,
// not in each call of a hook.
func Setting(key string) (value string, ok bool) { return bridge.Setting(key) }

// SetHook switches the hook of a command on or off, from any thread. Calls in progress are not affected. It
// reports whether the layer knows the command. A hook that panicked stays off.
func SetHook(command string, on bool) bool { return bridge.Enable(command, on) }

// HookStats has the counters of a hook, and whether it is on.
type HookStats = bridge.HookStats

// Stats returns the counters of the hook of a command. It reports whether the layer knows the command.
func Stats(command string) (stats HookStats, ok bool) { return bridge.Stats(command) }

// Layer is this layer while the loader initializes it.
type Layer struct{}

// Lookup returns the address of a function of the next layer or the driver, 0 if there is none. Use it only
// with names that Android's loader knows: for any other name, the loader returns a forwarder, which leads
// back to the top of the chain and takes one of 256 slots. To call a function, list it under "use" in
// gleslayer.yaml instead.
func (l *Layer) Lookup(name string) EGLProc { return EGLProc(bridge.Lookup(name)) }
