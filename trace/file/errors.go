package file

import (
	"iter"
	"slices"
)

// ErrorFunction is the name of the recorder's call that reports a GL error.
const ErrorFunction = "gltrace.Error"

// errorDelay is the maximum number of calls of other threads between a call and the report of its error.
const errorDelay = 256

// CallWithError is a call and the GL error that it generated, or 0 if none is known.
type CallWithError struct {
	*Call
	Error uint32
}

// Failed reports whether the call generated an error.
func (c *CallWithError) Failed() bool { return c.Error != 0 }

// ReturnsError reports whether the result of the call is an error: EGL_FALSE, or an error code of glGetError.
func (c *Call) ReturnsError() bool { return c.Function.isError(c.Result.Bits) }

// ReturnsError reports whether the result of call i of the span is an error.
func (s *Span) ReturnsError(i int) bool {
	at := s.at(i)
	f := s.c.used[s.c.calls.Function[at]]
	return f.fails && f.isError(s.c.calls.Cells(at)[len(f.Params)])
}

// isError reports whether a result of the function is an error.
func (f *Function) isError(result uint64) bool {
	return f.fails && (uint32(result) != 0) == (f.Name == "glGetError")
}

// ReportsErrors reports whether the recording has calls ErrorFunction.
func ReportsErrors(f *File) bool {
	return slices.ContainsFunc(f.Functions(), func(fn *Function) bool { return fn.Name == ErrorFunction })
}

// CallsWithErrors returns the calls in [from, to) with their errors.
//
// With the option errors, a recorder writes a call ErrorFunction after each failed call. Calls of other
// threads may be between the two.
func CallsWithErrors(f *File, from, to int) iter.Seq2[CallWithError, error] {
	if !ReportsErrors(f) {
		return func(yield func(CallWithError, error) bool) {
			for c, err := range f.Calls(from, to) {
				if !yield(CallWithError{Call: c}, err) {
					return
				}
			}
		}
	}
	return func(yield func(CallWithError, error) bool) {
		w := errorWindow{to: to, last: map[uint32]*pendingCall{}, yield: yield}
		for c, err := range f.Calls(from, min(to+errorDelay, f.Len())) {
			if err != nil {
				yield(CallWithError{}, err)
				return
			}
			if !w.add(c) || c.Index >= to && len(w.queue) == 0 {
				return
			}
		}
		w.flush(0)
	}
}

// errorWindow delays calls until it is known whether they generated an error.
type errorWindow struct {
	to    int
	queue []*pendingCall
	last  map[uint32]*pendingCall // by thread
	yield func(CallWithError, error) bool
}

type pendingCall struct {
	call  CallWithError
	known bool
}

// add adds the next call and reports whether iteration continues.
func (w *errorWindow) add(c *Call) bool {
	before := w.last[c.Thread]
	if before != nil {
		if c.Function.Name == ErrorFunction && !before.known && len(c.Args) == 1 {
			before.call.Error = uint32(c.Args[0].Bits)
		}
		before.known = true
	}
	one := &pendingCall{call: CallWithError{Call: c}, known: c.Function.Name == ErrorFunction}
	w.last[c.Thread] = one
	if c.Index < w.to {
		w.queue = append(w.queue, one)
	}
	return w.flush(errorDelay)
}

// flush yields the calls whose error is known, and the oldest ones beyond keep.
func (w *errorWindow) flush(keep int) bool {
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
