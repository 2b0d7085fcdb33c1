package format

import (
	"bytes"
	"fmt"
	"io"
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
	for i, size := range []int{10, 20, maxSmallPayload + 1, 30, maxSmallPayload / 2} {
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
