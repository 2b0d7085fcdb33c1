package format

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Small payloads share chunks, which precede the next chunk of another kind. Large ones have their own, and the order stays.
func TestJoiner(t *testing.T) {
	var file bytes.Buffer
	w, err := NewWriter(&file, Unpacked)
	if err != nil {
		t.Fatal(err)
	}
	j := NewJoiner(w)
	for i, size := range []int{10, 20, maxSmallPayload + 4, 30, maxSmallPayload / 2} {
		body, err := proto.Marshal(&tracepb.Payload{Id: uint64(i + 1), Content: make([]byte, size)})
		if err == nil {
			err = j.Write(Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOAD, Body: body})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Write(Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: 1}); err != nil {
		t.Fatal(err)
	}
	want := []string{"PAYLOADS 1 2", "PAYLOAD 3", "PAYLOADS 4 5", "BATCH"}
	if got := chunksOf(t, &file); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A large payload is written as the difference to a similar one, but not one with an ID that occurred.
func TestSimilarPayloads(t *testing.T) {
	var file bytes.Buffer
	w, err := NewWriter(&file, Unpacked)
	if err != nil {
		t.Fatal(err)
	}
	j, r := NewJoiner(w), rand.New(rand.NewPCG(3, 4))
	write := func(id uint64, content []byte) {
		t.Helper()
		body, err := proto.Marshal(&tracepb.Payload{Id: id, Content: content})
		if err == nil {
			err = j.Write(Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOAD, Body: body})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	moving, other := noise(r, 8<<10), noise(r, 12<<10)
	want := []string{"PAYLOAD 1"}
	for id := range uint64(40) {
		if id > 0 {
			want = append(want, fmt.Sprint("DIFFERENCE ", 2*id+1))
		}
		write(2*id+1, moving)
		moving[id*4]++
		write(2*id+2, noise(r, 8<<10)) // not like any
		want = append(want, fmt.Sprint("PAYLOAD ", 2*id+2))
	}
	write(90, other)
	write(90, other[:8<<10])
	write(89, other)
	write(91, other[:len(other)-1])
	want = append(want, "PAYLOAD 90", "PAYLOAD 90", "PAYLOAD 89", "PAYLOAD 91")
	all := file.Bytes()
	if got := chunksOf(t, bytes.NewReader(all)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	depths := map[uint64]int{}
	for r := NewReader(bytes.NewReader(all)); ; {
		c, err := r.Next()
		if err != nil {
			break
		}
		if d, err := ParseDifference(c.Body); err == nil && c.Type == tracepb.ChunkType_CHUNK_DIFFERENCE {
			depths[d.ID] = depths[d.Base] + 1
			if depths[d.ID] > MaxDifferences {
				t.Errorf("%d differences lead to payload %d", depths[d.ID], d.ID)
			}
		}
	}
}

// chunksOf returns the types of the chunks of a recording, with the IDs of the payloads.
func chunksOf(t *testing.T, file io.Reader) (out []string) {
	t.Helper()
	r := NewReader(file)
	for {
		c, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		text := c.Type.String()[len("CHUNK_"):]
		var bodies [][]byte
		switch c.Type {
		case tracepb.ChunkType_CHUNK_PAYLOAD:
			bodies = [][]byte{c.Body}
		case tracepb.ChunkType_CHUNK_PAYLOADS:
			for one, err := range Payloads(c.Body) {
				if err != nil {
					t.Fatal(err)
				}
				bodies = append(bodies, one)
			}
		}
		if c.Type == tracepb.ChunkType_CHUNK_DIFFERENCE {
			d, err := ParseDifference(c.Body)
			if err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprint(" ", d.ID)
		}
		for _, body := range bodies {
			id, _, err := Payload(body)
			if err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprint(" ", id)
		}
		out = append(out, text)
	}
}
