//go:build ignore

package fakedriver

/*
#include "zz_generated_driver.h"
*/
import "C"

import (
	"unsafe"

	"example.com/layer/core"
)

// driver is the one that Load put below the layer.
var driver *Driver

// Calls returns how often the layer called a command below it.
func (d *Driver) Calls(name string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.calls[id(name)]
}

//export goFake
func goFake(id C.uint32_t, args unsafe.Pointer) {
	d := driver
	d.mu.Lock()
	d.calls[id]++
	d.mu.Unlock()
	fakes[id](d, args)
}

// App calls commands as an app would: through what the layer gave the loader.
type App struct{ functions [core.Commands]uintptr }

// CallWithZeros calls a command with zero for each argument.
func (a *App) CallWithZeros(name string) {
	n := id(name)
	C.app_zeros(C.uint32_t(n), C.uintptr_t(a.functions[n]))
}

// id returns the id of a command.
func id(name string) int {
	for id, n := range commands {
		if n == name {
			return id
		}
	}
	panic("fakedriver: the layer neither intercepts nor calls " + name)
}
