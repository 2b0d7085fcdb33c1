package calltext

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// lines formats the calls of a recording.
func lines(t *testing.T, calls func(m *tracetest.Thread)) []string {
	t.Helper()
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	calls(w.Thread(1))
	w.Close()
	f, err := file.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	words := NewFormatter(f.Payload)
	var out []string
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, words.Line(c))
	}
	return out
}

// TestLine checks the formatted text of calls, one call in each row.
func TestLine(t *testing.T) {
	list := make([]byte, 400)
	for _, c := range []struct {
		name string
		args []any
		want string
	}{
		{"glEnable", []any{"GL_BLEND"}, "glEnable(cap=GL_BLEND)"},
		{"glEnable", []any{1}, "glEnable(cap=0x0001)"},
		{"glEnable", []any{0x1234}, "glEnable(cap=0x1234)"},
		{"glBlendFunc", []any{0, 1}, "glBlendFunc(sfactor=GL_ZERO, dfactor=GL_ONE)"},
		{"glDrawArrays", []any{0, 0, 3}, "glDrawArrays(mode=GL_POINTS, first=0, count=3)"},
		{"glDrawArrays", []any{1, 0, -1}, "glDrawArrays(mode=GL_LINES, first=0, count=-1)"},
		{"glStencilOp", []any{0, 0x1E00, 0x1E01}, "glStencilOp(fail=GL_ZERO, zfail=GL_KEEP, zpass=GL_REPLACE)"},
		{"glClear", []any{0x4100}, "glClear(mask=GL_DEPTH_BUFFER_BIT|GL_COLOR_BUFFER_BIT)"},
		{"glClear", []any{0x4001}, "glClear(mask=GL_COLOR_BUFFER_BIT|0x0001)"},
		{"glColorMask", []any{true, false, 2, true}, "glColorMask(red=GL_TRUE, green=GL_FALSE, blue=2, alpha=GL_TRUE)"},
		{"glUniform4f", []any{0, 0.1, 1e10, -0.5, 3}, "glUniform4f(location=0, v0=0.1, v1=1e+10, v2=-0.5, v3=3)"},
		{"glTexParameteri", []any{"GL_TEXTURE_2D", "GL_TEXTURE_MIN_FILTER", "GL_LINEAR"}, "glTexParameteri(target=GL_TEXTURE_2D, pname=GL_TEXTURE_MIN_FILTER, param=GL_LINEAR)"},
		{"glTexParameterf", []any{"GL_TEXTURE_2D", "GL_TEXTURE_WRAP_S", float64(0x2901)}, "glTexParameterf(target=GL_TEXTURE_2D, pname=GL_TEXTURE_WRAP_S, param=GL_REPEAT)"},
		{"glTexParameterf", []any{"GL_TEXTURE_2D", "GL_TEXTURE_MAX_LOD", 2.5}, "glTexParameterf(target=GL_TEXTURE_2D, pname=GL_TEXTURE_MAX_LOD, param=2.5)"},
		{"glTexParameteri", []any{"GL_TEXTURE_2D", "GL_TEXTURE_COMPARE_MODE", 0}, "glTexParameteri(target=GL_TEXTURE_2D, pname=GL_TEXTURE_COMPARE_MODE, param=GL_NONE)"},
		{"glGetIntegerv", []any{"GL_BLEND_SRC_RGB", tracetest.Bytes([]byte{1, 0, 0, 0})}, "glGetIntegerv(pname=GL_BLEND_SRC_RGB, data=[GL_ONE])"},
		{"glGetIntegerv", []any{"GL_BLEND_EQUATION_RGB", tracetest.Bytes([]byte{6, 0x80, 0, 0})}, "glGetIntegerv(pname=GL_BLEND_EQUATION, data=[GL_FUNC_ADD])"},
		{"glGetError", []any{tracetest.Returns(0)}, "glGetError() = GL_NO_ERROR"},
		{"glCheckFramebufferStatus", []any{"GL_FRAMEBUFFER", tracetest.Returns("GL_FRAMEBUFFER_COMPLETE")}, "glCheckFramebufferStatus(target=GL_FRAMEBUFFER) = GL_FRAMEBUFFER_COMPLETE"},
		{"glShaderSource", []any{1, 1, tracetest.String("a\"\\\n\t\x01é" + strings.Repeat("x", 200)), tracetest.Null()},
			`glShaderSource(shader=1, count=1, string="a\"\\\n\t\x01é` + strings.Repeat("x", 72) + `"... (208 bytes), length=NULL)`},
		{"glShaderSource", []any{1, 2, tracetest.Bytes([]byte("a\x00b\n\x00")), tracetest.Null()}, `glShaderSource(shader=1, count=2, string=["a", "b\n"], length=NULL)`},
		{"glObjectLabel", []any{"GL_BUFFER", 1, 8, tracetest.String("<script>")}, `glObjectLabel(identifier=GL_BUFFER, name=1, length=8, label="<script>")`},
		{"glUniform1fv", []any{2, 100, tracetest.Bytes(list)}, "glUniform1fv(location=2, count=100, value=[" + strings.Repeat("0, ", 16) + "... 100 in all])"},
		{"glDeleteTextures", []any{2, tracetest.Bytes([]byte{5, 0, 0, 0, 6, 0, 0, 0})}, "glDeleteTextures(n=2, textures=[5, 6])"},
		{"glDrawBuffers", []any{2, tracetest.Bytes([]byte{0, 0, 0, 0, 0xE0, 0x8C, 0, 0})}, "glDrawBuffers(n=2, bufs=[GL_NONE, GL_COLOR_ATTACHMENT0])"},
		{"glBufferData", []any{"GL_ARRAY_BUFFER", 400, tracetest.Bytes(list), "GL_STATIC_DRAW"}, "glBufferData(target=GL_ARRAY_BUFFER, size=400, data=400 bytes, usage=GL_STATIC_DRAW)"},
		{"glBufferData", []any{"GL_ARRAY_BUFFER", 4, tracetest.Uncaptured(tracepb.Capture_CAPTURE_OFF), "GL_STATIC_DRAW"}, "glBufferData(target=GL_ARRAY_BUFFER, size=4, data=0x7f0000002000 (not captured: disabled by an option of the recording), usage=GL_STATIC_DRAW)"},
		{"glVertexAttribPointer", []any{0, 2, "GL_FLOAT", false, 8, tracetest.Offset(16)}, "glVertexAttribPointer(index=0, size=2, type=GL_FLOAT, normalized=GL_FALSE, stride=8, pointer=offset 16)"},
		{"glVertexAttribPointer", []any{0, 2, "GL_FLOAT", false, 8, tracetest.Offset(0)}, "glVertexAttribPointer(index=0, size=2, type=GL_FLOAT, normalized=GL_FALSE, stride=8, pointer=offset 0)"},
		{"glVertexAttribPointer", []any{0, 2, "GL_FLOAT", false, 8, 0x7000}, "glVertexAttribPointer(index=0, size=2, type=GL_FLOAT, normalized=GL_FALSE, stride=8, pointer=0x7000 (captured at each draw))"},
		{"glDrawElements", []any{"GL_TRIANGLES", 3, "GL_UNSIGNED_INT", tracetest.Uncaptured(tracepb.Capture_CAPTURE_NO_ROOM)}, "glDrawElements(mode=GL_TRIANGLES, count=3, type=GL_UNSIGNED_INT, indices=0x7f0000002000 (not captured: buffers full))"},
		{"glFenceSync", []any{"GL_SYNC_GPU_COMMANDS_COMPLETE", 0, tracetest.Returns(0x55aa)}, "glFenceSync(condition=GL_SYNC_GPU_COMMANDS_COMPLETE, flags=GL_NONE) = 0x55aa"},
		{"eglCreateContext", []any{1, 2, 0, tracetest.Bytes([]byte{0x98, 0x30, 0, 0, 3, 0, 0, 0, 0x38, 0x30, 0, 0}), tracetest.Returns(7)},
			"eglCreateContext(dpy=0x1, config=0x2, share_context=NULL, attrib_list=[EGL_CONTEXT_CLIENT_VERSION=3]) = 0x7"},
		{"eglSwapBuffers", []any{1, 2, tracetest.Returns(1)}, "eglSwapBuffers(dpy=0x1, surface=0x2) = EGL_TRUE"},
		{"eglGetError", []any{tracetest.Returns(0x3000)}, "eglGetError() = EGL_SUCCESS"},
		{"glTexImage2D", []any{"GL_TEXTURE_2D", 0, "GL_RGBA", 1, 1, 0, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Null()},
			"glTexImage2D(target=GL_TEXTURE_2D, level=0, internalformat=GL_RGBA, width=1, height=1, border=0, format=GL_RGBA, type=GL_UNSIGNED_BYTE, pixels=NULL)"},
		{"glTexImage2D", []any{"GL_TEXTURE_2D", 0, "GL_LUMINANCE", 1, 1, 0, "GL_ALPHA", "GL_UNSIGNED_BYTE", tracetest.Null()},
			"glTexImage2D(target=GL_TEXTURE_2D, level=0, internalformat=GL_LUMINANCE, width=1, height=1, border=0, format=GL_ALPHA, type=GL_UNSIGNED_BYTE, pixels=NULL)"},
		{"glTexImage2D", []any{"GL_TEXTURE_2D", 0, "GL_BGRA_EXT", 1, 1, 0, "GL_ALPHA", "GL_UNSIGNED_BYTE", tracetest.Null()},
			"glTexImage2D(target=GL_TEXTURE_2D, level=0, internalformat=GL_BGRA_EXT, width=1, height=1, border=0, format=GL_ALPHA, type=GL_UNSIGNED_BYTE, pixels=NULL)"},
		{"glTexImage2D", []any{"GL_TEXTURE_2D", 0, 0x7777, 1, 1, 0, "GL_ALPHA", "GL_UNSIGNED_BYTE", tracetest.Null()},
			"glTexImage2D(target=GL_TEXTURE_2D, level=0, internalformat=0x7777, width=1, height=1, border=0, format=GL_ALPHA, type=GL_UNSIGNED_BYTE, pixels=NULL)"},
		{"glTexImage2D", []any{"GL_TEXTURE_2D", 0, 3, 1, 1, 0, "GL_ALPHA", "GL_UNSIGNED_BYTE", tracetest.Null()},
			"glTexImage2D(target=GL_TEXTURE_2D, level=0, internalformat=3, width=1, height=1, border=0, format=GL_ALPHA, type=GL_UNSIGNED_BYTE, pixels=NULL)"},
	} {
		if got := lines(t, func(m *tracetest.Thread) { m.Call(c.name, c.args...) }); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s\nexpected %s", got, c.want)
		}
	}
}

// TestTexts checks that a partly captured text is shown with its beginning and its length.
func TestTexts(t *testing.T) {
	whole := strings.Repeat("x", 70_000)
	payload := func(ids []uint64) ([]byte, error) { return []byte(whole)[:min(len(whole), len(ids)<<16)], nil }
	d := &file.Data{Capture: tracepb.Capture_CAPTURE_DATA, Size: 70_000, Payloads: []uint64{1, 2}}
	if got, err := Prefix(payload, d, 100); len(got) != 100 || err != nil {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if got, err := Prefix(nil, d, 100); got != nil || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := Text(func([]uint64) ([]byte, error) { return []byte("sky\x00blue"), nil }, d, 5); got != "sky" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	begin, _ := Prefix(payload, d, mostBytes)
	if got := NewFormatter(payload).text(begin, d); got != `"`+strings.Repeat("x", mostText)+`"... (70000 bytes)` {
		t.Error(got)
	}
}
