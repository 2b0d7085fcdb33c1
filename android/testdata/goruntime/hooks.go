package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"unsafe"

	"NAME/gles"
)

var (
	ran     atomic.Int64
	garbage atomic.Pointer[[]byte]
	nothing *int
	// further actions, of tests that add a file to this project
	actions = map[gles.GLbitfield]func(next gles.GLClearFunc){}
)

// setThread is the option of prctl that sets the name of the calling thread.
const setThread = 15

// init sets the name of its thread, so that the program knows that this Go runtime has started.
func init() {
	name := []byte("NAME\x00")
	syscall.RawSyscall(syscall.SYS_PRCTL, setThread, uintptr(unsafe.Pointer(&name[0])), 0)
}

func onInitialize(l *gles.Layer) {}

// glClear does what its argument selects; 9 prints how often it ran.
func glClear(next gles.GLClearFunc, mask gles.GLbitfield) {
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
	case 5:
		gles.Logf("Go's memory is kept below %d MiB", debug.SetMemoryLimit(-1)>>20)
	case 9:
		gles.Logf("Go ran %d times", n)
	default:
		if action := actions[mask]; action != nil {
			action(next)
		}
	}
	next(mask)
}
