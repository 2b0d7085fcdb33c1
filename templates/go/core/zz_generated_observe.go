//go:build ignore

package core

/*
#include <stdlib.h>
#include "zz_generated_observe.h"
*/
import "C"

import (
	"fmt"
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
	part  C.struct_layer_ring_part
	calls calls
	batch [mostTogether]gles.RawCall
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
	reader.clock.start()
	go readRings()
}

// options are those that were set last. Without times, those of the first calls are not used.
var options struct {
	sync.Mutex
	set   bool
	times atomic.Bool
}

func setObserving(o gles.Observing) {
	options.Lock()
	defer options.Unlock()
	options.set = true
	options.times.Store(o.Times)
	c := C.struct_layer_observing{
		limit: C.uint32_t(min(max(o.DataLimit, 0), math.MaxInt32)), memory: C.uint32_t(min(max(o.Memory, 0), math.MaxInt32)),
		first_frame: C.uint64_t(o.First), last_frame: C.uint64_t(o.Last),
	}
	if o.Times {
		c.times = 1
	}
	most := len(c.contexts)
	if len(o.Contexts) > most {
		alarm(fmt.Sprintf("observers: Contexts has %d contexts: only the first %d are observed", len(o.Contexts), most))
	}
	for _, number := range o.Contexts[:min(len(o.Contexts), most)] {
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

// goStarted runs on a thread of C, and therefore after the initialization of all packages.
//
//export goStarted
func goStarted() {
	options.Lock()
	defer options.Unlock()
	if !options.set {
		C.layer_reset_observing()
	}
}

// readRings reads the rings of all threads until the process ends. It begins when package main has its observers.
func readRings() {
	defer func() { go readRings() }() // an observer called runtime.Goexit
	C.layer_wait_for_go()
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
		C.layer_begin_part(ring, &reader.part)
		readPart(&reader.part)
		used = max(used, float64(reader.part.size)/float64(reader.part.memory))
		ring = C.layer_end_part(ring, &reader.part)
	}
	return used
}

// readPart gives the calls of a part of a ring to those who watch all calls, and then to the observers of their
// commands.
func readPart(part *C.struct_layer_ring_part) {
	list := &reader.calls
	if watchers.Load() != nil {
		for list.begin(part); list.left(); {
			n := 0
			for list.data = list.data[:0]; n < len(reader.batch) && list.next(&reader.batch[n]); n++ {
			}
			giveToWatchers(reader.batch[:n])
		}
	}
	for list.begin(part); list.left(); {
		giveToObservers(list)
	}
	part.context, part.ended = C.uint64_t(list.context), C.int64_t(list.ended)
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

// giveToObservers gives each call to the observer of its command, until one panics.
func giveToObservers(list *calls) {
	c := &reader.batch[0]
	finished := false
	defer func() {
		if finished {
			return
		}
		C.layer_break(C.uint32_t(c.ID))
		Observers[c.ID] = nil
		if reason := recover(); reason != nil {
			reportPanic(c.Function, "the observer of "+c.Function+" panicked and is switched off", reason)
		} else {
			alarm("the observer of " + c.Function + " called runtime.Goexit and is switched off: return instead")
		}
	}()
	for list.next(c) {
		list.data = list.data[:0]
		if observer := Observers[c.ID]; observer != nil {
			observer(c)
		}
	}
	finished = true
}

// calls are the calls of a part of a ring that are not read yet.
type calls struct {
	at, end unsafe.Pointer
	thread  uint32
	context uint64        // of the last read call
	ended   time.Duration // when the last read call with times ended
	data    []gles.Data   // of the read calls
}

func (l *calls) begin(part *C.struct_layer_ring_part) {
	l.at = unsafe.Pointer(part.calls)
	l.end = unsafe.Add(l.at, part.size)
	l.thread, l.context, l.ended = uint32(part.thread), uint64(part.context), time.Duration(part.ended)
}

func (l *calls) left() bool { return l.at != l.end }

// next reads a call, and reports whether there was one. Its slices are parts of the ring.
func (l *calls) next(c *gles.RawCall) bool {
	if l.at == l.end {
		return false
	}
	call := (*C.struct_layer_observed)(l.at)
	if call.size == 0 {
		l.at = l.end
		return false
	}
	at := unsafe.Add(l.at, unsafe.Sizeof(*call))
	l.at = unsafe.Add(l.at, 8*uintptr(call.size))
	c.Call = gles.Call{Thread: l.thread, Cut: call.flags&C.LAYER_CUT != 0}
	if call.flags&(C.LAYER_IN_CONTEXT|C.LAYER_LOST|C.LAYER_TIMES) != 0 {
		at = l.readHead(&c.Call, call.flags, at)
	}
	c.Context = l.context
	c.ID, c.Function, c.Result, c.Data = uint32(call.id), names[call.id], 0, nil
	c.Args = (*[math.MaxUint8]uint64)(at)[:call.words:call.words]
	if call.flags&C.LAYER_RETURNS != 0 {
		last := len(c.Args) - 1
		c.Result, c.Args = c.Args[last], c.Args[:last:last]
	}
	if call.data > 0 {
		c.Data = l.readData(unsafe.Add(at, 8*uintptr(call.words)), int(call.data))
	}
	return true
}

// readHead reads what only some calls have before their arguments, and returns the address of the arguments.
func (l *calls) readHead(c *gles.Call, flags C.uint16_t, at unsafe.Pointer) unsafe.Pointer {
	word := func() uint64 {
		value := *(*uint64)(at)
		at = unsafe.Add(at, 8)
		return value
	}
	if flags&C.LAYER_IN_CONTEXT != 0 {
		l.context = word()
	}
	if flags&C.LAYER_LOST != 0 {
		c.Lost = uint32(word())
	}
	if flags&C.LAYER_TIMES != 0 {
		began, ended := word(), word()
		if options.times.Load() {
			c.Start, c.Duration = reader.clock.times(began, ended, l.ended)
			l.ended = c.Start + c.Duration
		}
	}
	return at
}

func (l *calls) readData(at unsafe.Pointer, n int) []gles.Data {
	first := len(l.data)
	for range n {
		head := (*C.struct_layer_observed_data)(at)
		at = unsafe.Add(at, unsafe.Sizeof(*head))
		var d gles.Data
		if head.null == 0 {
			d.Bytes = unsafe.Slice((*byte)(at), head.size)
		}
		l.data = append(l.data, d)
		at = unsafe.Add(at, (uintptr(head.size)+7)&^7)
	}
	return l.data[first:]
}

// observedClock converts ticks of the processor's counter to times. It knows two moments: the beginnings of the last two
// readings, the first of which may be the start of the layer. So the times follow CLOCK_MONOTONIC also where the counter
// continues while the device is suspended.
type observedClock struct{ first, last moment }

type moment struct{ ticks, nanoseconds uint64 }

// shortestBase is the least time between the two moments, which are exact to some tens of nanoseconds.
const shortestBase = time.Millisecond

func readMoment() moment {
	var ticks, nanoseconds C.uint64_t
	C.layer_tick_clock(&ticks, &nanoseconds)
	return moment{uint64(ticks), uint64(nanoseconds)}
}

// start sets the first moment.
func (c *observedClock) start() { c.last = readMoment(); c.first = c.last }

// read sets the last moment. If the layer was started just now, it waits.
func (c *observedClock) read() {
	now := readMoment()
	for ; now.since(c.first) < shortestBase; now = readMoment() {
		time.Sleep(shortestBase)
	}
	if now.since(c.last) >= shortestBase {
		c.first = c.last
	}
	c.last = now
}

func (m moment) since(before moment) time.Duration {
	return time.Duration(m.nanoseconds - before.nanoseconds)
}

// times returns the start and the duration of a call. before is the end of the thread's previous call: as the moments are not
// exact, the start could be some nanoseconds earlier.
func (c *observedClock) times(began, ended uint64, before time.Duration) (start, duration time.Duration) {
	rate := float64(c.last.since(c.first)) / float64(c.last.ticks-c.first.ticks)
	since := float64(int64(began - c.first.ticks))
	start = time.Duration(c.first.nanoseconds) + time.Duration(since*rate)
	return max(start, before), time.Duration(float64(ended-began) * rate)
}
