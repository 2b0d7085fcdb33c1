package file

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// reasons returns the reasons of a recording, with counts and functions.
func reasons(t *testing.T, f *File) string {
	t.Helper()
	list, err := f.CannotReplay(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range list {
		if r.Text == "" || r.Remedy == "" {
			t.Errorf("%s has no text", r.Reason)
		}
		out = append(out, fmt.Sprintf("%s%d%v", r.Reason, r.Count, r.Functions))
	}
	return strings.Join(out, " ")
}

func TestCannotReplay(t *testing.T) {
	const dmaBuf, texture2D = 0x3270, 0x30B1
	room, unknown := tracetest.Uncaptured(tracepb.Capture_CAPTURE_NO_ROOM), tracetest.Uncaptured(tracepb.Capture_CAPTURE_UNKNOWN)
	image := func(one *tracetest.Thread, target, result int) {
		one.Call("eglCreateImageKHR", 1, 0, target, 5, tracetest.Null(), tracetest.Returns(result))
	}
	tests := map[string]struct {
		make func(w *tracetest.Writer, one *tracetest.Thread)
		want string
	}{
		"complete": {func(_ *tracetest.Writer, one *tracetest.Thread) {
			one.NewContext(1, 7, 3, 2, 1).Call("glFlush")
			image(one, texture2D, 9)
			image(one, dmaBuf, 0)
			one.Call("glBufferData", "GL_ARRAY_BUFFER", 8, tracetest.Uncaptured(tracepb.Capture_CAPTURE_FAILED), 0)
		}, ""},
		"losses": {func(_ *tracetest.Writer, one *tracetest.Thread) {
			calls(one, 2)
			one.Drop(7)
			calls(one, 2)
			one.Lose()
			calls(one, 1)
		},
			"dropped7[] lost2[]"},
		"options": {func(w *tracetest.Writer, one *tracetest.Thread) {
			w.Chunk(tracepb.ChunkType_CHUNK_OPTIONS, 0, &tracepb.Options{Recording: true, NoTextures: true})
			w.Chunk(tracepb.ChunkType_CHUNK_OPTIONS, 0, &tracepb.Options{Recording: true, NoArrays: true})
		}, "no-textures1[] no-arrays1[]"},
		"one thread without times": {func(w *tracetest.Writer, one *tracetest.Thread) {
			w.Chunk(tracepb.ChunkType_CHUNK_OPTIONS, 0, &tracepb.Options{Recording: true, Untimed: true})
			calls(one, 1)
		}, ""},
		"two threads without times": {func(w *tracetest.Writer, one *tracetest.Thread) {
			w.Chunk(tracepb.ChunkType_CHUNK_OPTIONS, 0, &tracepb.Options{Recording: true, Untimed: true})
			calls(one, 1)
			calls(w.Thread(2), 1)
		}, "untimed1[]"},
		"data": {func(_ *tracetest.Writer, one *tracetest.Thread) {
			one.Call("glGetFloatv", "GL_LINE_WIDTH", unknown). // not needed
										Call("glGenBuffers", 1, room).Call("glBufferData", "GL_ARRAY_BUFFER", 8, unknown, 0).Call("glBufferData", "GL_ARRAY_BUFFER", 8, room, 0)
		}, "no-room2[glBufferData glGenBuffers] unknown-size1[glBufferData]"},
		"functions": {func(_ *tracetest.Writer, one *tracetest.Thread) {
			one.Call("glProgramBinaryOES", 1, 2, tracetest.Null(), 0).Call("glImportMemoryFdEXT", 1, 2, 3, 4)
			image(one, dmaBuf, 9)
			one.Synthetic("gltrace.ImageSource", 9, dmaBuf, 1, 1, 0, 4, 0, 0, tracetest.Bytes([]byte("abcd")))
			image(one, dmaBuf, 8)
			one.Synthetic("gltrace.ImageSource", 8, dmaBuf, 1, 1, 0, 4, 0, 0, unknown)
			image(one, dmaBuf, 8)
		}, "program-binaries1[] images2[] imports1[]"},
		"contexts": {func(_ *tracetest.Writer, one *tracetest.Thread) {
			one.Synthetic("gltrace.Context", 1, 5, 4, 5, 1, true).Synthetic("gltrace.Context", 2, 6, 1, 1, 1, false)
		}, "desktop1[] es11[]"},
	}
	for name, test := range tests {
		f := read(t, record(tracetest.Options{}, func(w *tracetest.Writer) { test.make(w, w.Thread(1)) }))
		if got := reasons(t, f); got != test.want {
			t.Errorf("%s: %q, expected %q", name, got, test.want)
		}
	}
}

func TestCannotReplayLate(t *testing.T) {
	var out bytes.Buffer
	w, err := format.NewWriter(&out, 0)
	if err == nil {
		err = w.Message(tracepb.ChunkType_CHUNK_HELLO, 0, &tracepb.Hello{Version: 1, Options: &tracepb.Options{NoBuffers: true}})
	}
	if err != nil {
		t.Fatal(err)
	}
	if got := reasons(t, read(t, out.Bytes())); got != "late1[] no-buffers1[]" {
		t.Error(got)
	}
}

// A recording without options has those of a recorder that was given none.
func TestNoOptions(t *testing.T) {
	f := read(t, crafted(t, format.Unpacked, func(*format.Writer) {}))
	if f.Options() == nil || f.Options().GetRecording() {
		t.Error(f.Options())
	}
}

// Each fact of the table exists, and is counted by one row.
func TestReplayFacts(t *testing.T) {
	facts := map[string]bool{}
	for _, row := range replayRows {
		if _, known := replayFacts[row.fact]; !known && !strings.HasPrefix(row.fact, "uses ") || facts[row.fact] {
			t.Errorf("%s: unknown or repeated fact %q", row.reason, row.fact)
		}
		facts[row.fact] = true
	}
	for fact := range replayFacts {
		if !facts[fact] {
			t.Errorf("no row has the fact %q", fact)
		}
	}
}
