//go:build ignore

package core

/*
#include <stdlib.h>
#include "zz_generated_observe.h"
*/
import "C"

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"example.com/layer/gles"
)

// Observers holds the author's observers, by command id. Package main fills it during initialization.
var Observers [Commands]func(*gles.RawCall)

// The reader sleeps between two looks at the rings, because to wake it up costs as much as to read thousands of calls:
// longer if all rings were almost empty, shorter if one was filling up.
const (
	shortestSleep = 4 * time.Millisecond
	longestSleep  = 64 * time.Millisecond
	almostEmpty   = 1. / 8 // of a ring
	fillingUp     = 1. / 4
)

// mostTogether is the maximum number of calls in a batch, so that a batch stays in the processor's cache.
const mostTogether = 256

// reader is the state of readRings. The mutex is held while calls are read.
var reader struct {
	sync.Mutex
	calls [mostTogether]gles.RawCall
	data  []gles.Data
	clock observedClock
}

var (
	names    [Commands]string
	watchers atomic.Pointer[[]*watcher]
)

// watcher is a function that gets all calls.
type watcher struct{ call func([]gles.RawCall) }

func init() {
	gles.BindObserving(setObserving, limitData, watch, func() uint64 { return uint64(C.layer_lost_calls()) })
	for id := range names {
		names[id] = C.GoString(C.layer_name(C.uint32_t(id)))
	}
	go readRings()
}

func setObserving(o gles.Observing) {
	c := C.struct_layer_observing{
		limit: C.uint32_t(min(max(o.DataLimit, 0), math.MaxInt32)), memory: C.uint32_t(min(max(o.Memory, 0), math.MaxInt32)),
		first_frame: C.uint64_t(o.First), last_frame: C.uint64_t(o.Last),
	}
	if o.Times {
		c.times = 1
	}
	for _, number := range o.Contexts[:min(len(o.Contexts), len(c.contexts))] {
		c.contexts[c.contexts_used] = C.uint64_t(number)
		c.contexts_used++
	}
	C.layer_set_observing(&c)
}

func limitData(function string, bytes int) bool {
	id, ok := id(function)
	if ok {
		C.layer_limit_data(id, C.uint32_t(min(max(bytes, 0), math.MaxInt32)))
	}
	return ok
}

func watch(f func([]gles.RawCall)) {
	changeWatchers(func(list []*watcher) []*watcher { return append(list, &watcher{f}) })
}

// changeWatchers replaces the list. A batch that is read meanwhile is given to the previous ones.
func changeWatchers(change func([]*watcher) []*watcher) {
	for {
		old := watchers.Load()
		var list []*watcher
		if old != nil {
			list = slices.Clone(*old)
		}
		list = change(list)
		if watchers.CompareAndSwap(old, &list) {
			return
		}
	}
}

// readRings reads the rings of all threads until the process ends.
func readRings() {
	defer func() { go readRings() }() // an observer called runtime.Goexit
	sleep := shortestSleep
	for {
		C.layer_next_ring(nil, 1) // waits for the first ring
		switch used := readCalls(); {
		case used < almostEmpty:
			sleep = min(2*sleep, longestSleep)
		case used > fillingUp:
			sleep = max(sleep/2, shortestSleep)
		}
		time.Sleep(sleep)
	}
}

// ReadCalls gives all stored calls to the observers, and reports whether there were any. Tests call it, so that they need
// not wait.
func ReadCalls() bool { return readCalls() > 0 }

// readCalls gives all stored calls to the observers, and returns the part of the fullest ring that they took, from 0 to 1.
func readCalls() (used float64) {
	reader.Lock()
	defer reader.Unlock()
	reader.clock.read()
	for ring := C.layer_next_ring(nil, 0); ring != nil; {
		var part C.struct_layer_ring_part
		C.layer_begin_part(ring, &part)
		readPart(&part)
		used = max(used, float64(part.size)/float64(part.memory))
		ring = C.layer_end_part(ring, part.size)
	}
	return used
}

// readPart gives the calls of a part of a ring to the observers.
func readPart(part *C.struct_layer_ring_part) {
	for at := uintptr(0); at < uintptr(part.size); {
		n := 0
		reader.data = reader.data[:0]
		for at < uintptr(part.size) && n < mostTogether {
			call := (*C.struct_layer_observed)(unsafe.Add(unsafe.Pointer(part.calls), at))
			at += uintptr(call.size)
			if call.id != C.LAYER_SKIP {
				readCall(&reader.calls[n], call, uint32(part.thread))
				n++
			}
		}
		giveToWatchers(reader.calls[:n])
		giveToObservers(reader.calls[:n])
	}
}

func giveToWatchers(calls []gles.RawCall) {
	list := watchers.Load()
	if list == nil || len(calls) == 0 {
		return
	}
	for _, w := range *list {
		if !contain("Observe", "a function given to Observe", " and is not called again", func() { w.call(calls) }) {
			changeWatchers(func(list []*watcher) []*watcher {
				return slices.DeleteFunc(list, func(other *watcher) bool { return other == w })
			})
		}
	}
}

// giveToObservers gives each call to the observer of its command. After a panic it continues with the next call.
func giveToObservers(calls []gles.RawCall) {
	for next := 0; next < len(calls); {
		giveUntilPanic(calls, &next)
	}
}

func giveUntilPanic(calls []gles.RawCall, next *int) {
	defer func() {
		if *next == len(calls) {
			return
		}
		c := &calls[*next]
		*next++
		C.layer_break(C.uint32_t(c.ID))
		Observers[c.ID] = nil
		if reason := recover(); reason != nil {
			reportPanic(c.Function, "the observer of "+c.Function+" panicked and is switched off", reason)
		} else {
			alarm("the observer of " + c.Function + " called runtime.Goexit and is switched off: return instead")
		}
	}()
	for ; *next < len(calls); *next++ {
		if observer := Observers[calls[*next].ID]; observer != nil {
			observer(&calls[*next])
		}
	}
}

// readCall reads a call from a ring. Its slices are parts of the ring.
func readCall(c *gles.RawCall, call *C.struct_layer_observed, thread uint32) {
	at := unsafe.Add(unsafe.Pointer(call), unsafe.Sizeof(*call))
	c.Thread, c.Context, c.Lost, c.Cut = thread, uint64(call.context), uint32(call.lost), call.flags&C.LAYER_CUT != 0
	c.Start, c.Duration = 0, 0
	if call.flags&C.LAYER_TIMES != 0 {
		times := (*[2]uint64)(at)
		c.Start, c.Duration = reader.clock.times(times[0], times[1])
		at = unsafe.Add(at, unsafe.Sizeof(*times))
	}
	words := unsafe.Slice((*uint64)(at), call.words)
	c.ID, c.Function, c.Result, c.Args, c.Data = uint32(call.id), names[call.id], 0, words, nil
	if call.flags&C.LAYER_RETURNS != 0 {
		last := len(words) - 1
		c.Result, c.Args = words[last], words[:last]
	}
	if call.data > 0 {
		c.Data = readData(unsafe.Add(at, 8*uintptr(call.words)), int(call.data))
	}
}

func readData(at unsafe.Pointer, n int) []gles.Data {
	first := len(reader.data)
	for range n {
		head := (*C.struct_layer_observed_data)(at)
		at = unsafe.Add(at, unsafe.Sizeof(*head))
		var d gles.Data
		if head.null == 0 {
			d.Bytes = unsafe.Slice((*byte)(at), head.size)
		}
		reader.data = append(reader.data, d)
		at = unsafe.Add(at, (uintptr(head.size)+7)&^7)
	}
	return reader.data[first:]
}

// observedClock converts ticks of the processor's counter to times. It knows two moments: the first one, and a later one.
type observedClock struct{ first, last moment }

type moment struct{ ticks, nanoseconds uint64 }

func (c *observedClock) read() {
	var ticks, nanoseconds C.uint64_t
	C.layer_tick_clock(&ticks, &nanoseconds)
	c.last = moment{uint64(ticks), uint64(nanoseconds)}
	if c.first == (moment{}) {
		c.first = c.last
	}
}

// times returns the start and the duration of a call. Before the clock knows two moments, they are 0.
func (c *observedClock) times(began, ended uint64) (start, duration time.Duration) {
	if c.last.ticks == c.first.ticks {
		return 0, 0
	}
	rate := float64(c.last.nanoseconds-c.first.nanoseconds) / float64(c.last.ticks-c.first.ticks)
	since := float64(int64(began - c.first.ticks))
	return time.Duration(c.first.nanoseconds) + time.Duration(since*rate), time.Duration(float64(ended-began) * rate)
}
