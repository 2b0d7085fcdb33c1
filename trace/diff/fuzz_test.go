package diff

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// FuzzCompare compares any two recordings, and each with itself: a recording is equal to itself.
func FuzzCompare(f *testing.F) {
	names, errors := tracetest.Loose(thread(few(1)...)), tracetest.Loose(thread(append(few(7), recorderCall("gltrace.Error", 0x500), call("glFlush"))...))
	f.Add(names, names)
	f.Add(names, errors)
	f.Add(errors, tracetest.Loose(frames(gray(2, 1), gray(2, 2))))
	f.Add(tracetest.Loose(frames(gray(2, 1), gray(2, 3))), tracetest.Loose(tracetest.SampleWith(1, tracetest.Options{PerBatch: 9, Untimed: true})))
	f.Add(tracetest.Loose(tracetest.SampleWith(1, tracetest.Options{Wide: true})), names)
	f.Fuzz(func(t *testing.T, looseA, looseB []byte) {
		a, b := fuzzed(looseA), fuzzed(looseB)
		if a == nil || b == nil {
			return
		}
		for _, mode := range Modes {
			if r, err := Compare(context.Background(), a, a, Options{Mode: mode, AllImages: true}); err == nil && !r.Equal {
				t.Fatalf("not equal to itself: %+v", r)
			}
			r, err := Compare(context.Background(), a, b, Options{Mode: mode, AllImages: true, OnImage: show})
			if err != nil {
				continue
			}
			if described := len(r.Differences); described > mostDescribed || r.Equal != (described == 0) {
				t.Fatalf("equal %v, %d differences", r.Equal, described)
			}
			if err := r.WriteJUnit(io.Discard, "test"); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func show(p *ImagePair) error {
	p.Difference()
	return nil
}

func fuzzed(loose []byte) *file.File {
	data := tracetest.Tight(loose)
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil
	}
	return f
}

// few returns calls with objects of the given names.
func few(first uint32) []pass {
	return []pass{
		call("glGenTextures", 2, uint32s(first, first+1)), call("glBindTexture", "GL_TEXTURE_2D", first),
		call("glBeginQuery", "GL_ANY_SAMPLES_PASSED", first), call("glGetQueryObjectuiv", first, "GL_QUERY_RESULT", uint32s(1)),
		call("glReadPixels", 0, 0, 2, 2, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(gray(2, 9))),
		call("eglChooseConfig", tracetest.Display, uint32s(0x3024, 8, 0x3038), uint32s(1, 0, 2, 0), 2, uint32s(2), tracetest.Returns(1)),
		call("glDeleteTextures", 2, uint32s(first, first+1)), swap(),
	}
}
