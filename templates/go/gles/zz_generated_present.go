//go:build ignore

package gles

import (
	"encoding/binary"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"example.com/layer/internal/bridge"
)

// GLExtension is the name of an extension of OpenGL ES.
type GLExtension string

// EGLExtension is the name of an extension of EGL.
type EGLExtension string

// Present reports whether the current context has the extension, false if there is no current context. Do not
// test a function's address instead: Android's loader has an address for every name that it knows.
//
//	if gles.GL_KHR_debug.Present() {
//		gles.GLObjectLabelKHR(gles.GL_PROGRAM_KHR, program, -1, m.String("a label"))
//	}
//
// Each call queries the next layer, so that a new context with the handle of a destroyed one gets its own
// result. It compares the extension string with that of the last call: no allocation, two calls of C, and a
// comparison.
func (x GLExtension) Present() bool {
	return bridge.Context() != 0 && lists.has(bridge.GLString(GL_EXTENSIONS), string(x))
}

// Present reports whether a display has the extension, or the client, for EGL_NO_DISPLAY. It calls EGL, which
// changes the result of the app's next eglGetError: do not call it between a failed call of next and the
// return to the app.
//
//	if gles.EGL_KHR_fence_sync.Present(dpy) {
//		gles.Logf("the display has fences")
//	}
func (x EGLExtension) Present(dpy EGLDisplay) bool {
	return lists.has(bridge.EGLString(uintptr(dpy), EGL_EXTENSIONS), string(x))
}

// ContextVersion returns the version of OpenGL ES of the current context, times ten: 32 for OpenGL ES 3.2; 0 if there
// is no current context. It costs two calls of C and copies a short text.
func ContextVersion() int {
	if bridge.Context() == 0 {
		return 0
	}
	version, ok := strings.CutPrefix(String((*GLubyte)(bridge.GLString(GL_VERSION))), "OpenGL ES ")
	if !ok || len(version) < 3 || version[1] != '.' {
		return 0
	}
	return 10*int(version[0]-'0') + int(version[2]-'0')
}

// lists has the parsed extension lists of the last queries.
var lists extensionLists

// maxLists limits their number: one for each context and each display of most apps.
const maxLists = 32

type extensionLists struct {
	known  atomic.Pointer[[]*extensionList] // newest first; replaced, never changed
	change sync.Mutex
}

// extensionList is a result of the driver.
type extensionList struct {
	at    uintptr // its address; other text may be there by now
	text  string  // with the terminating zero
	names map[string]struct{}
}

func (l *extensionLists) has(list *byte, name string) bool {
	if list == nil {
		return false
	}
	known := l.find(list)
	if known == nil {
		known = l.add(list)
	}
	_, ok := known.names[name]
	return ok
}

func (l *extensionLists) find(list *byte) *extensionList {
	if known := l.known.Load(); known != nil {
		for _, k := range *known {
			if k.at == uintptr(unsafe.Pointer(list)) && same(list, k.text) {
				return k
			}
		}
	}
	return nil
}

func (l *extensionLists) add(list *byte) *extensionList {
	added := &extensionList{at: uintptr(unsafe.Pointer(list)), text: String(list) + "\x00", names: map[string]struct{}{}}
	for name := range strings.FieldsSeq(added.text[:len(added.text)-1]) {
		added.names[name] = struct{}{}
	}
	l.change.Lock()
	defer l.change.Unlock()
	all := []*extensionList{added}
	if known := l.known.Load(); known != nil {
		for _, k := range *known {
			if k.at != added.at && len(all) < maxLists {
				all = append(all, k)
			}
		}
	}
	l.known.Store(&all)
	return added
}

// same reports whether the memory at p has text, including the zero. It reads aligned words, each of which
// lies in one page, so that it is safe if the text at p is shorter.
func same(p *byte, text string) bool {
	i := 0
	if uintptr(unsafe.Pointer(p))%8 == 0 {
		for b := unsafe.Slice(unsafe.StringData(text), len(text)); i+8 <= len(b); i += 8 {
			if *(*uint64)(unsafe.Add(unsafe.Pointer(p), i)) != binary.NativeEndian.Uint64(b[i:]) {
				return false
			}
		}
	}
	for ; i < len(text); i++ {
		if *(*byte)(unsafe.Add(unsafe.Pointer(p), i)) != text[i] {
			return false
		}
	}
	return true
}
