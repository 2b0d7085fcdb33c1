//go:build ignore

package gles

import (
	"runtime"
	"unsafe"

	"example.com/layer/internal/bridge"
)

// Memory is C memory for data that a hook passes to next. The zero value is ready to use; call Free after
// next has returned:
//
//	var m gles.Memory
//	defer m.Free()
//	next(shader, 1, m.Strings(source), nil)
//
// Only one thread at a time may use it.
type Memory struct {
	blocks []unsafe.Pointer
	pins   *pins
}

// pins is Go memory that does not move and is not collected.
type pins struct{ runtime.Pinner }

// Alloc returns n bytes, not cleared.
func (m *Memory) Alloc(n int) Ptr {
	p := bridge.Malloc(uintptr(max(n, 1)))
	if p == nil {
		panic("gles: out of memory")
	}
	m.blocks = append(m.blocks, p)
	return Ptr(uintptr(p))
}

// Copy returns a copy of b.
func (m *Memory) Copy(b []byte) Ptr {
	p := m.Alloc(len(b))
	copy(p.Bytes(len(b)), b)
	return p
}

// String returns s as a zero-terminated C string.
func (m *Memory) String(s string) *GLchar {
	b := m.Alloc(len(s) + 1).Bytes(len(s) + 1)
	copy(b, s)
	b[len(s)] = 0
	return &b[0]
}

// Strings returns an array of zero-terminated C strings, such as the argument of glShaderSource.
func (m *Memory) Strings(s ...string) **GLchar {
	n := max(len(s), 1)
	array := unsafe.Slice((**GLchar)(m.Alloc(n*int(unsafe.Sizeof(uintptr(0)))).Pointer()), n)
	for i := range s {
		array[i] = m.String(s[i])
	}
	return &array[0]
}

// Attribs returns an attribute list, and appends EGL_NONE.
func (m *Memory) Attribs(list ...EGLint) *EGLint { return terminated(m, list) }

// WideAttribs is like Attribs, for the lists of EGL 1.5, whose elements are pointer-sized.
func (m *Memory) WideAttribs(list ...EGLAttrib) *EGLAttrib { return terminated(m, list) }

func terminated[T EGLint | EGLAttrib](m *Memory, list []T) *T {
	return Array(m, append(list[:len(list):len(list)], EGL_NONE))
}

// Array returns a copy of s in C memory, null for an empty slice:
//
//	next(n, gles.Array(&m, names))
//
// If the driver needs the data only during the call, &s[0] is enough: for a parameter with a pointer type,
// cgo keeps Go memory valid until the call returns.
func Array[T Number](m *Memory, s []T) *T {
	if len(s) == 0 {
		return nil
	}
	p := (*T)(m.Alloc(len(s) * int(unsafe.Sizeof(s[0]))).Pointer())
	copy(unsafe.Slice(p, len(s)), s)
	return p
}

// Pin returns the address of s itself, null for an empty slice, without a copy: for large data in a parameter
// of type Ptr. It is valid until Free.
//
//	next(target, size, gles.Pin(&m, vertices), usage)
func Pin[T Number](m *Memory, s []T) Ptr {
	if len(s) == 0 {
		return 0
	}
	if m.pins == nil {
		m.pins = new(pins)
		// A Pinner that is collected without Unpin ends the process. A missing call of Free must not do that.
		runtime.SetFinalizer(m.pins, func(p *pins) { p.Unpin() })
	}
	m.pins.Pin(&s[0])
	return Ptr(uintptr(unsafe.Pointer(&s[0])))
}

// Free releases the memory. The Memory can be used again.
func (m *Memory) Free() {
	for _, p := range m.blocks {
		bridge.Free(p)
	}
	m.blocks = nil
	if m.pins != nil {
		m.pins.Unpin()
		runtime.SetFinalizer(m.pins, nil)
		m.pins = nil
	}
}
