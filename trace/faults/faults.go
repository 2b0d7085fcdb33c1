// Package faults gives the calls of a recording together with the errors that they made.
//
// A recorder that asks for errors writes a record of its own behind a call that made one. Calls of other threads may stand
// between the two.
package faults

import (
	"iter"
	"slices"

	"github.com/gleslayergen/gleslayergen/trace/file"
)

// Record is the name of the recorder's function that tells of an error.
const Record = "gltrace.Error"

// behind is how many calls of other threads may stand between a call and the record of its error.
const behind = 256

// Call is a call with the error that it made; 0 for none that is known.
type Call struct {
	*file.Call
	Error uint32
}

// Failed reports whether the call made an error.
func (c *Call) Failed() bool { return c.Error != 0 }

// Calls are those from one to before another.
func Calls(f *file.File, from, to int) iter.Seq2[Call, error] {
	if !slices.ContainsFunc(f.Functions(), func(fn *file.Function) bool { return fn.Name == Record }) {
		return func(yield func(Call, error) bool) {
			for c, err := range f.Calls(from, to) {
				if !yield(Call{Call: c}, err) {
					return
				}
			}
		}
	}
	return func(yield func(Call, error) bool) {
		w := window{to: to, last: map[uint32]*waiting{}, yield: yield}
		for c, err := range f.Calls(from, min(to+behind, f.Len())) {
			if err != nil {
				yield(Call{}, err)
				return
			}
			if !w.take(c) || c.Index >= to && len(w.queue) == 0 {
				return
			}
		}
		w.flush(0)
	}
}

// window holds calls back until it is known whether they made an error.
type window struct {
	to    int
	queue []*waiting
	last  map[uint32]*waiting // by thread
	yield func(Call, error) bool
}

type waiting struct {
	call  Call
	known bool
}

// take reports whether more are wanted.
func (w *window) take(c *file.Call) bool {
	before := w.last[c.Thread]
	if before != nil {
		if c.Function.Name == Record && !before.known && len(c.Args) == 1 {
			before.call.Error = uint32(c.Args[0].Bits)
		}
		before.known = true
	}
	one := &waiting{call: Call{Call: c}, known: c.Function.Name == Record}
	w.last[c.Thread] = one
	if c.Index < w.to {
		w.queue = append(w.queue, one)
	}
	return w.flush(behind)
}

// flush gives out the calls of which all is known, and those that waited long enough.
func (w *window) flush(keep int) bool {
	for len(w.queue) > 0 && (w.queue[0].known || len(w.queue) > keep) {
		one := w.queue[0]
		w.queue = w.queue[1:]
		one.known = true
		if !w.yield(one.call, nil) {
			return false
		}
	}
	return true
}
