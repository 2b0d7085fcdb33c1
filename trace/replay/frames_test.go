package replay

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// draws is a recording of three frames. Each clears the window and draws to a texture.
func draws(t testing.TB) func(*tracetest.Thread) {
	return func(c *tracetest.Thread) {
		c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
		c.Call("eglCreatePbufferSurface", 0xd0, 0, tracetest.Null(), tracetest.Returns(0xf0))
		c.NewContext(1, 0xc1, 3, 2, 1)
		for i := range 3 {
			c.Call("glClear", 0x4000)
			c.Call("glGenTextures", 1, words(uint32(7+i)))
			c.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 5)
			c.Call("glDrawArrays", "GL_POINTS", 0, 1)
			c.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 0)
			c.Call("glClearColor", 1, 0, 0, 1)
			c.Call("eglSwapBuffers", 0xd0, 0xf0, tracetest.Returns(1))
		}
	}
}

// The calls before the first frame are made, except draws to the window. A later round begins with the objects of the first.
func TestFrames(t *testing.T) {
	got, s := operations(t, recording(t, draws(t)), Options{From: 1, To: 1, Rounds: 2})
	check(t, got, `
		FRAME(0)
		r1 = eglGetDisplay(0)
		r2 = eglCreatePbufferSurface(r1, 0, 0)
		glGenTextures(1, out-names[3])
		glBindFramebuffer(36160, 5)
		glDrawArrays(0, 0, 1)
		glBindFramebuffer(36160, 0)
		glClearColor(1065353216, 0, 0, 1065353216)
		eglSwapBuffers(r1, r2)
		FRAME(1)
		glClear(16384)
		glGenTextures(1, out-names[4])
		glBindFramebuffer(36160, 5)
		glDrawArrays(0, 0, 1)
		glBindFramebuffer(36160, 0)
		glClearColor(1065353216, 0, 0, 1065353216)
		eglSwapBuffers(r1, r2)
		FRAME(2)
		FRAME(1)
		glClear(16384)
		glGenTextures(1, out-names[4])
		glBindFramebuffer(36160, 5)
		glDrawArrays(0, 0, 1)
		glBindFramebuffer(36160, 0)
		glClearColor(1065353216, 0, 0, 1065353216)
		eglSwapBuffers(r1, r2)
		FRAME(2)
		END()`)
	if left := s.LeftOut(); len(left) != 1 || left[0].Reason != earlierFrame || left[0].Calls != 1 || left[0].First != 3 {
		t.Errorf("left out: %+v", left)
	}
}

// Draws to the window are made if a later frame can depend on them.
func TestKeptDraws(t *testing.T) {
	for name, call := range map[string]func(*tracetest.Thread){
		"copies": func(c *tracetest.Thread) { c.Call("glCopyTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 0, 0, 1, 1) },
		"packs":  func(c *tracetest.Thread) { c.Call("glBindBuffer", "GL_PIXEL_PACK_BUFFER", 3) },
		"fails":  func(c *tracetest.Thread) { c.Call("glGetError", tracetest.Returns(0x502)) },
		"writes": func(c *tracetest.Thread) { c.Call("glBindBufferBase", "GL_SHADER_STORAGE_BUFFER", 0, 3) },
		"ages": func(c *tracetest.Thread) {
			c.Call("eglQuerySurface", 0xd0, 0xf0, "EGL_BUFFER_AGE_EXT", words(1), tracetest.Returns(1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, s := operations(t, recording(t, func(c *tracetest.Thread) { draws(t)(c); call(c) }), Options{From: 1, To: -1})
			if left := s.LeftOut(); len(left) != 0 {
				t.Errorf("left out: %+v", left)
			}
		})
	}
	for name, call := range map[string]func(*tracetest.Thread){
		"binds":    func(c *tracetest.Thread) { c.Call("glBindBuffer", "GL_ARRAY_BUFFER", 3) },
		"succeeds": func(c *tracetest.Thread) { c.Call("glGetError", tracetest.Returns(0)) },
		"fails in the frame": func(c *tracetest.Thread) {
			c.Call("glGetError", tracetest.Returns(0))
			c.Call("glGetError", tracetest.Returns(0x502))
		},
	} {
		_, s := operations(t, recording(t, func(c *tracetest.Thread) { draws(t)(c); call(c) }), Options{From: 1, To: -1})
		if left := s.LeftOut(); len(left) != 1 || s.LeftOutOfFrames() != 0 {
			t.Errorf("%s: left out: %+v", name, left)
		}
	}
}

// Draws to the window are made if a later frame reads what a query of them returned, unless it is a time.
func TestDrawsOfQueries(t *testing.T) {
	for target, leftOut := range map[string]int{"GL_ANY_SAMPLES_PASSED": 0, "GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN": 0, "GL_TIME_ELAPSED_EXT": 1} {
		_, s := operations(t, recording(t, func(c *tracetest.Thread) {
			c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
			c.NewContext(1, 0xc1, 3, 2, 1)
			c.Call("glBeginQuery", target, 9)
			c.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
			c.Call("glEndQuery", target)
			c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
			c.Call("glClear", 0x4000)
			c.Call("glGetQueryObjectuiv", 9, "GL_QUERY_RESULT", words(1))
			c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
		}), Options{From: 1, To: -1})
		if left := s.LeftOut(); len(left) != leftOut {
			t.Errorf("%s: left out: %+v", target, left)
		}
	}
}

// Times begin with the first call of the frames, in each round.
func TestTimed(t *testing.T) {
	got, _ := operations(t, recording(t, draws(t)), Options{From: 1, To: 1, Rounds: 2, Timed: true})
	var times []string
	for i, line := range got {
		if strings.HasPrefix(line, "TIME") {
			times = append(times, line+" "+got[i+1])
		}
	}
	want := []string{"TIME(0) glClear(16384)", "TIME(900) eglSwapBuffers(r1, r2)", "TIME(0) glClear(16384)", "TIME(900) eglSwapBuffers(r1, r2)"}
	if !slices.Equal(times, want) {
		t.Errorf("%q", times)
	}
}

// A round does not use registers again that the next one begins with.
func TestRounds(t *testing.T) {
	got, _ := operations(t, recording(t, func(c *tracetest.Thread) {
		c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
		c.NewContext(1, 0xc1, 3, 2, 1)
		c.Call("glGenTextures", 1, words(7))
		c.Call("glCreateProgram", tracetest.Returns(4))
		c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
		c.Call("glBindTexture", "GL_TEXTURE_2D", 7)
		c.Call("glUseProgram", 4)
		c.Call("glDeleteTextures", 1, words(7))
		c.Call("glGenTextures", 1, words(8))
		c.Call("glDeleteProgram", 4)
		c.Call("glCreateProgram", tracetest.Returns(4))
		c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
	}), Options{From: 1, To: 1, Rounds: 2})
	const round = `
		glBindTexture(3553, r2)
		glUseProgram(r3)
		glDeleteTextures(1, names[2])
		glGenTextures(1, out-names[4])
		glDeleteProgram(r3)
		r5 = glCreateProgram()
		eglSwapBuffers(r1, 0)
		FRAME(2)`
	check(t, got, `
		FRAME(0)
		r1 = eglGetDisplay(0)
		glGenTextures(1, out-names[2])
		r3 = glCreateProgram()
		eglSwapBuffers(r1, 0)
		FRAME(1)`+round+`
		FRAME(1)`+round+`
		END()`)
}

// The times of frames follow from their ends, in each round.
func TestTimes(t *testing.T) {
	r := &Result{}
	for _, line := range []string{"missing glFoo", "frame 0 5", "frame 1 7", "frame 2 10", "frame 1 14", "frame 2 14", "driver says hello", "done 9 100", "failed to load a plugin"} {
		r.line(line)
	}
	want := []FrameTime{{0, 1, 2}, {1, 1, 4}}
	if got := r.Times(1, 1); !reflect.DeepEqual(got, want) || !r.done || r.Calls != 9 || r.Processor != 100 || len(r.Missing) != 1 || r.refused != nil {
		t.Errorf("%v, %+v", got, r)
	}
	if got := Summarize(want); got != (Summary{2, 6, 4, 4 * time.Nanosecond}) {
		t.Errorf("%+v", got)
	}
}

// A call that waited for another thread is made after what that thread did meanwhile.
func TestWaits(t *testing.T) {
	f := recordingOf(t, func(w *tracetest.Writer) {
		one, two := w.Thread(1), w.Thread(2)
		one.Call("glFenceSync", "GL_SYNC_GPU_COMMANDS_COMPLETE", 0, tracetest.Returns(0x70))
		two.Around("glClientWaitSync", func() { one.Call("glFlush") }, 0x70, 0, 1000, tracetest.Returns(0x911C))
		one.Call("glFinish")
	})
	got, _ := operations(t, f, Options{To: -1})
	check(t, got, `
		VALUE(0, 0)
		VALUE(0, 0)
		FRAME(0)
		r1 = glFenceSync(37143, 0)
		glFlush()
		glClientWaitSync(r1, 0, 1000)
		glFinish()
		END()`)
}
