package replay

import (
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// snapshotted returns a script from frame 3 on of a recording with a snapshot after each frame. The functions make calls at the start,
// in each frame after its clear, and in snapshots; each may be nil.
func snapshotted(t *testing.T, start, frame func(c *tracetest.Thread, frame int), captured func(*tracetest.Thread)) *Script {
	t.Helper()
	call := func(f func(*tracetest.Thread, int), c *tracetest.Thread, frame int) {
		if f != nil {
			f(c, frame)
		}
	}
	_, s := operations(t, recording(t, func(c *tracetest.Thread) {
		c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
		c.NewContext(1, 0xc1, 3, 2, 1)
		call(start, c, 0)
		for i := range 5 {
			c.Call("glClear", 0x4000)
			call(frame, c, i)
			c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
			c.Flags(tracepb.CallFlag_FLAG_SNAPSHOT).Synthetic("glIsEnabled", "GL_BLEND", tracetest.Returns(0))
			if captured != nil {
				c.Flags(tracepb.CallFlag_FLAG_SNAPSHOT)
				captured(c)
			}
		}
	}), Options{From: 3, To: -1})
	return s
}

// A snapshot is used only if it has all that the frames after it need.
func TestUnusedSnapshots(t *testing.T) {
	at := func(frame int, name string, args ...any) func(*tracetest.Thread, int) {
		return func(c *tracetest.Thread, i int) {
			if i == frame {
				c.Call(name, args...)
			}
		}
	}
	errors := func(name string, results ...int) func(*tracetest.Thread, int) {
		return func(c *tracetest.Thread, i int) { c.Call(name, tracetest.Returns(results[i])) }
	}
	synthetic := func(name string, args ...any) func(*tracetest.Thread) {
		return func(c *tracetest.Thread) { c.Synthetic(name, args...) }
	}
	for name, one := range map[string]struct {
		start, frame func(*tracetest.Thread, int)
		captured     func(*tracetest.Thread)
		from         int    // frame of the snapshot with which the script starts; 0 for none
		lacks        string // of the last snapshot
	}{
		"all of it":         {at(0, "glEnable", "GL_BLEND"), nil, nil, 3, ""},
		"an EGL image":      {at(0, "glEGLImageTargetTexture2DOES", "GL_TEXTURE_2D", 0x70), nil, nil, 0, "the effect of glEGLImageTargetTexture2DOES"},
		"an unknown value":  {at(0, "glEnable", "GL_CLIP_DISTANCE0_EXT"), nil, nil, 0, "the effect of glEnable"},
		"an earlier one":    {nil, at(2, "glVertexAttribFormat", 0, 2, "GL_FLOAT", 0, 0), nil, 2, "the effect of glVertexAttribFormat"},
		"a later call":      {nil, at(3, "glVertexAttribFormat", 0, 2, "GL_FLOAT", 0, 0), nil, 3, ""},
		"the window":        {nil, func(c *tracetest.Thread, i int) { c.Call("glEnable", "GL_SCISSOR_TEST") }, nil, 0, "the contents of the window: frame 3"},
		"a depth buffer":    {at(0, "glEnable", "GL_DEPTH_TEST"), at(4, "glDrawArrays", "GL_POINTS", 0, 1), nil, 0, "the contents of the window: frame 4"},
		"an earlier window": {nil, at(1, "glBlitFramebuffer", 0, 0, 1, 1, 0, 0, 1, 1, 0x100, 0), nil, 3, ""},
		"a renderbuffer": {at(0, "glBindFramebuffer", "GL_FRAMEBUFFER", 0), func(c *tracetest.Thread, i int) {
			c.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 5)
			c.Call("glDrawArrays", "GL_POINTS", 0, 1)
			c.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 0)
		}, synthetic("glBindRenderbuffer", "GL_RENDERBUFFER", 6), 0, "the contents of renderbuffers: frame 3"},
		"a depth texture":  {nil, nil, synthetic("gltrace.Texture", 7, "GL_TEXTURE_2D", 0, "GL_DEPTH_COMPONENT16", 1, 1, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null()), 0, "the contents of depth"},
		"a mapped buffer":  {nil, nil, synthetic("glGetBufferPointerv", "GL_COPY_READ_BUFFER", "GL_BUFFER_MAP_POINTER", tracetest.Null()), 0, "the contents of a mapped buffer"},
		"a preserved one":  {at(0, "eglSurfaceAttrib", 0xd0, 0xf0, "EGL_SWAP_BEHAVIOR", "EGL_BUFFER_PRESERVED", tracetest.Returns(1)), nil, nil, 0, "the contents of the window"},
		"an error":         {nil, at(4, "glGetError", tracetest.Returns(0x501)), nil, 0, "an error"},
		"an error since":   {nil, errors("glGetError", 0, 0, 0, 0x501, 0), nil, 2, "an error"},
		"an earlier error": {nil, errors("glGetError", 0, 0, 0x501, 0, 0), nil, 3, ""},

		"a sync object": {nil, func(c *tracetest.Thread, i int) {
			switch i {
			case 2:
				c.Call("glFenceSync", "GL_SYNC_GPU_COMMANDS_COMPLETE", 0, tracetest.Returns(0x70))
			case 4:
				c.Call("glDeleteSync", 0x70)
			}
		}, nil, 2, "a sync object"},
		"a query": {nil, func(c *tracetest.Thread, i int) {
			switch i {
			case 1:
				c.Call("glBeginQuery", "GL_ANY_SAMPLES_PASSED", 7)
			case 3:
				c.Call("glEndQuery", "GL_ANY_SAMPLES_PASSED")
			}
		}, nil, 1, "a query that is active"},
		"a context that ended": {func(c *tracetest.Thread, _ int) {
			c.Call("glClear", 0x4000)
			c.NewContext(2, 0xc2, 3, 2, 2)
		}, nil, nil, 3, ""},
		"a context with shared objects": {func(c *tracetest.Thread, _ int) {
			c.Call("glClear", 0x4000)
			c.NewContext(2, 0xc2, 3, 2, 1)
		}, nil, nil, 0, "the state of the other contexts"},
		"a context that is used later": {func(c *tracetest.Thread, _ int) {
			c.Call("glClear", 0x4000)
			c.NewContext(2, 0xc2, 3, 2, 2)
		}, func(c *tracetest.Thread, i int) {
			if i == 4 {
				c.Context(1).Call("glClear", 0x4000).Context(2)
			}
		}, nil, 0, "the state of the other contexts"},
		"a context that begins later": {nil, func(c *tracetest.Thread, i int) {
			if i == 4 {
				c.NewContext(2, 0xc2, 3, 2, 2).Call("glClear", 0x4000)
			}
		}, nil, 3, ""},
		"a changed program": {func(c *tracetest.Thread, _ int) {
			c.Call("glCreateShader", "GL_VERTEX_SHADER", tracetest.Returns(8))
			c.Call("glLinkProgram", 9)
			c.Call("glAttachShader", 9, 8)
		}, nil, nil, 0, "the shaders of programs"},
	} {
		t.Run(name, func(t *testing.T) {
			s := snapshotted(t, one.start, one.frame, one.captured)
			frame, _ := s.Snapshot()
			unused := s.Unused()
			if frame != one.from || !strings.HasPrefix(unused.Lacks, one.lacks) || (one.lacks == "") != (unused.Lacks == "") || unused.Lacks != "" && unused.Frame != 3 {
				t.Errorf("from the snapshot before frame %d, not %d; %+v, not %q", frame, one.from, unused, one.lacks)
			}
		})
	}
}

// What the survey keeps of a program does not grow with its frames.
func TestSurveyOfManyFrames(t *testing.T) {
	kept := func(frames int) int {
		_, s := operations(t, recording(t, func(c *tracetest.Thread) {
			c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
			c.NewContext(1, 0xc1, 3, 2, 1)
			for i := range frames {
				c.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, tracetest.String("frame")).Call("glBeginQuery", "GL_ANY_SAMPLES_PASSED", 7)
				c.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 5).Call("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", 1, 0)
				c.Call("glClear", 0x4000).Call("glEndQuery", "GL_ANY_SAMPLES_PASSED").Call("glPopDebugGroup")
				c.Call("glFenceSync", "GL_SYNC_GPU_COMMANDS_COMPLETE", 0, tracetest.Returns(0x70+i)).Call("glDeleteSync", 0x70+i)
				c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
			}
		}), Options{From: 1, To: -1})
		return s.survey.kept + s.survey.lacks.kept() + s.survey.contents.kept
	}
	if few, many := kept(3), kept(30); few != many {
		t.Errorf("%d facts of 3 frames, %d of 30", few, many)
	}
}

// Draws before the frames are made if the program uses several contexts in the frames, and left out if the others ended before.
func TestDrawsOfContexts(t *testing.T) {
	for ended, left := range map[bool]int{true: 4, false: 0} {
		_, s := operations(t, recording(t, func(c *tracetest.Thread) {
			c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
			c.NewContext(1, 0xc1, 3, 2, 1).Call("glClear", 0x4000).Call("glDrawArrays", "GL_POINTS", 0, 1)
			c.NewContext(2, 0xc2, 3, 2, 2)
			for range 2 {
				c.Call("glClear", 0x4000).Call("glDrawArrays", "GL_POINTS", 0, 1)
				c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
			}
			if !ended {
				c.Context(1).Call("glFlush")
			}
		}), Options{From: 1, To: -1})
		total := 0
		for _, one := range s.LeftOut() {
			total += one.Calls
		}
		if total != left {
			t.Errorf("ended %t: %d draws are left out, not %d: %+v", ended, total, left, s.LeftOut())
		}
	}
}

// A frame that does not clear the window first depends on earlier draws, which are made.
func TestUnclearedWindow(t *testing.T) {
	for name, first := range map[string]func(*tracetest.Thread){
		"clears":      func(c *tracetest.Thread) { c.Call("glClear", 0x4000) },
		"does not":    func(*tracetest.Thread) {},
		"clears less": func(c *tracetest.Thread) { c.Call("glColorMask", 1, 1, 1, 0); c.Call("glClear", 0x4000) },
		"clears late": func(c *tracetest.Thread) { c.Call("glDrawArrays", "GL_POINTS", 0, 1); c.Call("glClear", 0x4000) },
		"reads": func(c *tracetest.Thread) {
			c.Call("glReadPixels", 0, 0, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null())
			c.Call("glClear", 0x4000)
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, s := operations(t, recording(t, func(c *tracetest.Thread) {
				c.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
				c.NewContext(1, 0xc1, 3, 2, 1)
				for i := range 3 {
					if i == 2 {
						first(c)
					} else {
						c.Call("glClear", 0x4000)
					}
					c.Call("glDrawArrays", "GL_POINTS", 0, 1)
					c.Call("eglSwapBuffers", 0xd0, 0, tracetest.Returns(1))
				}
			}), Options{From: 1, To: -1})
			if left := len(s.LeftOut()); (left > 0) != (name == "clears") {
				t.Errorf("left out: %+v", s.LeftOut())
			}
		})
	}
}
