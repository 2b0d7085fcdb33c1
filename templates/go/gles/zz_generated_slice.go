//go:build ignore

package gles

import (
	"math"
	"unsafe"
)

// Integer is any of the integer types.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Number is any type that holds no Go pointer: numbers, and handles, which are numbers in Go.
type Number interface {
	Integer | ~float32 | ~float64
}

// Slice returns the n elements at p, without a copy. They belong to the app or the driver: do not keep them
// after the hook. It returns nil if p is null, if n is not positive, or if the address space has no room for
// n elements.
//
//	for _, name := range gles.Slice(textures, n) {
//		gles.Logf("texture %d is deleted", name)
//	}
func Slice[T any, N Integer](p *T, n N) []T {
	if p == nil || n <= 0 {
		return nil
	}
	behind := uint64(^uintptr(0) - uintptr(unsafe.Pointer(p))) // bytes from p to the end of the address space
	if uint64(n) > min(behind, math.MaxInt)/uint64(max(unsafe.Sizeof(*p), 1)) {
		return nil
	}
	return unsafe.Slice(p, n)
}
