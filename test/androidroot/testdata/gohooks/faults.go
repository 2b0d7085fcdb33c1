package main

import (
	"math"
	"os"
	"runtime"
	"sync"
	"unsafe"

	"NAME/gles"
)

// unmapped is an address far from 0 that no program maps.
const unmapped = 0xfff000

// sink keeps the results of loops and of recursions.
var sink [64]byte

func init() {
	actions[10] = func(gles.GLClearFunc) { runtime.Goexit() }
	actions[11] = func(gles.GLClearFunc) {
		go panic("in a goroutine")
		select {}
	}
	actions[12] = func(gles.GLClearFunc) { os.Exit(12) }
	actions[13] = func(gles.GLClearFunc) { new(sync.Mutex).Unlock() }
	actions[14] = func(gles.GLClearFunc) { sink[0] = *at(unmapped) }
	actions[15] = func(gles.GLClearFunc) {
		small := at(7)
		grow(1 << 14)
		sink[1] = *small
	}
	actions[16] = func(gles.GLClearFunc) { grow(1 << 30) }
	actions[17] = func(gles.GLClearFunc) { fillMemory() }
	actions[18] = func(gles.GLClearFunc) { writeMap() }
	actions[19] = func(next gles.GLClearFunc) {
		next(19)
		panic("after next")
	}
	actions[20] = func(next gles.GLClearFunc) {
		done := make(chan bool)
		go func() {
			defer close(done)
			next(20)
		}()
		<-done
	}
}

//go:noinline
func at(address uintptr) *byte { return (*byte)(unsafe.Pointer(address)) }

//go:noinline
func grow(depth int) byte {
	frame := sink
	if depth > 0 {
		frame[depth%len(frame)] = grow(depth - 1)
	}
	return frame[0]
}

// fillMemory allocates until the address space has no room. It writes to none of it.
func fillMemory() {
	var all [][]byte
	for {
		all = append(all, make([]byte, min(1<<45, math.MaxInt/4)))
	}
}

// writeMap writes to a map from two goroutines without a lock. Go detects it.
func writeMap() {
	m := map[int]int{}
	write := func() {
		for i := 0; ; i++ {
			m[i%100] = i
		}
	}
	go write()
	write()
}
