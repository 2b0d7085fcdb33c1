//go:build ignore

package core

/*
#include <stdlib.h>
#include "zz_generated_core.h"
*/
import "C"

import (
	"unsafe"

	"example.com/layer/gles"
)

func init() {
	gles.BindExtensions(func(name string, functions []string) bool {
		return withStrings(name, functions, func(name *C.char, list **C.char) bool { return C.layer_add_extension(name, list) != 0 })
	}, func(name string, functions []string) bool {
		return withStrings(name, functions, func(name *C.char, list **C.char) bool { return C.layer_remove_extension(name, list) != 0 })
	})
}

// withStrings calls f with C copies of the strings, the functions as a list that ends with null.
func withStrings(name string, functions []string, f func(name *C.char, list **C.char) bool) bool {
	const pointer = unsafe.Sizeof(uintptr(0))
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	memory := C.layer_malloc(C.size_t(uintptr(len(functions)+1) * pointer))
	if memory == nil {
		return false
	}
	defer C.free(memory)
	list := unsafe.Slice((**C.char)(memory), len(functions)+1)
	for i, function := range functions {
		list[i] = C.CString(function)
		defer C.free(unsafe.Pointer(list[i]))
	}
	list[len(functions)] = nil
	return f(text, &list[0])
}
