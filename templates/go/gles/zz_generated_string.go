//go:build ignore

package gles

import "unsafe"

// maxCString limits the length of a C string: one without an end gives this many bytes.
const maxCString = 1 << 24

// String returns a copy of the zero-terminated C string at s, "" for null. It reads at most 1<<24 bytes.
//
//	renderer := gles.String(gles.GLGetString(gles.GL_RENDERER))
func String[C ~uint8](s *C) string {
	if s == nil {
		return ""
	}
	n := 0
	for n < maxCString && *(*byte)(unsafe.Add(unsafe.Pointer(s), n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(s)), n))
}

// StringN returns a copy of n bytes at s. A negative n means that s is zero-terminated, as in glObjectLabel:
//
//	text := gles.StringN(label, length)
//
// It reads at most 1<<24 bytes.
func StringN[C ~uint8, N Integer](s *C, n N) string {
	if n < 0 {
		return String(s)
	}
	return string(Slice((*byte)(unsafe.Pointer(s)), min(uint64(n), maxCString)))
}

// Strings returns copies of the strings of glShaderSource and similar commands: count strings, with their
// lengths in lengths, or zero-terminated if lengths is null or a length is negative.
//
//	source := strings.Join(gles.Strings(count, stringArg, length), "")
func Strings(count GLsizei, s **GLchar, lengths *GLint) []string {
	list := Slice(s, count)
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, p := range list {
		n := GLint(-1)
		if lengths != nil {
			n = unsafe.Slice(lengths, count)[i]
		}
		out[i] = StringN(p, n)
	}
	return out
}

// PutString writes a result of glGetShaderInfoLog and similar commands: as much of s as fits into the app's
// buffer of size bytes at dst, with a terminating zero. It sets *length to the bytes before the zero. Either
// pointer may be null.
//
//	gles.PutString(infoLog, bufSize, length, text)
func PutString(dst *GLchar, size GLsizei, length *GLsizei, s string) {
	n := 0
	if out := Slice(dst, size); out != nil {
		n = copy(out[:len(out)-1], s)
		out[n] = 0
	}
	if length != nil {
		*length = GLsizei(n)
	}
}
