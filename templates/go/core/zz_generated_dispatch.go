//go:build ignore

package core

/*
#include <stdlib.h>
#include "zz_generated_core.h"
*/
import "C"

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"example.com/layer/gles"
	"example.com/layer/internal/bridge"
)

// Hooks holds the entry functions of the Go hooks, by command id. Package main fills it during initialization; every
// call from C waits until all packages are initialized.
var Hooks [Commands]func(args unsafe.Pointer)

// OnInitialize is the author's initialization function, if the layer has one. Only an active layer calls it.
var OnInitialize func(*gles.Layer)

// OnPanic, if not nil, is called for each panic that was recovered, and for each runtime.Goexit. name is the hook's command,
// or the function's own name. Tests set it.
var OnPanic func(name string, reason any, stack []byte)

//export goDispatch
func goDispatch(id C.uint32_t, args unsafe.Pointer) { Hooks[id](args) }

// Call records the progress of a hook call.
type Call struct {
	Below     bool // next is running
	Forwarded bool // next has returned
	Returned  bool // the hook has returned
}

// Contain, deferred around a hook, recovers a panic: it logs it, switches the hook off, and completes the
// command. If the hook had not called next, the command continues with the app's arguments; else the app gets
// the result of next.
//
// runtime.Goexit cannot be stopped: Go ends a process whose goroutine exits below C. Contain logs the hook's
// name first.
func Contain(id uint32, call *Call, forward func(args unsafe.Pointer), args unsafe.Pointer) {
	if call.Returned {
		return
	}
	reason := recover()
	if reason == nil && call.Below && bridge.Loads.Load() > 0 { // a test driver's function ended its test
		return
	}
	name := C.GoString(C.layer_name(C.uint32_t(id)))
	if reason == nil {
		reportExit(name, "the hook of "+name)
		return
	}
	C.layer_break(C.uint32_t(id))
	reportPanic(name, "the hook of "+name+" panicked and is switched off", reason)
	if !call.Forwarded && (!call.Below || refused(reason)) {
		forward(args)
	}
}

// refused reports whether cgo rejected the arguments of next, so that next did not run. Any other panic that comes out of
// next was raised below it.
func refused(reason any) bool {
	err, ok := reason.(runtime.Error)
	return ok && strings.Contains(err.Error(), " has Go pointer to ") // the text is the same in all versions of Go
}

// contain calls f outside of any command, and recovers a panic in it. It reports whether f returned. function
// names f in the log; consequence describes the effect of a panic.
func contain(name, function, consequence string, f func()) (returned bool) {
	defer func() {
		if returned {
			return
		}
		if reason := recover(); reason != nil {
			reportPanic(name, function+" panicked"+consequence, reason)
		} else {
			reportExit(name, function)
		}
	}()
	f()
	return true
}

func reportPanic(name, what string, reason any) {
	stack := debug.Stack()
	alarm(fmt.Sprintf("%s: %v\n%s", what, reason, stack))
	if OnPanic != nil {
		OnPanic(name, reason, stack)
	}
}

// reportExit logs a call of runtime.Goexit before the process ends. A deferred function sees it as neither a return nor
// a panic.
func reportExit(name, function string) {
	stack := debug.Stack()
	alarm(fmt.Sprintf("%s called runtime.Goexit, which ends the app: return instead (gleslayergen explain vet-goexit)\n%s", function, stack))
	if OnPanic != nil {
		OnPanic(name, "runtime.Goexit was called", stack)
	}
}

func alarm(text string) {
	c := C.CString(text)
	defer C.free(unsafe.Pointer(c))
	C.layer_alarm(c)
}

//export goInitialize
func goInitialize() {
	if OnInitialize != nil {
		contain("onInitialize", "onInitialize", "", func() { OnInitialize(&gles.Layer{}) })
	}
}

// frameFunc is a package's function for the end of each frame
type frameFunc struct {
	pkg  string
	call func(frame uint64)
}

// frameFuncs is called in order: the package that registered last is first, as in a chain of layers.
var frameFuncs struct {
	sync.Mutex
	list atomic.Pointer[[]*frameFunc]
}

func init() { bridge.OnFrame = setFrameFunc }

func setFrameFunc(pkg string, call func(frame uint64)) {
	changeFrameFuncs(func(list []*frameFunc) []*frameFunc {
		list = slices.DeleteFunc(list, func(f *frameFunc) bool { return f.pkg == pkg })
		if call != nil {
			list = slices.Insert(list, 0, &frameFunc{pkg, call})
		}
		return list
	})
}

// changeFrameFuncs replaces the list. Calls in progress finish with the previous list.
func changeFrameFuncs(change func([]*frameFunc) []*frameFunc) {
	frameFuncs.Lock()
	defer frameFuncs.Unlock()
	var list []*frameFunc
	if old := frameFuncs.list.Load(); old != nil {
		list = slices.Clone(*old)
	}
	list = change(list)
	frameFuncs.list.Store(&list)
	C.layer_want_frames(C.int(min(len(list), 1)))
}

//export goFrame
func goFrame(frame C.uint64_t) {
	list := frameFuncs.list.Load()
	if list == nil {
		return
	}
	for _, f := range *list {
		if !contain("OnFrame", "the function given to OnFrame", " and is not called again", func() { f.call(uint64(frame)) }) {
			changeFrameFuncs(func(list []*frameFunc) []*frameFunc {
				return slices.DeleteFunc(list, func(other *frameFunc) bool { return other == f })
			})
		}
	}
}
