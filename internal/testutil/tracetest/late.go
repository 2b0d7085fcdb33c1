package tracetest

import (
	"bytes"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Late returns a recording of two frames that began after the program, with the calls that captured its state, again after the
// first frame.
func Late() []byte {
	var out bytes.Buffer
	w := NewWriter(&out, Options{Late: true})
	t := w.Thread(1).NewContext(1, 0xc1, 3, 2, 1)
	t.Flags(tracepb.CallFlag_FLAG_ATTACH).Synthetic("eglMakeCurrent", 0xd0, 0xf0, 0xf0, 0xc1, Returns(1))
	t.Synthetic("gltrace.Surface", 0xd0, 0xf0, "EGL_WINDOW_BIT", 64, 48, 1, 8, 8, 8, 0, 24, 8, 0, 0, "EGL_WINDOW_BIT", "EGL_OPENGL_ES2_BIT")
	captureState(t, tracepb.CallFlag_FLAG_ATTACH)
	t.Call("glFlush").Call("eglSwapBuffers", 0xd0, 0xf0, Returns(1))
	t.Flags(tracepb.CallFlag_FLAG_SNAPSHOT).Synthetic("glIsEnabled", "GL_BLEND", Returns(0))
	t.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 0).Call("glClear", 0x4000).Call("glFinish").Call("eglSwapBuffers", 0xd0, 0xf0, Returns(1))
	w.Close()
	return out.Bytes()
}

// Snapshots returns a recording of three frames, in which a snapshot of the state follows each swap.
func Snapshots() []byte {
	var out bytes.Buffer
	w := NewWriter(&out, Options{})
	t := w.Thread(1)
	t.Call("eglGetDisplay", 0, Returns(0xd0))
	t.Call("eglCreateContext", 0xd0, 0xe0, 0, Null(), Returns(0xc1))
	t.NewContext(1, 0xc1, 3, 2, 1)
	t.Call("eglCreateWindowSurface", 0xd0, 0xe0, 5, Null(), Returns(0xf0))
	t.Call("eglMakeCurrent", 0xd0, 0xf0, 0xf0, 0xc1, Returns(1))
	t.Synthetic("gltrace.Surface", 0xd0, 0xf0, "EGL_WINDOW_BIT", 64, 48, 1, 8, 8, 8, 0, 24, 8, 0, 0, "EGL_WINDOW_BIT", "EGL_OPENGL_ES2_BIT")
	for range 3 {
		t.Call("glClear", 0x4000)
		t.Call("eglSwapBuffers", 0xd0, 0xf0, Returns(1))
		captureState(t, tracepb.CallFlag_FLAG_SNAPSHOT)
	}
	t.Call("glFlush")
	w.Close()
	return out.Bytes()
}

// captureState records the calls that capture the state of a context, with a flag.
func captureState(t *Thread, flag tracepb.CallFlag) {
	one, two := Bytes([]byte{1, 0, 0, 0}), Bytes([]byte{2, 0, 0, 0, 0, 0, 0, 0})
	for _, c := range []struct {
		name string
		args []any
	}{
		{"glGetError", []any{Returns(0x500)}}, {"glGetError", []any{Returns(0x501)}}, {"glGetError", []any{Returns(0x502)}}, {"glGetError", []any{Returns(0)}},
		{"glIsEnabled", []any{"GL_BLEND", Returns(1)}},
		{"glGetIntegerv", []any{"GL_ARRAY_BUFFER_BINDING", one}},
		{"glGetIntegerv", []any{"GL_VIEWPORT", Bytes(make([]byte, 16))}},
		{"glGetInteger64i_v", []any{"GL_UNIFORM_BUFFER_BINDING", 2, two}},
		{"glBindBuffer", []any{"GL_COPY_READ_BUFFER", 3}},
		{"gltrace.Buffer", []any{3, 2, "GL_STATIC_DRAW", Bytes([]byte("ab"))}},
		{"glGetBufferParameteri64v", []any{"GL_COPY_READ_BUFFER", "GL_BUFFER_MAP_LENGTH", two}},
		{"glGetBufferPointerv", []any{"GL_COPY_READ_BUFFER", "GL_BUFFER_MAP_POINTER", two}},
		{"glBindVertexArray", []any{6}},
		{"glGetIntegerv", []any{"GL_ELEMENT_ARRAY_BUFFER_BINDING", one}},
		{"glGetVertexAttribiv", []any{1, "GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING", one}},
		{"glGetVertexAttribPointerv", []any{1, "GL_VERTEX_ATTRIB_ARRAY_POINTER", two}},
		{"glBindTexture", []any{"GL_TEXTURE_2D", 5}},
		{"glGetTexParameteriv", []any{"GL_TEXTURE_2D", "GL_TEXTURE_WRAP_S", one}},
		{"gltrace.Texture", []any{5, "GL_TEXTURE_2D", 0, "GL_RGB8", 1, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", one}},
		{"glBindTexture", []any{"GL_TEXTURE_CUBE_MAP", 6}},
		{"glGetTexParameteriv", []any{"GL_TEXTURE_CUBE_MAP", "GL_TEXTURE_IMMUTABLE_LEVELS", one}},
		{"gltrace.Texture", []any{6, "GL_TEXTURE_CUBE_MAP_POSITIVE_X", 0, "GL_RGBA8", 1, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", one}},
		{"gltrace.Texture", []any{6, "GL_TEXTURE_CUBE_MAP_NEGATIVE_X", 0, "GL_RGBA8", 1, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", one}},
		{"glBindTexture", []any{"GL_TEXTURE_2D_ARRAY", 7}},
		{"glGetTexParameteriv", []any{"GL_TEXTURE_2D_ARRAY", "GL_TEXTURE_IMMUTABLE_LEVELS", one}},
		{"gltrace.Texture", []any{7, "GL_TEXTURE_2D_ARRAY", 0, "GL_COMPRESSED_RGB8_ETC2", 4, 4, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", Null()}},
		{"glGetFramebufferAttachmentParameteriv", []any{"GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME", one}},
		{"glBindFramebuffer", []any{"GL_DRAW_FRAMEBUFFER", 4}},
		{"glGetIntegerv", []any{"GL_DRAW_BUFFER0", one}},
		{"glGetIntegerv", []any{"GL_READ_BUFFER", one}},
		{"glGetShaderiv", []any{8, "GL_SHADER_TYPE", one}},
		{"glGetShaderSource", []any{8, 9, Null(), String("void")}},
		{"glGetProgramiv", []any{9, "GL_LINK_STATUS", one}},
		{"glGetAttachedShaders", []any{9, 16, one, one}},
		{"glGetProgramiv", []any{9, "GL_ACTIVE_UNIFORMS", one}},
		{"glGetActiveUniform", []any{9, 0, 64, one, one, one, String("m")}},
		{"glGetUniformLocation", []any{9, String("m"), Returns(0)}},
		{"glGetUniformfv", []any{9, 0, one}},
		{"glGetProgramPipelineiv", []any{7, "GL_VERTEX_SHADER", one}},
		{"glGetObjectLabel", []any{"GL_PROGRAM", 9, 2, one, String("p")}},
		{"glBindTransformFeedback", []any{"GL_TRANSFORM_FEEDBACK", 2}},
		{"glGetInteger64i_v", []any{"GL_TRANSFORM_FEEDBACK_BUFFER_BINDING", 0, two}},
		{"glGetInteger64i_v", []any{"GL_TRANSFORM_FEEDBACK_BUFFER_START", 0, two}},
		{"glGetInteger64i_v", []any{"GL_TRANSFORM_FEEDBACK_BUFFER_SIZE", 0, two}},
		{"glGetQueryObjectuiv", []any{4, "GL_QUERY_RESULT_AVAILABLE", one}},
	} {
		t.Flags(flag).Synthetic(c.name, c.args...)
	}
}
