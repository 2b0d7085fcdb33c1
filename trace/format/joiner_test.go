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
	file, j, write := joinerOf(t)
	for i, size := range []int{10, 20, maxSmallPayload + 4, 30, maxSmallPayload / 2} {
		write(uint64(i+1), make([]byte, size))
	}
	if err := j.Write(Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: 1}); err != nil {
		t.Fatal(err)
	}
	want := []string{"PAYLOADS 1 2", "PAYLOAD 3", "PAYLOADS 4 5", "BATCH"}
	if got := chunksOf(t, file); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// joinerOf returns a joiner, the recording that it writes, and a function that writes a payload.
func joinerOf(t *testing.T) (*bytes.Buffer, *Joiner, func(id uint64, content []byte)) {
	t.Helper()
	file := &bytes.Buffer{}
	w, err := NewWriter(file, Unpacked)
	if err != nil {
		t.Fatal(err)
	}
	j := NewJoiner(w)
	return file, j, func(id uint64, content []byte) {
		t.Helper()
		body, err := proto.Marshal(&tracepb.Payload{Id: id, Content: content})
		if err == nil {
			err = j.Write(Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOAD, Body: body})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A large payload is written as the difference to a similar one, at most 16 times in a row.
func TestSimilarPayloads(t *testing.T) {
	file, _, write := joinerOf(t)
	r := rand.New(rand.NewPCG(3, 4))
	moving := noise(r, 8<<10)
	var want []string
	for i := range 40 {
		for at := 0; at < len(moving); at += 4 { // each is like the one before it only
			if r.IntN(10) < 4 {
				moving[at]++
			}
		}
		write(uint64(2*i+1), moving)
		write(uint64(2*i+2), noise(r, 8<<10)) // not like any
		if i%(maxDepth+1) == 0 {
			want = append(want, fmt.Sprint("PAYLOAD ", 2*i+1))
		} else {
			want = append(want, fmt.Sprint("DIFFERENCE ", 2*i+1))
		}
		want = append(want, fmt.Sprint("PAYLOAD ", 2*i+2))
	}
	if got := chunksOf(t, file); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Payloads are written as they are if their ID has occurred, if their size is not a number of words, and after a difference of the input,
// on which others can depend.
func TestUnlikePayloads(t *testing.T) {
	file, j, write := joinerOf(t)
	content := noise(rand.New(rand.NewPCG(5, 6)), 12<<10)
	write(1, content)
	write(2, content)
	write(2, content)
	write(1, content)
	write(5, []byte("small"))
	write(5, content)
	write(6, content[:len(content)-1])
	write(7, content)
	d := Difference{ID: 8, Base: 7, Changed: make([]byte, len(content)/32)}
	if err := j.Write(Chunk{Type: tracepb.ChunkType_CHUNK_DIFFERENCE, Body: d.Append(nil)}); err != nil {
		t.Fatal(err)
	}
	write(9, content)
	want := []string{"PAYLOAD 1", "DIFFERENCE 2", "PAYLOAD 2", "PAYLOAD 1", "PAYLOADS 5", "PAYLOAD 5", "PAYLOAD 6", "DIFFERENCE 7", "DIFFERENCE 8", "PAYLOAD 9"}
	if got := chunksOf(t, file); !slices.Equal(got, want) {
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
