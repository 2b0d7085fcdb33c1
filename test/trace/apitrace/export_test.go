package apitrace

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/apitrace"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// convert returns the calls of a recording as lines of its trace, and the limits of a replay.
func convert(t *testing.T, calls func(*tracetest.Thread)) (lines, limits []string) {
	t.Helper()
	var recording, trace bytes.Buffer
	w := tracetest.NewWriter(&recording, tracetest.Options{})
	calls(w.Thread(1))
	w.Close()
	f, err := file.Read(bytes.NewReader(recording.Bytes()), int64(recording.Len()))
	if err != nil {
		t.Fatal(err)
	}
	e, err := apitrace.New(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Write(t.Context(), &trace); err != nil {
		t.Fatal(err)
	}
	err = ParseTrace(&trace, func(c *Call) error { lines = append(lines, line(c)); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return lines, e.Limits()
}

// line formats a call: fake ones begin with a +.
func line(c *Call) string {
	var b strings.Builder
	if c.Fake {
		b.WriteString("+")
	}
	b.WriteString(c.Name)
	for _, a := range c.Args {
		fmt.Fprintf(&b, " %s=%s", a.Name, a.Value)
	}
	if c.Result.Kind != Nothing {
		fmt.Fprintf(&b, " -> %s", c.Result)
	}
	return b.String()
}

func words(list ...uint32) tracetest.Data {
	var b []byte
	for _, v := range list {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return tracetest.Bytes(b)
}

func current(t *tracetest.Thread) {
	t.Call("eglCreateContext", 1, 2, 0, words(0x3098, 3, 0x3038), tracetest.Returns(0xc1))
	t.Call("eglMakeCurrent", 1, 5, 5, 0xc1, tracetest.Returns("EGL_TRUE"))
	t.NewContext(1, 0xc1, 3, 2, 1)
}

func off(why tracepb.Capture) tracetest.Data { return tracetest.Uncaptured(why) }

func TestExport(t *testing.T) {
	const begin = 2 // calls of current
	for _, c := range []struct {
		name   string
		calls  func(*tracetest.Thread)
		want   []string
		limits []string
	}{
		{name: "values", calls: func(t *tracetest.Thread) {
			t.Call("glUniform2f", 3, 0.5, -2)
			t.Call("glUniform1i", -1, -7)
			t.Call("glClear", 0x4100)
			t.Call("glGenTextures", 2, words(8, 9))
			t.Call("glGetUniformLocation", 4, tracetest.String("color"), tracetest.Returns(-1))
			t.Call("glFenceSync", "GL_SYNC_GPU_COMMANDS_COMPLETE", 0, tracetest.Returns(0x55aa))
		}, want: []string{"glUniform2f location=0x3 v0=0.5 v1=-2", "glUniform1i location=0xffffffffffffffff v0=0xfffffffffffffff9", "glClear mask=0x4100",
			"glGenTextures n=0x2 textures=[0x8 0x9]", `glGetUniformLocation program=0x4 name="color" -> 0xffffffffffffffff`,
			"glFenceSync condition=0x9117 flags=0x0 -> 0x55aa"}},
		{name: "texts with and without a length", calls: func(t *tracetest.Thread) {
			t.Call("glShaderSource", 1, 2, tracetest.Bytes([]byte("a\x00b\n\x00")), tracetest.Null())
			t.Call("glShaderSource", 1, 2, tracetest.Bytes([]byte("a\x00b\x00c\x00")), words(3, 0xFFFFFFFF))
		}, want: []string{`glShaderSource shader=0x1 count=0x2 string=["a" "b\n"] length=0x0`,
			`glShaderSource shader=0x1 count=0x2 string=["a\x00b" "c"] length=[0x3 0xffffffffffffffff]`}},
		{name: "client arrays", calls: func(t *tracetest.Thread) {
			t.Call("glBindBuffer", "GL_ARRAY_BUFFER", 7)
			t.Call("glVertexAttribPointer", 0, 2, "GL_FLOAT", false, 4, tracetest.Offset(16))
			t.Call("glVertexAttribPointer", 1, 2, "GL_BYTE", false, 4, 0x7000)
			t.Synthetic("gltrace.VertexData", 1, 2, "GL_BYTE", true, false, 4, 2, 1, 0, 1, tracetest.Bytes([]byte("xab")))
			t.Synthetic("gltrace.VertexData", 2, 1, "GL_INT", false, true, 4, 0, 1, 0, 0, tracetest.Bytes([]byte("1234")))
			t.Call("glDrawArrays", "GL_POINTS", 2, 1)
		}, want: []string{"glBindBuffer target=0x8892 buffer=0x7", "glVertexAttribPointer index=0x0 size=0x2 type=0x1406 normalized=0x0 stride=0x4 pointer=0x10",
			"+glBindBuffer target=0x8892 buffer=0x0", `+glVertexAttribPointer index=0x1 size=0x2 type=0x1400 normalized=0x1 stride=0x4 pointer="\x00\x00\x00\x00\x00\x00\x00\x00ab"`,
			"+glBindBuffer target=0x8892 buffer=0x7", "+glBindBuffer target=0x8892 buffer=0x0", `+glVertexAttribIPointer index=0x2 size=0x1 type=0x1404 stride=0x4 pointer="1234"`,
			"+glBindBuffer target=0x8892 buffer=0x7", "glDrawArrays mode=0x0 first=0x2 count=0x1"}},
		{name: "mapped buffers", calls: func(t *tracetest.Thread) {
			t.Call("glBindVertexArray", 3)
			t.Call("glBindBuffer", "GL_ELEMENT_ARRAY_BUFFER", 7)
			t.Call("glMapBufferRange", "GL_ELEMENT_ARRAY_BUFFER", 8, 4, 2, tracetest.Returns(0x9000))
			t.Synthetic("gltrace.Mapped", "GL_ELEMENT_ARRAY_BUFFER", 7, 10, 2, tracetest.Bytes([]byte("ab")))
			t.Call("glUnmapBuffer", "GL_ELEMENT_ARRAY_BUFFER", tracetest.Returns("GL_TRUE"))
		}, want: []string{"glBindVertexArray array=0x3", "glBindBuffer target=0x8893 buffer=0x7", "glMapBufferRange target=0x8893 offset=0x8 length=0x4 access=0x2 -> 0x9000",
			`+memcpy dest=0x9002 src="ab" n=0x2 -> 0x9002`, "glUnmapBuffer target=0x8893 -> 0x1"}},
		{name: "pixels with gaps between the rows", calls: func(t *tracetest.Thread) {
			t.Call("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 1, 2, "GL_RED", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte("ab")))
			t.Call("glPixelStorei", "GL_UNPACK_ALIGNMENT", 1)
			t.Call("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 1, 2, "GL_RED", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte("ab")))
			t.Call("glPixelStorei", "GL_UNPACK_ROW_LENGTH", 5)
			t.Call("glTexSubImage2D", "GL_TEXTURE_2D", 0, 0, 0, 1, 2, "GL_RED", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte("ab")))
		}, want: []string{"+glPixelStorei pname=0xcf5 param=0x1", texSub, "+glPixelStorei pname=0xcf5 param=0x4", "glPixelStorei pname=0xcf5 param=0x1", texSub,
			"glPixelStorei pname=0xcf2 param=0x5", "+glPixelStorei pname=0xcf2 param=0x0", texSub, "+glPixelStorei pname=0xcf2 param=0x5"}},
		{name: "attributes are bound before the link", calls: func(t *tracetest.Thread) {
			t.Call("glLinkProgram", 4)
			t.Synthetic("glGetAttribLocation", 4, tracetest.String("position"), tracetest.Returns(3))
			t.Synthetic("glGetAttribLocation", 4, tracetest.String("gl_VertexID"), tracetest.Returns(-1))
		}, want: []string{`+glBindAttribLocation program=0x4 index=0x3 name="position"`, "glLinkProgram program=0x4"}},
		{name: "data that is not in the recording", calls: func(t *tracetest.Thread) {
			t.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RGBA", 1, 1, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", off(tracepb.Capture_CAPTURE_OFF))
			t.Call("glBufferSubData", "GL_ARRAY_BUFFER", 0, 4, off(tracepb.Capture_CAPTURE_NO_ROOM))
			t.Synthetic("gltrace.VertexData", 1, 2, "GL_BYTE", false, false, 4, 2, 1, 0, 0, off(tracepb.Capture_CAPTURE_UNKNOWN))
			t.Call("glDrawArrays", "GL_POINTS", 0, 1)
			t.Call("glDrawArrays", "GL_LINES", 0, 1)
		}, want: []string{"glTexImage2D target=0xde1 level=0x0 internalformat=0x1908 width=0x1 height=0x1 border=0x0 format=0x1908 type=0x1401 pixels=0x0",
			"glDrawArrays mode=0x1 first=0x0 count=0x1"}, limits: []string{"calls that a replay lacks, because their data is not in the recording: 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, limits := convert(t, func(m *tracetest.Thread) { current(m); c.calls(m) })
			if len(got) < begin || !slices.Equal(got[begin:], c.want) {
				t.Errorf("\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			if !slices.Equal(limits, c.limits) {
				t.Errorf("%q, expected %q", limits, c.limits)
			}
		})
	}
}

const texSub = `glTexSubImage2D target=0xde1 level=0x0 xoffset=0x0 yoffset=0x0 width=0x1 height=0x2 format=0x1903 type=0x1401 pixels="ab"`

// A surface has its size before the first call of the program, and a context that was created before the
// recording is created where its calls begin.
func TestExportContexts(t *testing.T) {
	got, _ := convert(t, func(m *tracetest.Thread) {
		m.Call("eglCreatePbufferSurface", 1, 2, words(0x3057, 64, 0x3056, 32, 0x3038), tracetest.Returns(5))
		current(m)
		m.Call("glFlush")
		m.NewContext(2, 0xc2, 3, 1, 1)
		m.Call("glFinish")
	})
	want := []string{"eglCreatePbufferSurface dpy=0x1 config=0x2 attrib_list=[0x3057 0x40 0x3056 0x20 0x3038] -> 0x5",
		"eglCreateContext dpy=0x1 config=0x2 share_context=0x0 attrib_list=[0x3098 0x3 0x3038] -> 0xc1", "eglMakeCurrent dpy=0x1 draw=0x5 read=0x5 ctx=0xc1 -> 0x1",
		"+glViewport x=0x0 y=0x0 width=0x40 height=0x20", "+glScissor x=0x0 y=0x0 width=0x40 height=0x20", "glFlush",
		"+eglCreateContext dpy=0x1 config=0x1 share_context=0xc1 attrib_list=[0x3098 0x3 0x30fb 0x1 0x3038] -> 0xc2",
		"+eglMakeCurrent dpy=0x1 draw=0x1 read=0x1 ctx=0xc2 -> 0x1", "glFinish"}
	if !slices.Equal(got, want) {
		t.Errorf("\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// attached records a query of the state from before the recording.
func attached(m *tracetest.Thread, name string, args ...any) {
	m.Flags(tracepb.CallFlag_FLAG_ATTACH).Synthetic(name, args...)
}

// State that the recorder queried becomes the calls that set it: objects first, then what refers to them.
func TestExportAttached(t *testing.T) {
	for _, c := range []struct {
		name  string
		calls func(*tracetest.Thread)
		want  []string
	}{
		{"values", func(m *tracetest.Thread) {
			attached(m, "glIsEnabled", "GL_BLEND", tracetest.Returns(true))
			attached(m, "glIsEnabled", "GL_DITHER", tracetest.Returns(false))
			attached(m, "glGetIntegerv", "GL_DEPTH_FUNC", words(0x203))
			attached(m, "glGetBooleanv", "GL_COLOR_WRITEMASK", tracetest.Bytes([]byte{1, 0, 1, 0}))
			attached(m, "glGetFloatv", "GL_DEPTH_RANGE", words(0, 0x3F000000))
			attached(m, "glGetIntegerv", "GL_CULL_FACE_MODE", off(tracepb.Capture_CAPTURE_NO_ROOM))
		}, []string{"+glEnable cap=0xbe2", "+glDisable cap=0xbd0", "+glDepthFunc func=0x203", "+glDepthRangef n=0 f=0.5",
			"+glColorMask red=0x1 green=0x0 blue=0x1 alpha=0x0"}},
		{"buffers", func(m *tracetest.Thread) {
			attached(m, "glGetIntegerv", "GL_ARRAY_BUFFER_BINDING", words(3))
			attached(m, "glGetInteger64i_v", "GL_UNIFORM_BUFFER_BINDING", 2, words(3, 0))
			attached(m, "glBindBuffer", "GL_COPY_READ_BUFFER", 3)
			attached(m, "gltrace.Buffer", 3, 2, "GL_STATIC_DRAW", tracetest.Bytes([]byte("ab")))
			attached(m, "glBindBuffer", "GL_COPY_READ_BUFFER", 0)
		}, []string{"+glGenBuffers n=0x1 buffers=[0x3]", "glBindBuffer target=0x8f36 buffer=0x3", `+glBufferData target=0x8f36 size=0x2 data="ab" usage=0x88e4`,
			"glBindBuffer target=0x8f36 buffer=0x0", "+glBindBufferBase target=0x8a11 index=0x2 buffer=0x3", "+glBindBuffer target=0x8892 buffer=0x3"}},
		{"vertex arrays", func(m *tracetest.Thread) {
			attached(m, "glGetIntegerv", "GL_VERTEX_ARRAY_BINDING", words(4))
			attached(m, "glBindVertexArray", 4)
			for index := range 2 {
				attached(m, "glGetVertexAttribPointerv", index, "GL_VERTEX_ATTRIB_ARRAY_POINTER", words(8, 0))
				attached(m, "glGetVertexAttribiv", index, "GL_VERTEX_ATTRIB_ARRAY_ENABLED", words(1))
				attached(m, "glGetVertexAttribiv", index, "GL_VERTEX_ATTRIB_ARRAY_SIZE", words(2))
				attached(m, "glGetVertexAttribiv", index, "GL_VERTEX_ATTRIB_ARRAY_STRIDE", words(12))
				attached(m, "glGetVertexAttribiv", index, "GL_VERTEX_ATTRIB_ARRAY_TYPE", words(0x1406))
				attached(m, "glGetVertexAttribiv", index, "GL_VERTEX_ATTRIB_ARRAY_NORMALIZED", words(0))
				attached(m, "glGetVertexAttribiv", index, "GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING", words(uint32(3*index)))
			}
		}, []string{"+glGenVertexArrays n=0x1 arrays=[0x4]", "glBindVertexArray array=0x4", "+glEnableVertexAttribArray index=0x0", "+glBindBuffer target=0x8892 buffer=0x3",
			"+glVertexAttribPointer index=0x1 size=0x2 type=0x1406 normalized=0x0 stride=0xc pointer=0x8", "+glEnableVertexAttribArray index=0x1", "+glBindVertexArray array=0x4"}},
		{"textures", func(m *tracetest.Thread) {
			attached(m, "glActiveTexture", "GL_TEXTURE1")
			attached(m, "glGetIntegerv", "GL_TEXTURE_BINDING_2D", words(5))
			attached(m, "glActiveTexture", "GL_TEXTURE0")
			attached(m, "glBindTexture", "GL_TEXTURE_2D", 5)
			attached(m, "glGetTexParameteriv", "GL_TEXTURE_2D", "GL_TEXTURE_MIN_FILTER", words(0x2600))
			attached(m, "glGetTexParameteriv", "GL_TEXTURE_2D", "GL_TEXTURE_IMMUTABLE_LEVELS", words(0))
			attached(m, "gltrace.Texture", 5, "GL_TEXTURE_2D", 0, "GL_RGB8", 2, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte("abcxdefx")))
			attached(m, "gltrace.Texture", 5, "GL_TEXTURE_2D", 1, "GL_DEPTH_COMPONENT16", 1, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", off(tracepb.Capture_CAPTURE_UNKNOWN))
		}, []string{"glActiveTexture texture=0x84c1", "glActiveTexture texture=0x84c0", "+glGenTextures n=0x1 textures=[0x5]", "glBindTexture target=0xde1 texture=0x5",
			"+glTexParameteri target=0xde1 pname=0x2801 param=0x2600",
			`+glTexImage2D target=0xde1 level=0x0 internalformat=0x8051 width=0x2 height=0x1 border=0x0 format=0x1907 type=0x1401 pixels="abcdef"`,
			"+glTexImage2D target=0xde1 level=0x1 internalformat=0x81a5 width=0x1 height=0x1 border=0x0 format=0x1902 type=0x1403 pixels=0x0",
			"+glActiveTexture texture=0x84c1", "+glBindTexture target=0xde1 texture=0x5"}},
		{"framebuffers", func(m *tracetest.Thread) {
			attached(m, "glBindRenderbuffer", "GL_RENDERBUFFER", 6)
			for _, value := range [][2]uint32{{0x8D42, 64}, {0x8D43, 32}, {0x8D44, 0x8058}} {
				attached(m, "glGetRenderbufferParameteriv", "GL_RENDERBUFFER", value[0], words(value[1]))
			}
			attached(m, "glBindFramebuffer", "GL_READ_FRAMEBUFFER", 7)
			attached(m, "glGetFramebufferAttachmentParameteriv", "GL_READ_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE", words(0x8D41))
			attached(m, "glGetFramebufferAttachmentParameteriv", "GL_READ_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME", words(6))
		}, []string{"+glGenRenderbuffers n=0x1 renderbuffers=[0x6]", "glBindRenderbuffer target=0x8d41 renderbuffer=0x6",
			"+glRenderbufferStorage target=0x8d41 internalformat=0x8058 width=0x40 height=0x20", "+glGenFramebuffers n=0x1 framebuffers=[0x7]",
			"glBindFramebuffer target=0x8ca8 framebuffer=0x7", "+glFramebufferRenderbuffer target=0x8ca8 attachment=0x8ce0 renderbuffertarget=0x8d41 renderbuffer=0x6"}},
		{"programs", func(m *tracetest.Thread) {
			attached(m, "glGetIntegerv", "GL_CURRENT_PROGRAM", words(9))
			attached(m, "glGetShaderiv", 8, "GL_SHADER_TYPE", words(0x8B31))
			attached(m, "glGetShaderiv", 8, "GL_COMPILE_STATUS", words(1))
			attached(m, "glGetShaderSource", 8, 9, tracetest.Null(), tracetest.String("void"))
			attached(m, "glGetProgramiv", 9, "GL_DELETE_STATUS", words(0))
			attached(m, "glGetProgramiv", 9, "GL_LINK_STATUS", words(1))
			attached(m, "glGetAttachedShaders", 9, 16, words(1), words(8))
			attached(m, "glGetAttribLocation", 9, tracetest.String("at"), tracetest.Returns(2))
			attached(m, "glGetProgramiv", 9, "GL_ACTIVE_UNIFORMS", words(2))
			attached(m, "glGetActiveUniform", 9, 0, 64, words(1), words(1), words(0x8B5A), tracetest.String("m"))
			attached(m, "glGetUniformLocation", 9, tracetest.String("m"), tracetest.Returns(0))
			attached(m, "glGetActiveUniform", 9, 1, 64, words(1), words(1), words(0x8B5E), tracetest.String("s"))
			attached(m, "glGetUniformLocation", 9, tracetest.String("s"), tracetest.Returns(1))
			attached(m, "glGetUniformfv", 9, 0, words(0, 0, 0, 0x3F800000))
			attached(m, "glGetUniformiv", 9, 1, words(3))
		}, []string{"+glCreateShader type=0x8b31 -> 0x8", `+glShaderSource shader=0x8 count=0x1 string=["void"] length=0x0`, "+glCompileShader shader=0x8", "+glCreateProgram -> 0x9",
			"+glAttachShader program=0x9 shader=0x8", `+glBindAttribLocation program=0x9 index=0x2 name="at"`, "+glLinkProgram program=0x9", "+glUseProgram program=0x9",
			`glGetUniformLocation program=0x9 name="m" -> 0x0`, `glGetUniformLocation program=0x9 name="s" -> 0x1`,
			"+glUniformMatrix2fv location=0x0 count=0x1 transpose=0x0 value=[0 0 0 1]", "+glUniform1iv location=0x1 count=0x1 value=[0x3]", "+glUseProgram program=0x9"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, limits := convert(t, func(m *tracetest.Thread) {
				current(m)
				c.calls(m)
				m.Call("glFlush")
			})
			want := slices.Concat([]string{"+glPixelStorei pname=0xcf5 param=0x1"}, c.want, []string{"glFlush"})
			if len(got) < 2 || !slices.Equal(got[2:], want) {
				t.Errorf("\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			if len(limits) == 0 || !strings.HasPrefix(limits[0], "the recording began after the program") {
				t.Errorf("%q", limits)
			}
		})
	}
}
