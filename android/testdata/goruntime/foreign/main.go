// Command foreign is a Go library of the app, with a Go runtime of its own.
package main

import "C"

import "runtime"

var (
	kept    [][]byte
	nothing *C.int
)

// Work allocates memory, and with the argument 1 causes a nil dereference and recovers. It returns its
// argument.
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
