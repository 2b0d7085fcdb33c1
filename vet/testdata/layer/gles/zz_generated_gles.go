// Package gles stands for that of a generated project: as much of it as the checks can tell apart.
package gles

import (
	"fmt"
	"unsafe"
)

type (
	GLenum     uint32
	GLint      int32
	GLsizei    int32
	GLuint     uint32
	GLchar     byte
	GLubyte    uint8
	GLsync     uintptr
	EGLint     int32
	EGLBoolean uint32
	EGLDisplay uintptr
	EGLConfig  uintptr
	EGLSurface uintptr
)

const EGL_NONE = 0x3038

type (
	EGLContext   uintptr
	GLExtension  string
	EGLExtension string
)

const (
	GL_KHR_debug  GLExtension  = "GL_KHR_debug"
	EGL_KHR_image EGLExtension = "EGL_KHR_image"
)

var context func() EGLContext

func (x GLExtension) Present() bool { return CurrentContext() != 0 }

func (x EGLExtension) Present(dpy EGLDisplay) bool { return dpy != 0 }

func CurrentContext() EGLContext { return context() }

// Ptr is a void *.
type Ptr uintptr

func (p Ptr) Pointer() unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

func (p Ptr) Bytes(n int) []byte {
	if p == 0 || n <= 0 {
		return nil
	}
	return unsafe.Slice((*byte)(p.Pointer()), n)
}

func Attribs(list *EGLint) []EGLint { return attribs(list) }

func attribs[T EGLint | uintptr](list *T) []T {
	n := 0
	for *(*T)(unsafe.Add(unsafe.Pointer(list), uintptr(n)*unsafe.Sizeof(*list))) != EGL_NONE {
		n += 2
	}
	return unsafe.Slice(list, n)
}

func String(s *GLchar) string {
	n := 0
	for *(*byte)(unsafe.Add(unsafe.Pointer(s), n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(s), n))
}

func Strings(count GLsizei, s **GLchar, lengths *GLint) []string {
	out := make([]string, count)
	for i, p := range unsafe.Slice(s, count) {
		out[i] = String(p)
	}
	return out
}

// Memory is C memory.
type Memory struct{ blocks []unsafe.Pointer }

var malloc func(n uintptr) unsafe.Pointer

func (m *Memory) Alloc(n int) Ptr {
	p := malloc(uintptr(n))
	m.blocks = append(m.blocks, p)
	return Ptr(uintptr(p))
}

func (m *Memory) Copy(b []byte) Ptr {
	p := m.Alloc(len(b))
	copy(p.Bytes(len(b)), b)
	return p
}

func (m *Memory) String(s string) *GLchar {
	b := m.Alloc(len(s) + 1).Bytes(len(s) + 1)
	copy(b, s)
	return (*GLchar)(&b[0])
}

func (m *Memory) Free() { m.blocks = nil }

var log func(string)

func Logf(format string, args ...any) { log(fmt.Sprintf(format, args...)) }

// Calls are the functions below.
type Calls struct {
	EglGetDisplay EglGetDisplayFunc
	GlFinish      GlFinishFunc
	GlGetString   GlGetStringFunc
}

var calls Calls

func EglGetDisplay(id uintptr) EGLDisplay  { return calls.EglGetDisplay(id) }
func GlFinish()                            { calls.GlFinish() }
func GlGetString(name GLenum) *GLubyte     { return calls.GlGetString(name) }
func Setting(key string) (string, bool)    { return "", false }
func SetHook(command string, on bool) bool { return on }

type (
	EglGetDisplayFunc func(id uintptr) EGLDisplay
	GlFinishFunc      func()
	GlGetStringFunc   func(name GLenum) *GLubyte

	EglChooseConfigFunc func(dpy EGLDisplay, attribList *EGLint, configs *EGLConfig, configSize EGLint, numConfig *EGLint) EGLBoolean
	EglChooseConfigHook func(next EglChooseConfigFunc, dpy EGLDisplay, attribList *EGLint, configs *EGLConfig, configSize EGLint, numConfig *EGLint) EGLBoolean
	EglSwapBuffersFunc  func(dpy EGLDisplay, surface EGLSurface) EGLBoolean
	EglSwapBuffersHook  func(next EglSwapBuffersFunc, dpy EGLDisplay, surface EGLSurface) EGLBoolean
	GlFlushFunc         func()
	GlFlushHook         func(next GlFlushFunc)
	GlClearFunc         func(mask GLenum)
	GlClearHook         func(next GlClearFunc, mask GLenum)
	GlDeleteSyncFunc    func(sync GLsync)
	GlDeleteSyncHook    func(next GlDeleteSyncFunc, sync GLsync)
	GlShaderSourceFunc  func(shader GLuint, count GLsizei, string_ **GLchar, length *GLint)
	GlShaderSourceHook  func(next GlShaderSourceFunc, shader GLuint, count GLsizei, string_ **GLchar, length *GLint)
	GlTexImage2DFunc    func(target GLenum, width, height GLsizei, pixels Ptr)
	GlTexImage2DHook    func(next GlTexImage2DFunc, target GLenum, width, height GLsizei, pixels Ptr)
	GlGenTexturesFunc   func(n GLsizei, textures *GLuint)
	GlGenTexturesHook   func(next GlGenTexturesFunc, n GLsizei, textures *GLuint)
	GlMapBufferFunc     func(target GLenum) Ptr
	GlMapBufferHook     func(next GlMapBufferFunc, target GLenum) Ptr
)

// SetFunc calls nothing.
func SetFunc() {}

var frameFunc func(frame uint64)

// OnFrame sets the function that is called at the end of each frame.
func OnFrame(f func(frame uint64)) { frameFunc = f }

// Layer is the layer while it is set up.
type Layer struct{}
