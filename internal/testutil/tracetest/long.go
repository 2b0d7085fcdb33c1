package tracetest

import (
	"bytes"
	"io"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format"
)

// longFrames is the number of frames of Long that are made call by call; the later ones repeat them at later times.
const longFrames = 600

// longPacked is the number of calls of a packed batch, as "trace compress" writes them.
const longPacked = 16 << 10

// Long writes a recording with at least the given number of calls: frames of some 300 calls, on three threads whose calls
// overlap, with debug groups, and data that differs in each frame. Unpacked, each thread has a batch for each frame.
func Long(to io.Writer, calls int, packing format.Packing) error {
	var first bytes.Buffer
	w := NewWriter(&first, Options{PerBatch: longPacked})
	s := newLong(w, packing)
	for n := range longFrames {
		s.frame(n)
	}
	w.Flush()
	w.Clock()
	length, made := w.now, w.calls
	out, err := format.NewWriter(to, packing)
	if err != nil {
		return err
	}
	r := repeater{w: w, out: out}
	if err := r.read(first.Bytes()); err != nil {
		return err
	}
	for w.calls = 0; w.calls < uint64(calls); w.calls += made {
		if err := r.write(length); err != nil {
			return err
		}
	}
	w.chunks = out
	w.now = time.Duration(r.round) * length
	w.Close()
	return nil
}

// long makes the frames of Long.
type long struct {
	w                *Writer
	main, loader, ui *Thread
	batches          bool // a batch for each frame
}

func newLong(w *Writer, packing format.Packing) *long {
	s := &long{w: w, main: w.Named(1, "main"), loader: w.Named(2, "loader"), ui: w.Named(3, "ui"), batches: packing == format.Unpacked}
	for i, t := range []*Thread{s.main, s.loader, s.ui} {
		t.NewContext(uint32(i+1), Contexts+uint64(i)+1, 3, 2, 1)
	}
	return s
}

// frame records a frame of 16.6 ms.
func (s *long) frame(n int) {
	t := s.main
	s.w.At(16600 * time.Microsecond * time.Duration(n))
	t.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 0)
	t.Call("glViewport", 0, 0, 1920, 1080)
	t.Call("glClearColor", 0.1, 0.2, 0.3, 1)
	t.Call("glClear", 0x4100)
	t.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, String("scene"))
	for i := range 12 {
		s.object(n, i)
		if i%3 == 0 {
			s.upload(n, i)
		}
	}
	t.Call("glPopDebugGroup")
	t.Took(time.Millisecond).Call("eglSwapBuffers", Display, Surface, Returns("EGL_TRUE"))
	if n%2 == 1 {
		s.overlay(n)
	}
	if s.batches {
		s.w.Flush()
	}
}

// object draws an object with 20 calls.
func (s *long) object(n, i int) {
	t := s.main
	t.Call("glUseProgram", 3*(1+i%5))
	t.Call("glBindVertexArray", 1+i)
	t.Call("glActiveTexture", "GL_TEXTURE0")
	t.Call("glBindTexture", "GL_TEXTURE_2D", 1+(n+i)%50)
	t.Call("glActiveTexture", "GL_TEXTURE1")
	t.Call("glBindTexture", "GL_TEXTURE_2D", 51+i)
	t.Call("glBindSampler", 0, 1)
	t.Call("glUniform1i", 3, i)
	t.Call("glUniform1f", 4, float64(n)/60)
	t.Call("glUniform3f", 5, float64(i), 0.5, float64(n))
	t.Call("glUniform4f", 6, 0.1*float64(i), 1, 1, 1)
	t.Call("glUniformMatrix4fv", 0, 1, false, Bytes(rotation(float64(i+n*oneIf(i == 0)))))
	t.Call([]string{"glEnable", "glDisable"}[i%2], "GL_BLEND")
	t.Call("glBlendFunc", "GL_SRC_ALPHA", "GL_ONE_MINUS_SRC_ALPHA")
	t.Call("glDepthFunc", "GL_LEQUAL")
	t.Call("glDepthMask", i%2 == 0)
	t.Call("glCullFace", "GL_BACK")
	t.Call("glBindBufferRange", "GL_UNIFORM_BUFFER", 0, 9, 256*i, 256)
	t.Took(20*time.Microsecond).Call("glDrawElements", "GL_TRIANGLES", 300+6*i, "GL_UNSIGNED_SHORT", Offset(0))
	t.Call("glGetError", Returns(0))
}

// upload changes data on the second thread, while the first one draws.
func (s *long) upload(n, i int) {
	l := s.loader
	l.Call("glBindTexture", "GL_TEXTURE_2D", 100+i)
	if n%30 == 0 && i == 0 {
		l.Took(time.Millisecond).Call("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 32, 32, "GL_RGBA", "GL_UNSIGNED_BYTE", Bytes(Image(32, 32, n)))
	}
	l.Call("glBindBuffer", "GL_ARRAY_BUFFER", 1+i)
	l.Call("glBufferSubData", "GL_ARRAY_BUFFER", 0, 16, Bytes(floats(float64(n%7), float64(i), 0, 1)))
	l.Call("glBindBuffer", "GL_ARRAY_BUFFER", 0)
	l.Call("glFenceSync", "GL_SYNC_GPU_COMMANDS_COMPLETE", 0, Returns(0x7000+i))
	l.Call("glFlush")
}

// overlay draws the frames of the third thread, which has half as many.
func (s *long) overlay(n int) {
	u := s.ui
	u.Call("glPushGroupMarkerEXT", 0, String("overlay"))
	for i := range 8 {
		u.Call("glScissor", 10*i, 20, 100, 50)
		u.Call("glStencilFunc", "GL_EQUAL", i, 255)
		u.Call("glColorMask", true, true, true, i%2 == 0)
		u.Call("glUniform2f", 1, float64(i), float64(n))
		u.Call("glVertexAttribPointer", 0, 2, "GL_FLOAT", false, 8, Offset(uint64(64*i)))
		u.Call("glDrawArrays", "GL_TRIANGLE_STRIP", 4*i, 4)
	}
	u.Call("glPopGroupMarkerEXT")
	u.Call("eglSwapBuffers", Display, Surface+1, Returns("EGL_TRUE"))
}
