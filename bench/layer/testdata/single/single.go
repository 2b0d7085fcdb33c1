// Command single is a shared object with one Go function, which calls next: the minimal cost of any library
// in Go.
package main

// #cgo CFLAGS: -O2 -g0
// #include <stdint.h>
// void next_draw(uint32_t mode, int32_t first, int32_t count);
import "C"

//export singleDrawArrays
func singleDrawArrays(mode uint32, first, count int32) {
	C.next_draw(C.uint32_t(mode), C.int32_t(first), C.int32_t(count))
}

func main() {}
