// Command foreign is a library in Go as an app may bring it: with a runtime that is not the layer's.
package main

import "C"

import "runtime"

var (
	kept    [][]byte
	nothing *C.int
)

// Work uses the heap, and at 1 also what a fault in Go becomes. It answers its argument.
//
//export Work
func Work(value C.int) (answer C.int) {
	defer func() {
		if recover() != nil {
			answer = value
		}
	}()
	for i := range 1000 {
		kept = append(kept[:i%100], make([]byte, 1000))
	}
	runtime.GC()
	if value == 1 {
		return *nothing
	}
	return value
}

func main() {}
