package main

import (
	"bytes"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"layer/gles"
	"layer/helper"
)

var (
	last     gles.Ptr
	data     []byte
	lists    [][]gles.EGLint
	byTarget = map[gles.GLenum]gles.Ptr{}
	pointers = make(chan gles.Ptr, 8)
	current  state
	tracker  = &state{}
	todo     []func()
	shared   sync.Map
	newest   atomic.Pointer[gles.EGLint]
	anything any
	table    helper.Table
	sources  []*gles.GLchar
	raw      unsafe.Pointer
)

type state struct {
	pixels gles.Ptr
	bytes  []byte
	calls  []call
}

type call struct {
	name string
	args []any
}

func (s *state) note(p gles.Ptr) { s.pixels = p }

func glTexImage2D(next gles.GLTexImage2DFunc, target gles.GLenum, width, height gles.GLsizei, pixels gles.Ptr) {
	last = pixels                                                     // want `^"pixels" is kept in "last": it points to memory that the app may free after glTexImage2D returns; keep a copy`
	data = pixels.Bytes(int(width * height))                          // want `^"pixels" is kept in "data"`
	byTarget[target] = pixels                                         // want `^"pixels" is kept in "byTarget"`
	pointers <- pixels                                                // want `^"pixels" is kept in a channel`
	current.pixels = pixels                                           // want `^"pixels" is kept in "current"`
	tracker.bytes = pixels.Bytes(4)                                   // want `^"pixels" is kept in "tracker"`
	tracker.note(pixels)                                              // want `^"pixels" is kept in "tracker"`
	current.note(pixels)                                              // want `^"pixels" is kept in "current"`
	todo = append(todo, func() { gles.Logf("%v", pixels.Bytes(4)) })  // want `^"pixels" is kept in "todo"`
	shared.Store(target, pixels.Bytes(4))                             // want `^"pixels" is kept in "shared"`
	anything = pixels                                                 // want `^"pixels" is kept in "anything"`
	raw = pixels.Pointer()                                            // want `^"pixels" is kept in "raw"`
	current.calls = append(current.calls, call{"tex", []any{pixels}}) // want `^"pixels" is kept in "current"`
	helper.Keep(pixels.Bytes(4))                                      // want `^"pixels" is kept in "kept" by helper.Keep`
	data = helper.Head(pixels.Bytes(4))                               // want `^"pixels" is kept in "data"`
	table.Add(pixels.Bytes(4))                                        // want `^"pixels" is kept in "table"`
	helper.Shared().Add(pixels.Bytes(4))                              // want `^"pixels" is kept in the result of helper.Shared`
	go func() { gles.Logf("%v", pixels.Bytes(4)) }()                  // want `^"pixels" is kept in a goroutine`
	go show(pixels)                                                   // want `^"pixels" is kept in a goroutine`
	time.AfterFunc(time.Second, func() { show(pixels) })              // want `^"pixels" is kept in a goroutine`
	data = bytes.TrimSpace(pixels.Bytes(4))                           // want `^"pixels" is kept in "data"`
	data = unsafe.Slice((*byte)(unsafe.Pointer(uintptr(0))), 4)       // not memory of the app
	data = append(pixels.Bytes(4), 1)                                 // want `^"pixels" is kept in "data"`
	local := state{bytes: pixels.Bytes(4)}
	current = local // want `^"pixels" is kept in "current"`
	p := &state{}
	tracker = p // want `^"pixels" is kept in "tracker"`
	p.pixels = pixels
	next(target, width, height, pixels)
}

func show(p gles.Ptr) { gles.Logf("%d", p) }

func eglChooseConfig(next gles.EGLChooseConfigFunc, dpy gles.EGLDisplay, attribList *gles.EGLint, configs *gles.EGLConfig, configSize gles.EGLint, numConfig *gles.EGLint) gles.EGLBoolean {
	list := gles.Attribs(attribList)
	lists = append(lists, list)     // want `^"attribList" is kept in "lists"`
	lists = append(lists, list[2:]) // want `^"attribList" is kept in "lists"`
	newest.Store(numConfig)         // want `^"numConfig" is kept in "newest"`
	remember(configs)               // want `^"configs" is kept in "anything" by remember`
	func() {
		anything = numConfig // want `^"numConfig" is kept in "anything"`
	}()
	keepIn(&current, unsafe.Slice((*byte)(unsafe.Pointer(attribList)), 4)) // want `^"attribList" is kept in "current"`
	var again *state
	if configSize > 0 {
		again = tracker
	} else {
		again = &current
	}
	again.bytes = unsafe.Slice((*byte)(unsafe.Pointer(configs)), 4) // want `^"configs" is kept in "(tracker|current)"`
	return next(dpy, attribList, configs, configSize, numConfig)
}

func remember(c *gles.EGLConfig) { store(c) }

func store(v any) { anything = v }

func keepIn(s *state, b []byte) { s.bytes = b }

func glShaderSource(next gles.GLShaderSourceFunc, shader gles.GLuint, count gles.GLsizei, string_ **gles.GLchar, length *gles.GLint) {
	for _, s := range unsafe.Slice(string_, count) {
		sources = append(sources, s) // want `^"string_" is kept in "sources"`
	}
	sources = slices.Clone(unsafe.Slice(string_, count)) // (a copy of pointers: not followed)
	anything = unsafe.String((*byte)(*string_), 4)       // want `^"string_" is kept in "anything"`
	v, _ := shared.Load(shader)
	v.(*state).bytes = unsafe.Slice((*byte)(*string_), 4) // want `^"string_" is kept in "shared"`
	//gleslayer:ok kept
	sources[0] = *string_ // want `^"string_" is kept in "sources".*the comment //gleslayer:ok kept has no effect without a reason`
	next(shader, count, string_, length)
}

// set is a hook set with fields.
type set struct {
	textures *gles.GLuint
	seen     map[*gles.GLuint]bool
}

func (s *set) glGenTextures(next gles.GLGenTexturesFunc, n gles.GLsizei, textures *gles.GLuint) {
	s.textures = textures   // want `^"textures" is kept in "s": `
	s.seen[textures] = true // want `^"textures" is kept in "s": `
	next(n, textures)
}

func main() {}

func glClear(next gles.GLClearFunc, mask gles.GLenum) { next(mask) } // a value without pointers

func GLShaderSource2(next gles.GLShaderSourceFunc, shader gles.GLuint, count gles.GLsizei, string_ **gles.GLchar, length *gles.GLint) {
	keepAny(length)                                                 // want `^"length" is kept in "anything" by keepAny`
	todo = append(todo, bound{*string_}.use)                        // want `^"string_" is kept in "todo"`
	boxed := []bound{{*string_}}                                    // only during the call
	current.calls = append(current.calls, call{args: []any{boxed}}) // want `^"string_" is kept in "current"`
	stat := find("a")
	stat.bytes = unsafe.Slice((*byte)(*string_), 1) // want `^"string_" is kept in the result of find`
	select {
	case words <- *string_: // want `^"string_" is kept in a channel`
	default:
	}
	recursive(3, *string_) // want `^"string_" is kept in "sources" by recursive`
	next(shader, count, string_, length)
}

var words = make(chan *gles.GLchar)

func keepAny[T any](v *T) { anything = v }

type bound struct{ s *gles.GLchar }

func (b bound) use() {}

var states = map[string]*state{}

func find(name string) *state {
	if s, ok := states[name]; ok {
		return s
	}
	s := &state{}
	states[name] = s
	return s
}

func recursive(n int, s *gles.GLchar) {
	if n > 0 {
		recursive(n-1, s)
		return
	}
	sources = append(sources, s)
}
