package report

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// TestHostile feeds damaged recordings to each exporter, makes a page, and extracts all items. It may fail, but not panic.
func TestHostile(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sample, read := tracetest.Sample(6), 0
	for range 30 {
		if exportAll(t, tracetest.Mutate(random, sample)) {
			read++
		}
	}
	if read == 0 {
		t.Error("no damaged recording was readable")
	}
}

// exportAll writes a recording in all formats, and reports whether it is readable.
func exportAll(t *testing.T, data []byte) bool {
	f, err := file.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return false
	}
	defer f.Close()
	for _, format := range Formats {
		x := &Export{File: f, Filter: MatchAll(), Data: DataFiles, Store: &Store{Dir: t.TempDir()}}
		if format.Size != nil {
			_, _ = format.Size(context.Background(), x)
		}
		_ = format.Write(context.Background(), io.Discard, x)
	}
	if page, err := NewPage(context.Background(), f, "bad", nil); err == nil {
		_ = page.Write(io.Discard)
	}
	items, _ := (&Extraction{File: f, Call: f.Len() - 1}).Items(context.Background())
	for _, i := range items {
		_, _ = i.Read(context.Background())
	}
	return true
}

// TestLacks exports calls without data, with wrong sizes, and with data that the recording lacks.
func TestLacks(t *testing.T) {
	f := open(t, lacking())
	for _, format := range Formats {
		exported(t, format.Name, f)
	}
	var kinds []string
	for _, c := range lines(t, exported(t, "json", f))["call"] {
		for _, a := range c["args"].([]any) {
			kinds = append(kinds, a.(map[string]any)["kind"].(string))
		}
	}
	if len(kinds) == 0 || kinds[len(kinds)-1] != "lack" {
		t.Errorf("%q", kinds)
	}
}

// lacking returns a recording of calls whose data was not captured.
func lacking() []byte {
	var b bytes.Buffer
	w := tracetest.NewWriter(&b, tracetest.Options{})
	one := w.Thread(1).NewContext(1, 2, 3, 2, 1)
	one.Call("glQueryCounterEXT", 7, "GL_TIMESTAMP_EXT")
	one.Call("glGetQueryObjectui64vEXT", 7, "GL_QUERY_RESULT", tracetest.Bytes([]byte{1, 2, 3}))
	for _, why := range []tracepb.Capture{tracepb.Capture_CAPTURE_OFF, tracepb.Capture_CAPTURE_NO_ROOM, tracepb.Capture_CAPTURE_FAILED, tracepb.Capture_CAPTURE_UNKNOWN} {
		one.Call("glGetQueryObjectui64vEXT", 7, "GL_QUERY_RESULT", tracetest.Uncaptured(why))
		one.Call("glPushDebugGroup", "GL_DEBUG_SOURCE_APPLICATION", 0, -1, tracetest.Uncaptured(why))
	}
	one.Call("glBufferData", "GL_ARRAY_BUFFER", 4, tracetest.Bytes([]byte{1, 2, 3, 4}), "GL_STATIC_DRAW")
	one.Call("glGetFloatv", "GL_DEPTH_RANGE", tracetest.Bytes([]byte{0, 0, 0xc0, 0x7f, 1}))
	one.Call("glGetFloatv", "GL_DEPTH_RANGE", tracetest.Uncaptured(tracepb.Capture_CAPTURE_UNKNOWN))
	w.Close()
	return b.Bytes()
}
