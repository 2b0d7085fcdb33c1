package file

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// matrices returns a recording of calls with similar data of 64 bytes, and of some with data of 8 KiB.
func matrices(n int) []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 10})
	one := w.Thread(1)
	for i := range n {
		data := make([]byte, 64)
		binary.LittleEndian.PutUint32(data[20:], uint32(i))
		one.Call("glUniformMatrix4fv", 1, 1, 0, tracetest.Bytes(data))
		if i%100 == 0 {
			one.Call("glBufferData", "GL_ARRAY_BUFFER", 8<<10, tracetest.Bytes(bytes.Repeat([]byte{byte(i / 100), 7}, 4<<10)), 0)
		}
	}
	w.Close()
	return out.Bytes()
}

// Small payloads share chunks, in the same order, and are read like others; also if the result is compressed again.
func TestCompressPayloads(t *testing.T) {
	raw := matrices(3000)
	once, _ := packed(t, raw)
	twice, _ := packed(t, once)
	if len(once) > len(raw)/8 || len(twice) > len(once)+100 {
		t.Errorf("%d bytes, compressed %d, again %d", len(raw), len(once), len(twice))
	}
	f := read(t, raw)
	for name, other := range map[string]*File{"once": read(t, once), "twice": read(t, twice)} {
		if got, want := other.Totals(), f.Totals(); got.Payloads != want.Payloads || got.Damaged != 0 || len(other.x.payloads.others) > 0 {
			t.Errorf("%s: %+v, want %+v; %d payloads out of order", name, got, want, len(other.x.payloads.others))
		}
		for i := range f.Len() {
			want, got := payloadOf(t, f, i), payloadOf(t, other, i)
			if !bytes.Equal(want, got) || len(want) < 64 {
				t.Fatalf("%s: call %d has %d bytes of data, want %d", name, i, len(got), len(want))
			}
		}
	}
}

func payloadOf(t *testing.T, f *File, i int) []byte {
	t.Helper()
	c, err := f.Call(i)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range c.Args {
		if v.Data != nil && len(v.Data.Payloads) > 0 {
			data, err := f.Payload(v.Data.Payloads)
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
	}
	return nil
}

// A chunk of payloads that is too large or inconsistent is damaged, and the payloads before the error count.
func TestDamagedPayloads(t *testing.T) {
	good := format.AppendPayloads(nil, []byte{8, 5, 18, 1, 'x'}) // ID 5, content x
	for name, c := range map[string]struct {
		body     []byte
		damaged  int
		payloads int
	}{
		"good":       {append(format.AppendPayloads(bytes.Clone(good), []byte{8, 6}), 0x10, 1), 0, 2},
		"without ID": {format.AppendPayloads(bytes.Clone(good), []byte{18, 1, 'x'}), 1, 1},
		"cut":        {good[:len(good)-1], 1, 0},
		"too large":  {bytes.Repeat(good, format.MaxPayloads/len(good)+1), 1, 0},
		"empty":      {nil, 0, 0},
	} {
		x := newIndex()
		x.hello, x.size = &tracepb.Hello{}, 1<<20
		if err := x.addChunk(format.Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOADS, Body: c.body}, reference{}); err != nil {
			t.Fatal(err)
		}
		if got := x.totals; got.Damaged != c.damaged || got.Payloads != c.payloads {
			t.Errorf("%s: %d damaged chunks, %d payloads", name, got.Damaged, got.Payloads)
		}
	}
}
