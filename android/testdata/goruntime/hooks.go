package main

import (
	"os"
	"runtime"
	"sync/atomic"

	"NAME/gles"
)

var (
	ran     atomic.Int64
	garbage atomic.Pointer[[]byte]
	nothing *int
)

func onInitialize(l *gles.Layer) {}

// glClear does what its argument says; at 9 it reports how often it ran.
func glClear(next gles.GlClearFunc, mask gles.GLbitfield) {
	n := ran.Add(1)
	b := make([]byte, 64)
	garbage.Store(&b)
	switch mask {
	case 1:
		runtime.GC()
	case 2:
		panic("on purpose")
	case 3:
		ran.Add(int64(*nothing))
	case 4:
		gles.Logf("%q, %d variables", os.Args, len(os.Environ()))
	case 9:
		gles.Logf("Go ran %d times", n)
	}
	next(mask)
}
