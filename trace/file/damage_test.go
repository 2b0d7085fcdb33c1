package file

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// damageable returns a compressed recording that has each type of chunk between its first and last one.
func damageable(t *testing.T) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	data := func(n int) []byte {
		out := make([]byte, n)
		for i := range out {
			out[i] = byte(random.Uint32())
		}
		return out
	}
	large := data(20 << 10)
	raw := record(tracetest.Options{PerBatch: 4}, func(w *tracetest.Writer) {
		one := w.Named(1, "main").NewContext(1, 0x1000, 3, 2, 1)
		one.Call("glBufferData", "GL_ARRAY_BUFFER", len(large), tracetest.Bytes(large), "GL_STATIC_DRAW")
		changed := bytes.Clone(large)
		changed[100]++
		one.Call("glBufferData", "GL_ARRAY_BUFFER", len(changed), tracetest.Bytes(changed), "GL_STATIC_DRAW")
		one.Call("glReadPixels", 0, 0, 4, 4, "GL_RGBA", "GL_UNSIGNED_BYTE", tracetest.Bytes(data(64)))
		w.Clock()
		w.Chunk(tracepb.ChunkType_CHUNK_OPTIONS, 0, &tracepb.Options{Recording: true})
		one.Call("glBufferData", "GL_ARRAY_BUFFER", 9000, tracetest.Bytes(data(9000)), "GL_STATIC_DRAW")
		one.Synthetic("gltrace.FrameImage", tracetest.Surface, 1, 1, 1, 1, 0, tracetest.Bytes(data(4)))
		one.Call("eglSwapBuffers", tracetest.Display, tracetest.Surface, tracetest.Returns("EGL_TRUE"))
		calls(w.Named(2, "other"), 3)
	})
	return compressed(t, raw)
}

func compressed(t *testing.T, recording []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if _, err := Compress(t.Context(), &out, bytes.NewReader(recording), int64(len(recording)), func(int64) {}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestDamage checks that a recording with a damaged chunk of any type is not replayable. What is made from it is not, either. A chunk with calls
// or data is a reason of its own, unless only the calls after the last ones of a thread are missing.
func TestDamage(t *testing.T) {
	recording := damageable(t)
	if got := reasons(t, read(t, recording)); got != "" {
		t.Fatalf("without damage: %s", got)
	}
	data := map[tracepb.ChunkType]bool{tracepb.ChunkType_CHUNK_PAYLOAD: true, tracepb.ChunkType_CHUNK_PAYLOADS: true, tracepb.ChunkType_CHUNK_DIFFERENCE: true}
	seen := map[tracepb.ChunkType]bool{}
	for _, one := range tracetest.Damage(recording) {
		seen[one.Type] = true
		f := read(t, one.Data)
		got := reasons(t, f)
		isData := strings.HasPrefix(got, "lost-data")
		if isCalls := strings.HasPrefix(got, "lost") && !isData; isData != data[one.Type] || isCalls && one.Type != tracepb.ChunkType_CHUNK_BATCH || got == "" {
			t.Errorf("%v: %s", one.Type, got)
		}
		if f.Totals().Damaged == 0 {
			t.Errorf("%v: %+v", one.Type, f.Totals())
		}
		if again := reasons(t, read(t, compressed(t, one.Data))); again != got {
			t.Errorf("%v, compressed: %s, want %s", one.Type, again, got)
		}
		s := Subset{}
		for i := range f.Len() {
			s.Calls.Add(uint32(i))
		}
		var out bytes.Buffer
		if _, err := f.WriteSubset(t.Context(), &out, s); err != nil {
			t.Fatal(err)
		}
		if again := reasons(t, read(t, out.Bytes())); again != got {
			t.Errorf("%v, as a subset: %s, want %s", one.Type, again, got)
		}
	}
	for _, want := range []tracepb.ChunkType{tracepb.ChunkType_CHUNK_BATCH, tracepb.ChunkType_CHUNK_PAYLOAD, tracepb.ChunkType_CHUNK_CLOCK, tracepb.ChunkType_CHUNK_THREAD,
		tracepb.ChunkType_CHUNK_OPTIONS, tracepb.ChunkType_CHUNK_PAYLOADS, tracepb.ChunkType_CHUNK_DIFFERENCE} {
		if !seen[want] {
			t.Errorf("no chunk of type %v was damaged", want)
		}
	}
}

// TestLostData checks that the data of a damaged chunk has the capture LOST, and that a difference to lost data has it, too.
func TestLostData(t *testing.T) {
	for _, d := range tracetest.Damage(damageable(t)) {
		if d.Type != tracepb.ChunkType_CHUNK_PAYLOAD {
			continue
		}
		f := read(t, d.Data)
		lost := 0
		for c, err := range f.Calls(0, f.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range c.Args {
				if v.Data == nil {
					continue
				}
				isLost := v.Data.Capture == tracepb.Capture_CAPTURE_LOST
				lost += int(one(isLost))
				if _, err := f.Payload(v.Data.Payloads); err != nil || isLost && (v.HasData() || v.Data.Size == 0) {
					t.Errorf("%s: %+v, %v", c.Function.Name, v.Data, err)
				}
			}
		}
		if lost != 2 { // the data, and the difference to it
			t.Errorf("the data of %d parameters is lost, want 2", lost)
		}
		return
	}
	t.Error("no payload was damaged")
}

// TestWhyCut checks that a recording that ends early is known as such.
func TestWhyCut(t *testing.T) {
	for reason, early := range map[string]bool{"stopped": false, "exit": false, "disconnected": true, "disk": true, "full": true, "closed": true} {
		data := record(tracetest.Options{Ended: reason}, func(w *tracetest.Writer) { calls(w.Thread(1), 3) })
		f := read(t, data)
		if why := f.WhyCut(); (why != "") != early || f.IsWhole() == early {
			t.Errorf("%s: %q, whole: %v", reason, why, f.IsWhole())
		}
		for _, cut := range []int{1, lastChunk(t, data)} {
			f := read(t, data[:len(data)-cut])
			if f.WhyCut() == "" || f.IsWhole() || reasons(t, f) != "" {
				t.Errorf("without the last %d bytes: %q", cut, f.WhyCut())
			}
			if g := subset(t, f, Subset{}); g.IsWhole() {
				t.Errorf("without the last %d bytes: a subset is whole", cut)
			}
		}
	}
}

// lastChunk returns the size of the last chunk of a recording.
func lastChunk(t *testing.T, data []byte) int {
	t.Helper()
	size := int64(0)
	for r := format.NewReader(bytes.NewReader(data)); ; size = r.End() - r.Offset() {
		if _, err := r.Next(); err != nil {
			return int(size)
		}
	}
}
