// Package recovery ends the program in order after a panic: with a message, and the stack in a file. All goroutines of the program
// are started by [Go] or a [Group], because a panic in any goroutine ends the process.
package recovery

import (
	"runtime/debug"
	"sync"
	"sync/atomic"
)

var onPanic atomic.Pointer[func(reason any, stack []byte)]

// Handle sets the function that is called in place of a panic's end of the process. The function must end the process. Without it, as
// in tests, panics have their usual effect.
func Handle(f func(reason any, stack []byte)) { onPanic.Store(&f) }

// Catch handles a panic of the calling goroutine, which must defer it.
func Catch() {
	handle := onPanic.Load()
	if handle == nil {
		return
	}
	if reason := recover(); reason != nil {
		(*handle)(reason, debug.Stack())
	}
}

// Go runs f in a new goroutine.
func Go(f func()) {
	go func() {
		defer Catch()
		f()
	}()
}

// Group is a [sync.WaitGroup] that handles panics of its goroutines.
type Group struct{ sync.WaitGroup }

// Go runs f in a new goroutine of the group.
func (g *Group) Go(f func()) {
	g.WaitGroup.Go(func() {
		defer Catch()
		f()
	})
}
