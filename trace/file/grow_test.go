package file

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// After an error during growth, no call occurs twice, and the error is permanent.
func TestGrowFails(t *testing.T) {
	defer func(most int) { mostKeys = most }(mostKeys)
	mostKeys = 1000
	data := crafted(t, format.Unpacked, func(w *format.Writer) { message(t, w, batchChunk, 1, many(t, 1, 0, 10, 5, 5)) })
	size := int64(len(data))
	f := &File{stat: func() (int64, error) { return size, nil }}
	f.r = bytes.NewReader(data)
	if err := f.begin(t.Context()); err != nil || f.Len() != 10 {
		t.Fatal(f.Len(), err)
	}
	more := func(follows func(w *format.Writer)) {
		t.Helper()
		var out bytes.Buffer
		w, err := format.NewWriter(&out, format.Unpacked)
		if err != nil {
			t.Fatal(err)
		}
		follows(w)
		data = append(data, out.Bytes()[len(format.Magic):]...)
		f.r, size = bytes.NewReader(data), int64(len(data))
	}
	more(func(w *format.Writer) {
		for i := range uint32(30) {
			message(t, w, batchChunk, 2+i, many(t, 2+i, 0, 100, 1000+uint64(i), 50))
		}
	})
	_, first := f.Refresh()
	n := f.Len()
	if first == nil || n > 3010 {
		t.Fatalf("%d calls, %v", n, first)
	}
	for range 2 {
		if grown, err := f.Refresh(); grown || err != first || f.Len() != n {
			t.Errorf("%d calls, not %d: %v, %v", f.Len(), n, grown, err)
		}
		more(func(w *format.Writer) { message(t, w, batchChunk, 1, many(t, 1, 1, 10, 5000, 5)) })
	}
	if got := names(t, f); len(got) != n {
		t.Errorf("%d of %d calls can be read", len(got), n)
	}
}

// A file whose size cannot be read once is not read again: callers may rely on the error as the end.
func TestGrowLost(t *testing.T) {
	data := crafted(t, format.Unpacked, func(w *format.Writer) { message(t, w, batchChunk, 1, many(t, 1, 0, 10, 5, 5)) })
	var lost error
	f := &File{r: bytes.NewReader(data), stat: func() (int64, error) { return int64(len(data)), lost }}
	if err := f.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	gone := errors.New("the disk is gone")
	for _, lost = range []error{gone, nil} {
		if grown, err := f.Refresh(); grown || err != gone {
			t.Errorf("%v, %v", grown, err)
		}
	}
}

// stopping cancels a context at a read.
type stopping struct {
	io.ReaderAt
	reads int
	stop  context.CancelFunc
}

func (s *stopping) ReadAt(p []byte, at int64) (int, error) {
	if s.reads--; s.reads == 0 {
		s.stop()
	}
	return s.ReaderAt.ReadAt(p, at)
}

// Reading stops when the context is canceled, both while chunks are read and while calls are merged.
func TestOpenInterrupted(t *testing.T) {
	data := crafted(t, format.Unpacked, func(w *format.Writer) {
		for i := range uint64(200) {
			message(t, w, batchChunk, 1, many(t, 1, i, 1000, 1<<20*i+1, 10))
			message(t, w, batchChunk, 2, many(t, 2, i, 1000, 1<<20*i, 10))
		}
	})
	all := (len(data) + 256<<10 - 1) / (256 << 10)
	for _, reads := range []int{1, all / 2, all + 100} {
		ctx, stop := context.WithCancel(t.Context())
		r := &stopping{bytes.NewReader(data), reads, stop}
		f := &File{r: r, stat: func() (int64, error) { return int64(len(data)), nil }}
		if err := f.begin(ctx); !errors.Is(err, context.Canceled) || r.reads < -5 {
			t.Errorf("stopped at read %d, then made %d more reads: error %v", reads, -r.reads, err)
		}
	}
	path := filepath.Join(t.TempDir(), "a.gltrace")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := OpenContext(ctx, path); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	f, err := OpenContext(t.Context(), path)
	if err != nil || f.Len() != 400_000 {
		t.Fatal(err)
	}
	f.Close()
}

// The columns of a batch are decoded once, also if the batch has an image.
func TestReadOnce(t *testing.T) {
	data := record(tracetest.Options{PerBatch: 1 << 19}, func(w *tracetest.Writer) {
		one := w.Thread(1)
		for range 100_000 {
			one.Call("glUniform4f", 1, 0.5, 0.5, 0.5, 1)
		}
		one.Synthetic("gltrace.FrameImage", 1, 1, 1, 1, 1, 0, tracetest.Bytes([]byte{1, 2, 3, 4})).Call("eglSwapBuffers", 1, 2)
	})
	once := allocated(func() {
		r := format.NewReader(bytes.NewReader(data))
		for {
			c, err := r.Next()
			if err != nil {
				return
			}
			if c.Type != batchChunk {
				continue
			}
			b, err := format.Parse(c.Body)
			if err != nil {
				t.Fatal(err)
			}
			var all []format.Layout
			for _, id := range b.Used {
				i := slices.IndexFunc(b.Functions, func(f *tracepb.Function) bool { return f.GetId() == id })
				all = append(all, format.LayoutOf(b.Functions[i]))
			}
			if _, err := b.Decode(all); err != nil {
				t.Fatal(err)
			}
		}
	})
	if took := allocated(func() { read(t, data) }); took > once*5/4 {
		t.Errorf("%d bytes read; reading the file once takes %d", took, once)
	}
}

// allocated returns the number of bytes that a function allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
