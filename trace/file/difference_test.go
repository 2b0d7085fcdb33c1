package file

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// movingVertices returns a recording of calls with two buffers of random vertices, of whose words one in three changes each time.
func movingVertices(n int) []byte {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{PerBatch: 10})
	one, r := w.Thread(1), rand.New(rand.NewPCG(5, 6))
	buffers := [2][]byte{make([]byte, 12<<10), make([]byte, 12<<10)}
	for _, b := range buffers {
		for i := range b {
			b[i] = byte(r.Uint32())
		}
	}
	for i := range n {
		b := buffers[i%2]
		for at := 8; at < len(b); at += 12 {
			binary.LittleEndian.PutUint32(b[at:], r.Uint32())
		}
		one.Call("glBufferData", "GL_ARRAY_BUFFER", len(b), tracetest.Bytes(bytes.Clone(b)), 0)
	}
	w.Close()
	return out.Bytes()
}

// Data that changes in part takes the space of the part. It is the same in any order of reading, and if the result is compressed again.
func TestDifferences(t *testing.T) {
	raw := movingVertices(200)
	once, _ := packed(t, raw)
	twice, _ := packed(t, once)
	if len(once) > len(raw)*45/100 || len(twice) > len(once)+100 {
		t.Errorf("%d bytes, compressed %d, again %d", len(raw), len(once), len(twice))
	}
	f := read(t, raw)
	for name, other := range map[string]*File{"once": read(t, once), "twice": read(t, twice)} {
		if got, want := other.Totals(), f.Totals(); got.Payloads != want.Payloads || got.Damaged != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		for i := f.Len() - 1; i >= 0; i-- {
			if want, got := payloadOf(t, f, i), payloadOf(t, other, i); !bytes.Equal(want, got) || len(want) != 12<<10 {
				t.Fatalf("%s: call %d has %d bytes of data, want %d", name, i, len(got), len(want))
			}
		}
	}
}

// Of data of which little changes, many payloads are differences to differences. Compressed again, all are readable, in any order.
func TestLongDifferences(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	one, r := w.Thread(1), rand.New(rand.NewPCG(7, 8))
	data := make([]byte, 8<<10)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	for range 2500 {
		binary.LittleEndian.PutUint32(data[4*r.IntN(len(data)/4):], r.Uint32())
		one.Call("glBufferData", "GL_ARRAY_BUFFER", len(data), tracetest.Bytes(bytes.Clone(data)), 0)
	}
	w.Close()
	raw := read(t, out.Bytes())
	live := joined(t, out.Bytes())
	again, _ := packed(t, live)
	for name, recording := range map[string][]byte{"live": live, "again": again} {
		f := read(t, recording)
		for i := 0; i < raw.Len(); i += 7 {
			if i%700 == 0 {
				f = read(t, recording) // without cached payloads
			}
			at := raw.Len() - 1 - i
			if want, got := payloadOf(t, raw, at), payloadOf(t, f, at); !bytes.Equal(want, got) {
				t.Fatalf("%s: call %d has other data", name, at)
			}
		}
	}
}

// A difference to a payload that does not exist is damage; one that does not match, and too many in a row, are errors when they are read.
func TestHostileDifferences(t *testing.T) {
	var out bytes.Buffer
	w := tracetest.NewWriter(&out, tracetest.Options{})
	w.Chunk(tracepb.ChunkType_CHUNK_PAYLOAD, 0, &tracepb.Payload{Id: 1, Content: []byte("abcdefgh")})
	for id := uint64(2); id < 70; id++ {
		w.Chunk(tracepb.ChunkType_CHUNK_DIFFERENCE, 0, &tracepb.Difference{Id: id, Base: id - 1, Changed: []byte{1}, Words: []byte("ABC" + string('a'+rune(id%26)))})
	}
	w.Chunk(tracepb.ChunkType_CHUNK_DIFFERENCE, 0, &tracepb.Difference{Id: 130, Base: 1, Changed: []byte{4}, Words: []byte("word")})
	w.Chunk(tracepb.ChunkType_CHUNK_DIFFERENCE, 0, &tracepb.Difference{Id: 131, Base: 132, Changed: []byte{1}, Words: []byte("word")})
	w.Chunk(tracepb.ChunkType_CHUNK_DIFFERENCE, 0, &tracepb.Difference{Id: 133, Base: 133, Changed: []byte{1}, Words: []byte("word")})
	w.Close()
	if n := read(t, out.Bytes()).Totals().Damaged; n != 2 {
		t.Errorf("%d damaged chunks, want 2", n)
	}
	for id, want := range map[uint64]string{
		1: "abcdefgh", 2: "ABCcefgh", 65: "ABCnefgh", 69: "more than 64 times", 130: "does not match", 131: "missing", 133: "missing",
	} {
		got, err := read(t, out.Bytes()).Payload([]uint64{id})
		if text := string(got); err == nil && text != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("payload %d: %q, %v, want %q", id, got, err, want)
		}
	}
}
