package replay

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// threads returns the threads of the operations of a script.
func threads(t *testing.T, script []byte) (out []uint16) {
	t.Helper()
	for b := script[len(magic):]; len(b) > 0; b = b[binary.LittleEndian.Uint32(b):] {
		out = append(out, binary.LittleEndian.Uint16(b[6:]))
	}
	return out
}

// Threads have the numbers of the recording, also if a thread makes no call or the first calls of threads are in another order.
func TestThreads(t *testing.T) {
	f := recordingOf(t, func(w *tracetest.Writer) {
		w.Thread(3).Call("glFlush")
		w.Thread(1).Call("eglCopyBuffers", 0xd0, 0xf0, 0, tracetest.Returns(0))
		w.Thread(4).Call("glFlush")
	})
	s, err := New(t.Context(), f, functions(), Options{To: -1})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := s.Write(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if got := threads(t, out.Bytes()); !slices.Equal(got, []uint16{1, 2, 3, 4, 3, 3, 4, 4}) {
		t.Error(got)
	}
}

func manyThreads(w *tracetest.Writer) { w.Thread(300).Call("glFlush") }

func TestTooManyThreads(t *testing.T) {
	s, err := New(t.Context(), recordingOf(t, manyThreads), functions(), Options{To: -1})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), "thread 300") || !strings.Contains(err.Error(), "256") {
		t.Error(err)
	}
}
