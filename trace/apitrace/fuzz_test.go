package apitrace

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// full is a writer with little space: data that a recording repeats would take long to write.
type full struct{ left int }

var errFull = errors.New("no space")

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func export(data []byte, w io.Writer) error {
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	e, err := New(context.Background(), f)
	if err != nil {
		return err
	}
	e.Limits()
	return e.Write(context.Background(), w)
}

// arrays returns a recording with the calls that the exporter treats specially.
func arrays() []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	t := w.Thread(1).NewContext(1, 0xc1, 3, 2, 1)
	t.Call("glBindBuffer", "GL_ARRAY_BUFFER", 7)
	t.Synthetic("gltrace.VertexData", 1, 2, "GL_BYTE", true, false, 4, 2, 1, 0, 1, tracetest.Bytes([]byte("xab")))
	t.Call("glDrawArrays", "GL_POINTS", 2, 1)
	t.Call("glMapBufferRange", "GL_ARRAY_BUFFER", 8, 4, 2, tracetest.Returns(0x9000))
	t.Synthetic("gltrace.Mapped", "GL_ARRAY_BUFFER", 7, 10, 2, tracetest.Bytes([]byte("ab")))
	t.Call("glPixelStorei", "GL_UNPACK_ROW_LENGTH", 5)
	t.Call("glTexImage2D", "GL_TEXTURE_2D", 0, "GL_RED", 1, 2, 0, "GL_RED", "GL_UNSIGNED_BYTE", tracetest.Bytes([]byte("ab")))
	t.Call("glShaderSource", 1, 2, tracetest.Bytes([]byte("a\x00b\x00")), tracetest.Bytes([]byte{1, 0, 0, 0, 255, 255, 255, 255}))
	w.Close()
	return out.Bytes()
}

// late returns a recording that began after the program.
func late() []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	t := w.Thread(1).NewContext(1, 0xc1, 3, 2, 1)
	one, two := tracetest.Bytes([]byte{1, 0, 0, 0}), tracetest.Bytes([]byte{2, 0, 0, 0, 0, 0, 0, 0})
	for _, c := range []struct {
		name string
		args []any
	}{
		{"glIsEnabled", []any{"GL_BLEND", tracetest.Returns(1)}},
		{"glGetIntegerv", []any{"GL_VIEWPORT", tracetest.Bytes(make([]byte, 16))}},
		{"glGetInteger64i_v", []any{"GL_UNIFORM_BUFFER_BINDING", 2, two}},
		{"glBindBuffer", []any{"GL_COPY_READ_BUFFER", 3}},
		{"gltrace.Buffer", []any{3, 2, "GL_STATIC_DRAW", tracetest.Bytes([]byte("ab"))}},
		{"glGetVertexAttribiv", []any{1, "GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING", one}},
		{"glGetVertexAttribPointerv", []any{1, "GL_VERTEX_ATTRIB_ARRAY_POINTER", two}},
		{"glBindTexture", []any{"GL_TEXTURE_2D", 5}},
		{"glGetTexParameteriv", []any{"GL_TEXTURE_2D", "GL_TEXTURE_WRAP_S", one}},
		{"gltrace.Texture", []any{5, "GL_TEXTURE_2D", 0, "GL_RGB8", 1, 1, 1, "GL_RGBA", "GL_UNSIGNED_BYTE", one}},
		{"glGetFramebufferAttachmentParameteriv", []any{"GL_FRAMEBUFFER", "GL_COLOR_ATTACHMENT0", "GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME", one}},
		{"glGetShaderiv", []any{8, "GL_SHADER_TYPE", one}},
		{"glGetShaderSource", []any{8, 9, tracetest.Null(), tracetest.String("void")}},
		{"glGetProgramiv", []any{9, "GL_LINK_STATUS", one}},
		{"glGetAttachedShaders", []any{9, 16, one, one}},
		{"glGetProgramiv", []any{9, "GL_ACTIVE_UNIFORMS", one}},
		{"glGetActiveUniform", []any{9, 0, 64, one, one, one, tracetest.String("m")}},
		{"glGetUniformLocation", []any{9, tracetest.String("m"), tracetest.Returns(0)}},
		{"glGetUniformfv", []any{9, 0, one}},
	} {
		t.Flags(tracepb.CallFlag_FLAG_ATTACH).Synthetic(c.name, c.args...)
	}
	t.Call("glFlush")
	w.Close()
	return out.Bytes()
}

// FuzzExport exports any recording.
func FuzzExport(f *testing.F) {
	f.Add(tracetest.Loose(tracetest.Sample(1)))
	f.Add(tracetest.Loose(arrays()))
	f.Add(tracetest.Loose(late()))
	f.Fuzz(func(t *testing.T, loose []byte) {
		_ = export(tracetest.Tight(loose), &full{4 << 20})
	})
}

// TestChanged changes bytes of a recording: the export succeeds, or returns an error.
func TestChanged(t *testing.T) {
	const step = 17 // of the bytes that are changed
	loose, failed := append(tracetest.Loose(arrays()), tracetest.Loose(late())...), 0
	for i := 0; i < len(loose); i += step {
		changed := bytes.Clone(loose)
		changed[i] ^= byte(1 + i%255)
		if export(tracetest.Tight(changed), &full{1 << 20}) != nil {
			failed++
		}
	}
	if failed == 0 || step*failed >= len(loose) {
		t.Errorf("%d changed recordings of %d bytes cannot be exported", failed, len(loose))
	}
}
