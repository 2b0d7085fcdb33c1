package record

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// The loss is the sum of the maximum counts of all threads: a count that decreases is wrong, or of a new
// thread with the same number.
func TestTally(t *testing.T) {
	tally := newTally(0)
	for _, b := range []struct {
		thread               uint32
		dropped, uncaptured  uint64
		wantDropped, wantUnc uint64
	}{{1, 2, 0, 2, 0}, {2, 5, 1, 7, 1}, {1, 3, 0, 8, 1}, {1, 3, 4, 8, 5}, {1, 1, 0, 8, 5}, {1, 4, 4, 9, 5}} {
		body, err := proto.Marshal(&tracepb.Batch{Count: 1, Used: []uint32{9}, Function: []byte{0}, Dropped: b.dropped, Uncaptured: b.uncaptured})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := tally.count(format.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: b.thread, Body: body}); err != nil {
			t.Fatal(err)
		}
		if tally.Dropped != b.wantDropped || tally.Uncaptured != b.wantUnc {
			t.Errorf("%+v: %+v", b, tally.Progress)
		}
	}
	if tally.Calls != 6 || tally.Frames != 0 {
		t.Errorf("%+v", tally.Progress)
	}
}

// Any data is counted in finite time, or rejected with an error.
func FuzzTally(f *testing.F) {
	body, _ := proto.Marshal(&tracepb.Batch{Count: 1, Used: []uint32{1}, Function: []byte{0}, Functions: []*tracepb.Function{{Id: 1, Name: "eglSwapBuffers"}}})
	f.Add(uint8(2), body)
	three, _ := proto.Marshal(&tracepb.Batch{Count: 3, Used: []uint32{1}, Function: []byte{0, 0, 0}, Functions: []*tracepb.Function{{Id: 1, Name: "eglSwapBuffers"}},
		Starts: []int64{1, 1, 1}, Durations: []uint64{1, 1, 1}})
	f.Add(uint8(2), three)
	f.Add(uint8(3), []byte{0x12, 0xff, 0xff, 0x03})
	f.Add(uint8(6), []byte{0x22, 0x01, 0xff})
	f.Fuzz(func(t *testing.T, kind uint8, body []byte) {
		for last := range uint64(3) {
			fuzzTally(t, last, format.Chunk{Type: tracepb.ChunkType(kind), Thread: 1, Body: body})
		}
	})
}

// fuzzTally counts each chunk twice, in a recording with a frame limit.
func fuzzTally(t *testing.T, last uint64, c format.Chunk) {
	tally, taken := newTally(last), 0
	for range 2 {
		out, wanted, err := tally.count(c)
		if err != nil {
			return
		}
		if wanted {
			taken += len(out.Body)
		}
	}
	if tally.Frames > tally.Calls || tally.Calls > uint64(taken) || last > 0 && tally.Frames > last && c.Type == tracepb.ChunkType_CHUNK_BATCH {
		t.Errorf("%d frames, %d calls, %d bytes; want %d frames", tally.Frames, tally.Calls, taken, last)
	}
}
