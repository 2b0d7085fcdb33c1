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
	EGLGetDisplay EGLGetDisplayFunc
	GLFinish      GLFinishFunc
	GLGetString   GLGetStringFunc
}

var calls Calls

func EGLGetDisplay(id uintptr) EGLDisplay  { return calls.EGLGetDisplay(id) }
func GLFinish()                            { calls.GLFinish() }
func GLGetString(name GLenum) *GLubyte     { return calls.GLGetString(name) }
func Setting(key string) (string, bool)    { return "", false }
func SetHook(command string, on bool) bool { return on }

type (
	EGLGetDisplayFunc func(id uintptr) EGLDisplay
	GLFinishFunc      func()
	GLGetStringFunc   func(name GLenum) *GLubyte

	EGLChooseConfigFunc func(dpy EGLDisplay, attribList *EGLint, configs *EGLConfig, configSize EGLint, numConfig *EGLint) EGLBoolean
	EGLChooseConfigHook func(next EGLChooseConfigFunc, dpy EGLDisplay, attribList *EGLint, configs *EGLConfig, configSize EGLint, numConfig *EGLint) EGLBoolean
	EGLSwapBuffersFunc  func(dpy EGLDisplay, surface EGLSurface) EGLBoolean
	EGLSwapBuffersHook  func(next EGLSwapBuffersFunc, dpy EGLDisplay, surface EGLSurface) EGLBoolean
	GLFlushFunc         func()
	GLFlushHook         func(next GLFlushFunc)
	GLClearFunc         func(mask GLenum)
	GLClearHook         func(next GLClearFunc, mask GLenum)
	GLDeleteSyncFunc    func(sync GLsync)
	GLDeleteSyncHook    func(next GLDeleteSyncFunc, sync GLsync)
	GLShaderSourceFunc  func(shader GLuint, count GLsizei, string_ **GLchar, length *GLint)
	GLShaderSourceHook  func(next GLShaderSourceFunc, shader GLuint, count GLsizei, string_ **GLchar, length *GLint)
	GLTexImage2DFunc    func(target GLenum, width, height GLsizei, pixels Ptr)
	GLTexImage2DHook    func(next GLTexImage2DFunc, target GLenum, width, height GLsizei, pixels Ptr)
	GLGenTexturesFunc   func(n GLsizei, textures *GLuint)
	GLGenTexturesHook   func(next GLGenTexturesFunc, n GLsizei, textures *GLuint)
	GLMapBufferFunc     func(target GLenum) Ptr
	GLMapBufferHook     func(next GLMapBufferFunc, target GLenum) Ptr
)

// SetFunc calls nothing.
func SetFunc() {}

var frameFunc func(frame uint64)

// OnFrame sets the function that is called at the end of each frame.
func OnFrame(f func(frame uint64)) { frameFunc = f }

// Layer is the layer while it is set up.
type Layer struct{}
