//go:build heavy

package view

import (
	"bytes"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// objects returns a recording of a few kilobytes whose calls create ten million buffers.
func objects(t *testing.T) []byte {
	const batches, calls = 40, 1 << 18
	var out bytes.Buffer
	w, err := format.NewWriter(&out, format.Quick)
	if err != nil {
		t.Fatal(err)
	}
	cell := tracepb.Cell_CELL_UINT
	bind := &tracepb.Function{Id: 1, Name: "glBindBuffer", Parameters: []*tracepb.Parameter{{Name: "target", Type: "GLenum", Cell: cell}, {Name: "buffer", Type: "GLuint", Cell: cell}}}
	err = w.Message(tracepb.ChunkType_CHUNK_HELLO, 0, &tracepb.Hello{Version: 1, Clock: tracetest.Epoch})
	for k := 0; k < batches && err == nil; k++ {
		b := &tracepb.Batch{Thread: 1, Sequence: uint64(k), First: uint64(k * calls), Start: uint64(k+1) * 1e9, Count: calls, Context: 1, Functions: []*tracepb.Function{bind},
			Used: []uint32{1}, Function: make([]byte, calls), Starts: make([]int64, calls), Durations: make([]uint64, calls), Ints: make([]int64, 2*calls)}
		b.Ints[0], b.Ints[1] = 0x8892, int64(k*calls+1) // GL_ARRAY_BUFFER; later calls differ by one
		for i := 1; i < calls; i++ {
			b.Ints[2*i+1] = 1
		}
		err = w.Message(tracepb.ChunkType_CHUNK_BATCH, 1, b)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The memory of the viewer is limited for small recordings with any content, also after all background tasks.
func TestSmallRecordingMemory(t *testing.T) {
	const most = 400 << 20
	data := objects(t)
	if len(data) > 100_000 {
		t.Fatalf("the recording has %d bytes", len(data))
	}
	runtime.GC()
	s := serve(t, data, Options{Log: t.Logf, pace: paced(func(p *pace) { p.paint = time.Hour })})
	for _, path := range []string{"/api/trace", "/api/timeline", "/api/stats", "/api/calls?from=5000000", "/api/search?q=nowhere&from=0", "/api/objects?i=200000"} {
		if w := serveRequest(s, "GET", path, ""); w.Code != http.StatusOK {
			t.Errorf("%s: %s", path, w.Body)
		}
	}
	if err := s.gather(); err != nil {
		t.Error(err)
	}
	if err := s.followStates(); err == nil {
		t.Error("the state has no limit")
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > most {
		t.Errorf("%d bytes for a recording of %d bytes", m.HeapAlloc, len(data))
	}
	t.Logf("%d MB", m.HeapAlloc>>20)
	runtime.KeepAlive(s)
}
