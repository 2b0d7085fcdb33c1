package replay

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
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

// script writes the script of a recording, and reports whether it begins with a snapshot.
func script(data []byte, w io.Writer, o Options) (resumes bool, err error) {
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return false, err
	}
	s, err := New(context.Background(), f, functions(), o)
	if err != nil {
		return false, err
	}
	err = s.Write(context.Background(), w)
	s.LeftOut()
	_, resumes = s.Snapshot()
	return resumes, err
}

// calls returns a recording with the calls that a script treats specially.
func calls() []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	t := w.Thread(1)
	t.Call("eglGetDisplay", 0, tracetest.Returns(0xd0))
	t.Call("eglChooseConfig", 0xd0, tracetest.Null(), tracetest.Bytes(binary64([]uint64{0xe0, 0xe1})), 2, words(2), tracetest.Returns(1))
	t.Call("eglCreateContext", 0xd0, 0xe1, 0, tracetest.Null(), tracetest.Returns(0xc1))
	t.NewContext(1, 0xc1, 3, 2, 1)
	t.Call("eglCreateWindowSurface", 0xd0, 0xe0, 5, tracetest.Null(), tracetest.Returns(0xf0))
	t.Call("eglMakeCurrent", 0xd0, 0xf0, 0xf0, 0xc1, tracetest.Returns(1))
	t.Synthetic("gltrace.Surface", 0xd0, 0xf0, "EGL_WINDOW_BIT", 64, 48, 1, 8, 8, 8, 0, 24, 8, 0, 0, "EGL_WINDOW_BIT", "EGL_OPENGL_ES2_BIT")
	t.Call("glGenBuffers", 1, words(7))
	t.Call("glBindBuffer", "GL_ARRAY_BUFFER", 7)
	t.Synthetic("gltrace.VertexData", 1, 2, "GL_BYTE", true, false, 4, 2, 1, 0, 1, tracetest.Bytes([]byte("xab")))
	t.Call("glDrawArrays", "GL_POINTS", 2, 1)
	t.Call("glMapBufferRange", "GL_ARRAY_BUFFER", 8, 4, 2, tracetest.Returns(0x9000))
	t.Synthetic("gltrace.Mapped", "GL_ARRAY_BUFFER", 7, 10, 2, tracetest.Bytes([]byte("ab")))
	t.Call("glCreateProgram", tracetest.Returns(4))
	t.Call("glShaderSource", 1, 2, tracetest.Bytes([]byte("a\x00b\x00")), words(1, 0xffffffff))
	t.Call("glLinkProgram", 4)
	t.Call("glUseProgram", 4)
	t.Synthetic("glGetAttribLocation", 4, tracetest.String("position"), tracetest.Returns(1))
	t.Synthetic("glGetUniformLocation", 4, tracetest.String("color"), tracetest.Returns(3))
	t.Call("glUniform1i", 3, 5)
	t.Call("glDeleteBuffers", 2, words(7, 8))
	t.Call("eglCreateImage", 0xd0, 0, "EGL_LINUX_DMA_BUF_EXT", 0, tracetest.Bytes(binary64([]uint64{0x3038, 0})), tracetest.Returns(0xa0))
	t.Synthetic("gltrace.ImageSource", 0xa0, "EGL_LINUX_DMA_BUF_EXT", 1, 1, 0x34325258, 4, 0, 0, tracetest.Bytes([]byte("abcd")))
	t.Synthetic("gltrace.Surface", 0xd0, 0xf0, "EGL_WINDOW_BIT", 65, 48, 1, 8, 8, 8, 0, 24, 8, 0, 0, "EGL_WINDOW_BIT", "EGL_OPENGL_ES2_BIT")
	t.Call("eglSwapBuffers", 0xd0, 0xf0, tracetest.Returns(1))
	t.Call("eglDestroyImage", 0xd0, 0xa0, tracetest.Returns(1))
	t.Call("eglDestroySurface", 0xd0, 0xf1, tracetest.Returns(1))
	w.Close()
	return out.Bytes()
}

// FuzzScript writes the script of any recording.
func FuzzScript(f *testing.F) {
	f.Add(tracetest.Loose(tracetest.Sample(1)), 0)
	f.Add(tracetest.Loose(calls()), 1)
	f.Add(tracetest.Loose(tracetest.Late()), 0)
	f.Add(tracetest.Loose(tracetest.Snapshots()), 2)
	f.Fuzz(func(t *testing.T, loose []byte, from int) {
		_, _ = script(tracetest.Tight(loose), &full{4 << 20}, Options{From: from, To: -1, Rounds: 2, Timed: true})
	})
}

// TestChanged changes recordings: a script of all frames or of the later ones is written, or there is an error.
func TestChanged(t *testing.T) {
	const rounds = 210
	random := rand.New(rand.NewPCG(1, 2))
	recordings, written, resumed := [][]byte{calls(), tracetest.Late(), tracetest.Snapshots()}, 0, 0
	for i := range rounds {
		resumes, err := script(tracetest.Mutate(random, recordings[i%len(recordings)]), &full{1 << 20}, Options{From: random.IntN(4), To: -1})
		if err != nil {
			continue
		}
		written++
		if resumes {
			resumed++
		}
	}
	if written == 0 || resumed == 0 {
		t.Errorf("%d of %d changed recordings have a script, %d of them begin with a snapshot", written, rounds, resumed)
	}
}
