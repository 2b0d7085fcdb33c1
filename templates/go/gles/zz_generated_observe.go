//go:build ignore

package gles

import (
	"encoding/binary"
	"time"
	"unsafe"
)

// Call is what is known of each observed call.
type Call struct {
	Thread   uint32        // the kernel's id of the app's thread
	Context  uint64        // the number of the current context: 1 for the first one that the app creates; 0 for none
	Start    time.Duration // of CLOCK_MONOTONIC; 0 without Observing.Times
	Duration time.Duration // of the call in the next layer or the driver; 0 without Observing.Times
	Lost     uint32        // calls of the thread that were lost since the call before this one, because its ring was full
	Cut      bool          // an array or a text is not complete
}

// RawCall is an observed call with its arguments as numbers. The function ReadNAME of its command returns it with
// types. Its slices are valid until the function that got it returns.
type RawCall struct {
	Call
	ID       uint32   // of the command in package core
	Function string   // the name of the command
	Result   uint64   // 0 for a command without a result
	Args     []uint64 // bits of each argument; the address of a pointer; the sign of a signed integer is extended
	Data     []Data   // the copies, in the order of the arguments
}

// Data is a copy of what a pointer points to.
type Data struct {
	Bytes []byte // nil for a null pointer
}

// Text returns the bytes before the first zero as a string.
func (d Data) Text() string {
	for i, b := range d.Bytes {
		if b == 0 {
			return string(d.Bytes[:i])
		}
	}
	return string(d.Bytes)
}

// Texts returns the texts of glShaderSource and similar commands.
func (d Data) Texts() (list []string) {
	const head = 4 // bytes of the size of a text
	for b := d.Bytes; len(b) >= head; {
		size := min(int(binary.LittleEndian.Uint32(b)), len(b)-head)
		list = append(list, string(b[head:head+size]))
		b = b[head+size:]
	}
	return list
}

// elements returns the complete elements of a copy.
func elements[T any](d Data) []T {
	var t T
	if n := len(d.Bytes) / int(unsafe.Sizeof(t)); n > 0 {
		return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(d.Bytes))), n)
	}
	return nil
}

// Observing are the options of observers. The zero value has the defaults.
type Observing struct {
	Times     bool     // measure Start and Duration, which costs two readings of the processor's counter for each call
	DataLimit int      // bytes that are copied of each array and text; 256 if it is 0; at most 32768
	First     uint64   // the first frame whose calls are observed, counted as Frame does
	Last      uint64   // the last one; 0 for no end
	Contexts  []uint64 // numbers of the contexts whose calls are observed, at most 16; all if it is empty
	Memory    int      // bytes of the ring of a thread, rounded up to a power of two; 4 MB if it is 0. A thread takes it when its ring is empty
}

// observing are the functions of package core.
var observing struct {
	set   func(Observing)
	limit func(function string, bytes int) bool
	watch func(func([]RawCall))
	lost  func() uint64
}

// BindObserving sets the functions. Package core calls it before any observer runs.
func BindObserving(set func(Observing), limit func(string, int) bool, watch func(func([]RawCall)), lost func() uint64) {
	observing.set, observing.limit, observing.watch, observing.lost = set, limit, watch, lost
}

// SetObserving sets the options of observers, for example in onInitialize. To observe fewer functions, switch the others
// off with SetHook, or with the setting hooks.
//
//	gles.SetObserving(gles.Observing{Times: true, First: 100, Last: 160})
func SetObserving(o Observing) { observing.set(o) }

// LimitData sets the number of bytes that are copied of each array and text of one function. It reports whether the
// layer has the function.
//
//	gles.LimitData("glBufferData", 4096)
func LimitData(function string, bytes int) bool { return observing.limit(function, bytes) }

// Observe adds a function that gets all observed calls in batches, in order for each thread, before their own observers
// get them. It runs on a goroutine of the layer.
//
//	gles.Observe(func(calls []gles.RawCall) {
//		total.Add(int64(len(calls)))
//	})
func Observe(f func(calls []RawCall)) { observing.watch(f) }

// LostCalls returns the number of observed calls that were lost because a ring was full.
func LostCalls() uint64 { return observing.lost() }
