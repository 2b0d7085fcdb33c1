//go:build ignore

package gles

import (
	"runtime"
	"strings"

	"example.com/layer/internal/bridge"
)

// OnFrame sets the function that is called at the end of each frame, so that you need not hook the two swap
// commands. Its argument is the number of the frame, from 1. f runs on the thread that swaps, with its
// context current, before the swap. Several threads may call it at the same time. It may call EGL and OpenGL
// ES, as a hook may. A package has one such function: a later call replaces it, and nil removes it. A panic
// of f removes it, too.
//
//	gles.OnFrame(func(frame uint64) {
//		gles.Logf("%d draws in frame %d", draws.Swap(0), frame)
//	})
//
// Call OnFrame in onInitialize, in a hook, or, in a passive layer, in an init function of package main.
func OnFrame(f func(frame uint64)) { bridge.OnFrame(callingPackage(), f) }

// callingPackage returns the path of the package that called the caller.
func callingPackage() string {
	var pcs [1]uintptr
	runtime.Callers(3, pcs[:])
	frame, _ := runtime.CallersFrames(pcs[:]).Next()
	path := frame.Function // example.com/mylayer/sets/draws.OnInitialize.func1
	folder := strings.LastIndexByte(path, '/') + 1
	name, _, _ := strings.Cut(path[folder:], ".")
	return path[:folder] + name
}
