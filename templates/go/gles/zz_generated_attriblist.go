//go:build ignore

package gles

import "unsafe"

// maxAttribs limits the length of an attribute list: one without EGL_NONE gives this many elements.
const maxAttribs = 1 << 10

// Attribs returns the names and values of an attribute list, without the EGL_NONE at its end, at most 1<<10
// elements. They are not copied.
func Attribs(list *EGLint) []EGLint { return attribs(list) }

// WideAttribs is like Attribs, for the lists of EGL 1.5, whose elements are pointer-sized.
func WideAttribs(list *EGLAttrib) []EGLAttrib { return attribs(list) }

func attribs[T EGLint | EGLAttrib](list *T) []T {
	if list == nil {
		return nil
	}
	n := 0
	for n < maxAttribs && *(*T)(unsafe.Add(unsafe.Pointer(list), uintptr(n)*unsafe.Sizeof(*list))) != EGL_NONE {
		n += 2
	}
	return unsafe.Slice(list, n)
}

// Attrib returns the value of an attribute in a list, and whether the list has it. If it is there several
// times, the last one counts.
//
//	samples, ok := gles.Attrib(gles.Attribs(attribList), gles.EGL_SAMPLES)
func Attrib[T EGLint | EGLAttrib](list []T, name T) (value T, ok bool) {
	for i := 0; i+1 < len(list); i += 2 {
		if list[i] == name {
			value, ok = list[i+1], true
		}
	}
	return value, ok
}

// SetAttrib returns a copy of a list in which an attribute has this value, once. It does not change the list,
// which belongs to the app.
//
//	list := gles.SetAttrib(gles.Attribs(attribList), gles.EGL_SAMPLES, 4)
//	return next(dpy, m.Attribs(list...), configs, configSize, numConfig)
func SetAttrib[T EGLint | EGLAttrib](list []T, name, value T) []T {
	return append(WithoutAttrib(list, name), name, value)
}

// WithoutAttrib returns a copy of a list without an attribute.
//
//	list := gles.WithoutAttrib(gles.WideAttribs(attribList), gles.EGL_GL_COLORSPACE)
func WithoutAttrib[T EGLint | EGLAttrib](list []T, name T) []T {
	out := make([]T, 0, len(list)+2)
	for i := 0; i+1 < len(list); i += 2 {
		if list[i] != name {
			out = append(out, list[i], list[i+1])
		}
	}
	return out
}
