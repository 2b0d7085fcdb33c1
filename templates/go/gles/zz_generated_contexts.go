//go:build ignore

package gles

import "sync"

// contexts are the functions of the C core that track contexts. Package core sets them.
var contexts struct {
	number, group, ended func() uint64
	exists               func(number uint64) bool
	surface              func() (width, height EGLint, ok bool)
}

// BindContexts sets the functions that track contexts. Package core calls it before any hook runs.
func BindContexts(number, group, ended func() uint64, exists func(number uint64) bool, surface func() (width, height EGLint, ok bool)) {
	contexts.number, contexts.group, contexts.ended, contexts.exists, contexts.surface = number, group, ended, exists, surface
}

// PerContext has a value for each context. The zero value is ready to use, by several threads. A value is dropped
// after its context no longer exists: another context with the same handle gets a new one.
//
//	var programs gles.PerContext[int]
//
//	func glLinkProgram(next gles.GLLinkProgramFunc, program gles.GLuint) {
//		next(program)
//		if n := programs.Get(); n != nil {
//			*n++
//		}
//	}
type PerContext[T any] struct {
	mu     sync.Mutex
	values map[uint64]*T
	ended  uint64 // contexts whose values are dropped
}

// Get returns the value of the current context, initially the zero value of T; nil without a context. A context is
// current on one thread at a time, so the value needs no lock. Get costs two calls of C.
func (p *PerContext[T]) Get() *T {
	number := contexts.number()
	if number == 0 {
		return nil
	}
	ended := contexts.ended()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended != ended {
		p.ended = ended
		for n := range p.values {
			if !contexts.exists(n) {
				delete(p.values, n)
			}
		}
	}
	value := p.values[number]
	if value == nil {
		if p.values == nil {
			p.values = map[uint64]*T{}
		}
		value = new(T)
		p.values[number] = value
	}
	return value
}

// ShareGroup returns the number of the share group of the current context: contexts with the same number share
// textures, buffers, programs and other objects. It returns 0 without a context. The number is never used again.
func ShareGroup() uint64 { return contexts.group() }

// SurfaceSize returns the size of the current surface in pixels, and whether there is one.
func SurfaceSize() (width, height EGLint, ok bool) { return contexts.surface() }
