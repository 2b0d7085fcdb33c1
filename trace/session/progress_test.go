package session

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/chunk"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// What threads lost is the sum of what each said last.
func TestTally(t *testing.T) {
	tally := newTally(0)
	for _, b := range []struct {
		thread               uint32
		dropped, uncaptured  uint64
		wantDropped, wantUnc uint64
	}{{1, 2, 0, 2, 0}, {2, 5, 1, 7, 1}, {1, 3, 0, 8, 1}, {1, 3, 4, 8, 5}} {
		body, err := proto.Marshal(&tracepb.Batch{Count: 1, Used: []uint32{9}, Function: []byte{0}, Dropped: b.dropped, Uncaptured: b.uncaptured})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := tally.count(chunk.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: b.thread, Body: body}); err != nil {
			t.Fatal(err)
		}
		if tally.Dropped != b.wantDropped || tally.Uncaptured != b.wantUnc {
			t.Errorf("%+v: %+v", b, tally.Progress)
		}
	}
	if tally.Calls != 4 || tally.Frames != 0 {
		t.Errorf("%+v", tally.Progress)
	}
}

// Whatever is sent, a count of it comes to an end, and goes wrong only with an error.
func FuzzTally(f *testing.F) {
	body, _ := proto.Marshal(&tracepb.Batch{Count: 1, Used: []uint32{1}, Function: []byte{0}, Functions: []*tracepb.Function{{Id: 1, Name: "eglSwapBuffers"}}})
	f.Add(uint8(2), body)
	f.Add(uint8(3), []byte{0x12, 0xff, 0xff, 0x03})
	f.Add(uint8(6), []byte{0x22, 0x01, 0xff})
	f.Fuzz(func(t *testing.T, kind uint8, body []byte) {
		tally := newTally(0)
		for range 2 {
			if _, _, err := tally.count(chunk.Chunk{Type: tracepb.ChunkType(kind), Thread: 1, Body: body}); err != nil {
				return
			}
		}
		if tally.Frames > tally.Calls || tally.Calls > 2*uint64(len(body)) {
			t.Errorf("%d frames of %d calls in %d bytes", tally.Frames, tally.Calls, len(body))
		}
	})
}
