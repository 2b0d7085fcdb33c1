package apitrace

import (
	"bytes"
	"context"
	"errors"
	"io"
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

// FuzzExport exports any recording.
func FuzzExport(f *testing.F) {
	f.Add(tracetest.Loose(tracetest.Sample(1)))
	f.Add(tracetest.Loose(arrays()))
	f.Add(tracetest.Loose(tracetest.Late()))
	f.Fuzz(func(t *testing.T, loose []byte) {
		_ = export(tracetest.Tight(loose), &full{4 << 20})
	})
}

// TestChanged changes bytes of a recording: the export succeeds, or returns an error.
func TestChanged(t *testing.T) {
	const step = 17 // of the bytes that are changed
	loose, failed := append(tracetest.Loose(arrays()), tracetest.Loose(tracetest.Late())...), 0
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
