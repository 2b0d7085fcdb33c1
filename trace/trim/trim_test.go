package trim

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// script makes a recording of calls that are expected to be kept or dropped.
type script struct {
	*tracetest.Thread
	expected []bool
}

func (s *script) keep(name string, args ...any) {
	s.Call(name, args...)
	s.expected = append(s.expected, true)
}

func (s *script) drop(name string, args ...any) {
	s.Call(name, args...)
	s.expected = append(s.expected, false)
}

// record makes a recording of a program with a window, and returns the index of the first of the calls.
func record(t testing.TB, calls func(*tracetest.Thread)) *file.File {
	t.Helper()
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	main := w.Thread(1)
	main.Call("eglCreateWindowSurface", tracetest.Display, 1, 2, tracetest.Null(), tracetest.Returns(tracetest.Surface))
	main.Call("eglMakeCurrent", tracetest.Display, tracetest.Surface, tracetest.Surface, 0x1000, tracetest.Returns("EGL_TRUE"))
	main.NewContext(1, 0x1000, 3, 2, 1)
	calls(main)
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

const preamble = 3 // calls of record

func swap(t *tracetest.Thread) {
	t.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
}

// bytesOf returns data of n bytes, which differs with each seed.
func bytesOf(n int, seed byte) tracetest.Data { return tracetest.Bytes(bytes.Repeat([]byte{seed}, n)) }

func names(list ...uint32) tracetest.Data {
	var b []byte
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return tracetest.Bytes(b)
}

func (s *script) makeCurrent(surface int) {
	s.keep("eglMakeCurrent", tracetest.Display, surface, surface, 0x1000, tracetest.Returns("EGL_TRUE"))
}

// pending has an error that the program had not read when the recording began.
func (s *script) pending(kept bool) {
	s.Flags(tracepb.CallFlag_FLAG_ATTACH).Synthetic("glGetError", tracetest.Returns(0x501))
	s.expected = append(s.expected, kept)
}

// attach makes a framebuffer with a texture.
func (s *script) attach() {
	s.keep("glGenTextures", 1, names(5))
	s.keep("glBindTexture", "GL_TEXTURE_2D", 5)
	s.keep("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 8, 8, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null())
	s.keep("glGenFramebuffers", 1, names(3))
	s.keep("glBindFramebuffer", "GL_FRAMEBUFFER", 3)
	s.keep("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", 5, 0)
}

// rules has a program for each rule, and the calls of its range.
var rules = map[string]struct{ before, within func(*script) }{
	"draws to a window before a swap": {func(s *script) {
		s.drop("glClear", 0x4000)
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.drop("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	}, nil},
	"an error that the range reads":                  failing((*script).keep, false, 0x500),
	"an error that the range reads, of a known call": failing((*script).drop, true, 0x500),
	"no error that the range reads":                  failing((*script).drop, false, 0),
	"an error from before the recording":             {func(s *script) { s.pending(true) }, func(s *script) { s.Call("glGetError", tracetest.Returns(0x501)) }},
	"an error from before the recording that is read before the range": {func(s *script) {
		s.pending(false)
		s.drop("glGetError", tracetest.Returns(0x501))
		s.drop("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	}, func(s *script) { s.Call("glGetError", tracetest.Returns(0)) }},
	"the framebuffer of a call that failed": {func(s *script) {
		s.keep("glGenFramebuffers", 1, names(3))
		s.drop("glGetError", tracetest.Returns(0))
		s.keep("glBindFramebuffer", "GL_FRAMEBUFFER", 3)
		s.keep("glClear", 0x4000)
		s.Synthetic("gltrace.Error", 0x506)
		s.expected = append(s.expected, true)
		s.keep("glBindFramebuffer", "GL_FRAMEBUFFER", 0)
		s.drop("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	}, func(s *script) { s.Call("glGetError", tracetest.Returns(0x506)) }},
	"a draw of a query that writes nothing": {func(s *script) {
		s.keep("glGenQueries", 1, names(9))
		s.keep("glColorMask", 0, 0, 0, 0)
		s.keep("glBeginQuery", "GL_ANY_SAMPLES_PASSED", 9)
		s.keep("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glEndQuery", "GL_ANY_SAMPLES_PASSED")
		s.keep("glColorMask", 1, 1, 1, 1)
	}, func(s *script) { s.Call("glGetQueryObjectuiv", 9, "GL_QUERY_RESULT", names(1)) }},
	"a limit, and what changes": {func(s *script) {
		s.keep("glGetIntegerv", "GL_MAX_TEXTURE_SIZE", names(4096))
		s.drop("glGetIntegerv", "GL_DEBUG_GROUP_STACK_DEPTH", names(3))
	}, nil},
	"a framebuffer whose status was queried": {func(s *script) {
		s.attach()
		s.keep("glCheckFramebufferStatus", "GL_FRAMEBUFFER", tracetest.Returns("GL_FRAMEBUFFER_COMPLETE"))
		s.keep("glFramebufferTexture2D", "GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_TEXTURE_2D", 0, 0)
	}, nil},
	"a query of draws that the range reads":  counting((*script).keep, "GL_ANY_SAMPLES_PASSED"),
	"a query of a time that the range reads": counting((*script).drop, "GL_TIME_ELAPSED_EXT"),
	"draws to a window since a clear": {func(s *script) {
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glClear", 0x4000)
		s.keep("glDrawArrays", "GL_TRIANGLES", 0, 3)
	}, nil},
	"a window that is copied to a texture in an earlier frame": {func(s *script) {
		s.keep("glGenTextures", 1, names(6))
		s.keep("glBindTexture", "GL_TEXTURE_2D", 6)
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glClear", 0x4000)
		s.keep("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glCopyTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 0, 0, 8, 8, 0)
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.drop("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.drop("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	}, nil},
	"a window that is read to a buffer in an earlier frame": {func(s *script) {
		s.keep("glGenBuffers", 1, names(7))
		s.keep("glBindBuffer", "GL_PIXEL_PACK_BUFFER", 7)
		s.keep("glBufferData", "GL_PIXEL_PACK_BUFFER", 256, tracetest.Null(), "GL_STATIC_READ")
		s.keep("glClear", 0x4000)
		s.keep("glReadPixels", 0, 0, 8, 8, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Offset(0))
		s.drop("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
		s.keep("glBindBuffer", "GL_PIXEL_PACK_BUFFER", 0)
	}, func(s *script) {
		s.Call("glBindBuffer", "GL_ARRAY_BUFFER", 7)
		s.Call("glVertexAttribPointer", 0, 4, "GL_FLOAT", false, 0, tracetest.Offset(0))
		s.Call("glEnableVertexAttribArray", 0)
	}},
	"a clear of a part": {func(s *script) {
		s.keep("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glEnable", "GL_SCISSOR_TEST")
		s.keep("glClear", 0x4000)
	}, nil},
	"draws to a texture that is drawn to again": {func(s *script) {
		s.attach()
		s.keep("glDrawArrays", "GL_TRIANGLES", 0, 3)
	}, func(s *script) { s.Call("glDrawArrays", "GL_TRIANGLES", 0, 3) }},
	"draws to a texture that is cleared": {func(s *script) {
		s.attach()
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
	}, func(s *script) { s.Call("glClear", 0x4000) }},
	"draws to contents that become undefined": {func(s *script) {
		s.attach()
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.drop("glInvalidateFramebuffer", "GL_FRAMEBUFFER", 1, names(0x8CE0))
	}, func(s *script) { s.Call("glDrawArrays", "GL_TRIANGLES", 0, 3) }},
	"the state that a draw to a texture uses": {func(s *script) {
		s.attach()
		s.keep("glViewport", 0, 0, 8, 8)
		s.drop("glLineWidth", 2)
		s.keep("glLineWidth", 3)
		s.keep("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glViewport", 0, 0, 9, 9)
		s.keep("glLineWidth", 4)
	}, func(s *script) { s.Call("glDrawArrays", "GL_TRIANGLES", 0, 3) }},
	"overwritten state": {func(s *script) {
		s.drop("glEnable", "GL_BLEND")
		s.keep("glDisable", "GL_BLEND")
		s.drop("glBlendFunc", 1, 1)
		s.keep("glBlendFuncSeparate", 1, 0, 1, 0)
	}, nil},
	"state that removes other state": {func(s *script) {
		s.drop("glBlendFunci", 1, 1, 1)
		s.keep("glBlendFunc", 1, 0)
	}, nil},
	"replaced contents of a buffer": {func(s *script) {
		s.keep("glGenBuffers", 1, names(7))
		s.keep("glBindBuffer", "GL_ARRAY_BUFFER", 7)
		s.drop("glBufferData", "GL_ARRAY_BUFFER", 8, bytesOf(8, 1), "GL_STATIC_DRAW")
		s.keep("glBufferData", "GL_ARRAY_BUFFER", 8, bytesOf(8, 2), "GL_STATIC_DRAW")
		s.drop("glBufferSubData", "GL_ARRAY_BUFFER", 0, 4, bytesOf(4, 3))
		s.keep("glBufferSubData", "GL_ARRAY_BUFFER", 0, 4, bytesOf(4, 4))
	}, nil},
	"replaced contents of a texture": {func(s *script) {
		s.keep("glGenTextures", 1, names(5))
		s.keep("glBindTexture", "GL_TEXTURE_2D", 5)
		s.drop("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 2, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", bytesOf(16, 1))
		s.keep("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 2, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", bytesOf(16, 2))
		s.drop("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", bytesOf(4, 3))
		s.keep("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", bytesOf(4, 4))
	}, nil},
	"all faces of a cube map": {func(s *script) {
		s.keep("glGenTextures", 1, names(5))
		s.keep("glBindTexture", "GL_TEXTURE_CUBE_MAP", 5)
		s.keep("glTexImage2D", "GL_TEXTURE_CUBE_MAP_POSITIVE_X", 0, "GL_RGBA", 2, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null())
		s.keep("glTexImage2D", "GL_TEXTURE_CUBE_MAP_NEGATIVE_X", 0, "GL_RGBA", 2, 2, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null())
	}, nil},
	"deleted objects": {func(s *script) {
		s.drop("glGenBuffers", 1, names(7))
		s.drop("glBindBuffer", "GL_UNIFORM_BUFFER", 7)
		s.drop("glBufferData", "GL_UNIFORM_BUFFER", 8, bytesOf(8, 1), "GL_STATIC_DRAW")
		s.drop("glBindBuffer", "GL_UNIFORM_BUFFER", 0)
		s.drop("glDeleteBuffers", 1, names(7))
		s.keep("glGenBuffers", 1, names(7))
		s.keep("glBindBuffer", "GL_UNIFORM_BUFFER", 7)
	}, nil},
	"a deletion that removes a binding": {func(s *script) {
		s.keep("glGenBuffers", 1, names(7))
		s.keep("glBindBuffer", "GL_ARRAY_BUFFER", 7)
		s.drop("glBufferData", "GL_ARRAY_BUFFER", 8, bytesOf(8, 1), "GL_STATIC_DRAW")
		s.keep("glDeleteBuffers", 1, names(7))
	}, nil},
	"queries and waits": {func(s *script) {
		s.drop("glGetError", tracetest.Returns(0))
		s.drop("glFlush")
		s.drop("glReadPixels", 0, 0, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", bytesOf(4, 0))
		s.drop("eglQuerySurface", tracetest.Display, tracetest.Surface, 0x3057, names(8), tracetest.Returns("EGL_TRUE"))
		s.keep("eglSwapInterval", tracetest.Display, 1, tracetest.Returns("EGL_TRUE"))
		s.keep("glDebugMessageControl", 0x1100, 0x1100, 0x1100, 0, tracetest.Null(), true)
	}, nil},
	"a mapping with its end": {func(s *script) {
		s.keep("glGenBuffers", 1, names(7))
		s.keep("glBindBuffer", "GL_ARRAY_BUFFER", 7)
		s.keep("glBufferData", "GL_ARRAY_BUFFER", 8, bytesOf(8, 1), "GL_STATIC_DRAW")
		s.drop("glMapBufferRange", "GL_ARRAY_BUFFER", 0, 4, 2, tracetest.Returns(0x5000))
		s.drop("gltrace.Mapped", "GL_ARRAY_BUFFER", 7, 0, 4, bytesOf(4, 2))
		s.drop("glUnmapBuffer", "GL_ARRAY_BUFFER", tracetest.Returns(true))
		s.keep("glMapBufferRange", "GL_ARRAY_BUFFER", 0, 4, 2, tracetest.Returns(0x5000))
		s.keep("gltrace.Mapped", "GL_ARRAY_BUFFER", 7, 0, 4, bytesOf(4, 3))
		s.keep("glUnmapBuffer", "GL_ARRAY_BUFFER", tracetest.Returns(true))
	}, nil},
	"programs": {func(s *script) {
		s.keep("glCreateShader", "GL_VERTEX_SHADER", tracetest.Returns(1))
		s.drop("glShaderSource", 1, 1, tracetest.String("old"), tracetest.Null())
		s.keep("glShaderSource", 1, 1, tracetest.String("new"), tracetest.Null())
		s.keep("glCompileShader", 1)
		s.keep("glCreateProgram", tracetest.Returns(2))
		s.keep("glAttachShader", 2, 1)
		s.keep("glLinkProgram", 2)
		s.keep("glDeleteShader", 1)
		s.keep("glGetUniformLocation", 2, tracetest.String("color"), tracetest.Returns(4))
		s.keep("glUseProgram", 2)
		s.drop("glUniform1f", 4, 1)
		s.keep("glUniform1f", 4, 2)
	}, nil},
	"client arrays": {func(s *script) {
		s.drop("gltrace.VertexData", 0, 2, "GL_FLOAT", false, false, 8, 0, 3, 0, 0, bytesOf(24, 1))
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glClear", 0x4000)
		s.keep("gltrace.VertexData", 0, 2, "GL_FLOAT", false, false, 8, 0, 3, 0, 0, bytesOf(24, 1))
		s.keep("glDrawArrays", "GL_TRIANGLES", 0, 3)
	}, nil},
	"a copy from a texture that is drawn to": {func(s *script) {
		s.attach()
		s.keep("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glGenTextures", 1, names(6))
		s.keep("glBindTexture", "GL_TEXTURE_2D", 6)
		s.keep("glCopyTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 0, 0, 8, 8, 0)
	}, func(s *script) { s.Call("glClear", 0x4000) }},
	"draws to the source of an EGL image": {func(s *script) {
		s.attach()
		s.keep("eglCreateImageKHR", tracetest.Display, 0x1000, "EGL_GL_TEXTURE_2D", 5, tracetest.Null(), tracetest.Returns(0xa0))
		s.keep("glGenTextures", 1, names(6))
		s.keep("glBindTexture", "GL_TEXTURE_2D", 6)
		s.keep("glEGLImageTargetTexture2DOES", "GL_TEXTURE_2D", 0xa0)
		s.drop("eglDestroyImageKHR", tracetest.Display, 0xb0, tracetest.Returns(1))
		s.keep("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glBindFramebuffer", "GL_FRAMEBUFFER", 0)
	}, func(s *script) { s.Call("glCopyTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 0, 0, 8, 8, 0) }},
	"a frame of another surface that began before": {func(s *script) {
		s.makeCurrent(tracetest.Surface + 1)
		s.drop("glClear", 0x4000)
		s.keep("glClear", 0x4000)
		s.makeCurrent(tracetest.Surface)
	}, func(s *script) {
		s.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface+1, tracetest.Returns("EGL_TRUE"))
	}},
	"debug groups": {func(s *script) {
		s.drop("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, tracetest.String("over"))
		s.drop("glPopDebugGroup")
		s.keep("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, tracetest.String("open"))
	}, nil},
}

// failing draws and fails, in a frame before the range. The range begins with a query of errors.
func failing(expect func(*script, string, ...any), known bool, answer int) struct{ before, within func(*script) } {
	return struct{ before, within func(*script) }{func(s *script) {
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		expect(s, "glClear", 0x4000)
		s.drop("glGetError", tracetest.Returns(0))
		if expect(s, "glDrawArrays", "GL_TRIANGLES", 0, 3); known {
			s.keep("glDrawArrays", "GL_NONE", 0, 3)
			s.Synthetic("gltrace.Error", 0x500)
			s.expected = append(s.expected, true)
		}
		s.drop("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	}, func(s *script) { s.Call("glGetError", tracetest.Returns(answer)) }}
}

// counting draws with a query, in a frame before the range. The range begins with a read of its result.
func counting(expect func(*script, string, ...any), target string) struct{ before, within func(*script) } {
	return struct{ before, within func(*script) }{func(s *script) {
		s.keep("glGenQueries", 1, names(9))
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		expect(s, "glClear", 0x4000)
		expect(s, "glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glBeginQuery", target, 9)
		expect(s, "glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.keep("glEndQuery", target)
		s.drop("glDrawArrays", "GL_TRIANGLES", 0, 3)
		s.drop("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
	}, func(s *script) { s.Call("glGetQueryObjectuiv", 9, "GL_QUERY_RESULT", names(1)) }}
}

// TestRules checks which calls before the range are kept, and that the state is the same.
func TestRules(t *testing.T) {
	for name, rule := range rules {
		t.Run(name, func(t *testing.T) {
			s, from := &script{}, 0
			f := record(t, func(main *tracetest.Thread) {
				s.Thread = main
				rule.before(s)
				from = preamble + len(s.expected)
				if rule.within != nil {
					rule.within(s)
				}
				s.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
				swap(main)
			})
			calls := kept(t, f, Range{from, f.Len()})
			for i, want := range s.expected {
				c, err := f.Call(preamble + i)
				if err != nil {
					t.Fatal(err)
				}
				if got := calls.Has(uint32(c.Index)); got != want {
					t.Errorf("call %d, %s: kept %v", i, c.Function.Name, got)
				}
			}
			checkState(t, f, Range{from, f.Len()})
		})
	}
}
