//go:build ignore

package gles

import (
	"sync/atomic"

	"example.com/layer/internal/bridge"
)

// Frame returns the number of completed frames of the process, on all surfaces together. eglSwapBuffers and
// eglSwapBuffersWithDamageKHR complete a frame. It costs as much as reading a variable.
func Frame() uint64 { return atomic.LoadUint64(bridge.Frames) }

// PerFrame selects one call in each frame. The zero value is ready to use, by several threads.
//
//	var firstDraw gles.PerFrame
//
//	func glDrawArrays(next gles.GLDrawArraysFunc, mode gles.GLenum, first gles.GLint, count gles.GLsizei) {
//		if firstDraw.First() {
//			gles.Logf("the frame's first draw has %d vertices", count)
//		}
//		next(mode, first, count)
//	}
type PerFrame struct{ seen atomic.Uint64 }

// First reports whether this is the first call of First in the current frame, on any thread. It allocates
// nothing, and does not call C.
func (p *PerFrame) First() bool {
	for {
		seen := p.seen.Load() // loaded before the frame number, so that it is not newer
		now := bridge.Loads.Load()<<48 + Frame() + 1
		if seen == now {
			return false
		}
		if p.seen.CompareAndSwap(seen, now) {
			return true
		}
	}
}

// ThreadID returns the kernel's id of the calling thread, which logs and traces show. In a hook, this is the
// app's thread. It costs a call of C and a system call. The kernel reuses the ids of ended threads.
func ThreadID() uint32 { return bridge.Thread() }

// CurrentContext returns the current context of the calling thread, 0 if there is none. It calls the next
// layer or the driver, which costs about 50 ns. After eglDestroyContext, another context may get the same
// handle: if you store data by handle, delete it in a hook of that command.
//
//	perContext.Store(gles.CurrentContext(), gles.ThreadID())
func CurrentContext() EGLContext { return EGLContext(bridge.Context()) }
