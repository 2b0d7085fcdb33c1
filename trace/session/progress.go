package session

import (
	"cmp"
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/chunk"
	"github.com/gleslayergen/gleslayergen/trace/columns"
	"github.com/gleslayergen/gleslayergen/trace/tracepb"
)

// Progress is what a file holds so far, and what never came to it.
type Progress struct {
	Calls      uint64 `json:"calls"`
	Frames     uint64 `json:"frames"`
	Bytes      int64  `json:"bytes"`
	Dropped    uint64 `json:"dropped"`    // calls that the recorder had no room for
	Uncaptured uint64 `json:"uncaptured"` // pointers whose data it left out though it knows its size
}

// swaps are the functions that end a frame.
var swaps = map[string]bool{"eglSwapBuffers": true, "eglSwapBuffersWithDamageKHR": true, "eglSwapBuffersWithDamageEXT": true}

// The most threads and functions of a process that are believed, and bytes of all definitions; those of all functions there are take
// half of one million.
const (
	maxThreads     = 1 << 16
	maxFunctions   = 1 << 20
	maxDefinitions = 32 << 20
)

// tally counts what is to be in the file: all that comes, or what is before the end of the last frame that is wanted.
type tally struct {
	Progress
	cut
	reason    string // why the recording ended
	functions uint64
	bytes     int // of their definitions
	swapIDs   map[uint32]bool
	threads   map[uint32]heard
}

// heard is what a thread said last of what did not come, and what its next batch is to begin with.
type heard struct{ dropped, uncaptured, sequence, first uint64 }

// newTally counts so many frames; 0: all.
func newTally(frames uint64) *tally {
	return &tally{cut: newCut(frames), swapIDs: map[uint32]bool{}, threads: map[uint32]heard{}}
}

// count looks at a chunk, and gives what of it is to be in the file, if anything is; or it says why it is none of a recording.
func (t *tally) count(c chunk.Chunk) (_ chunk.Chunk, wanted bool, err error) {
	wanted = true
	switch c.Type {
	case tracepb.ChunkType_CHUNK_BATCH:
		c.Body, err = t.batch(c.Thread, c.Body)
		wanted = c.Body != nil
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		err = checkPayload(c.Body)
	case tracepb.ChunkType_CHUNK_END:
		c.Body, err = t.end(c.Body)
	}
	return c, wanted, err
}

// maxPayload is the most bytes of one payload.
const maxPayload = 64 << 10

func checkPayload(body []byte) error {
	return fields(body, func(number protowire.Number, _ uint64, bytes []byte) error {
		if number == 2 && len(bytes) > maxPayload {
			return fmt.Errorf("a payload of %d bytes, and %d is the most", len(bytes), maxPayload)
		}
		return nil
	})
}

// end takes the recorder's own count of what was lost, which has also what no batch came after. Calls that were left out are none.
func (t *tally) end(body []byte) ([]byte, error) {
	var end tracepb.End
	if err := proto.Unmarshal(body, &end); err != nil {
		return nil, err
	}
	t.Dropped, t.Uncaptured = max(t.Dropped, end.Dropped), max(t.Uncaptured, end.Uncaptured)
	t.reason = cmp.Or(shortReason(end.Reason), "stopped")
	if !t.over {
		return body, nil
	}
	end.Calls = t.Calls
	return proto.Marshal(&end)
}

// shortReason is a recorder's word for why it ended, which is shown to people.
func shortReason(s string) string {
	if len(s) > 64 {
		s = s[:64]
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// batch counts one and gives what is wanted of it, nil for nothing, or says why it is none.
func (t *tally) batch(thread uint32, body []byte) ([]byte, error) {
	b, err := columns.Parse(body)
	if err == nil {
		err = t.learn(b.Functions)
	}
	if err != nil {
		return nil, err
	}
	ends := t.swaps(b)
	frames := count(b, ends)
	if t.over || t.wants(t.Frames+frames) {
		if body, err = t.shorten(thread, b, ends, t.Frames, t.threads[thread]); body == nil {
			return nil, err
		}
		if b, err = columns.Parse(body); err != nil {
			return nil, err
		}
		frames = count(b, t.swaps(b))
	}
	return body, t.add(thread, b, frames)
}

// learn takes the definitions of a batch.
func (t *tally) learn(defined []*tracepb.Function) error {
	if t.functions += uint64(len(defined)); t.functions > maxFunctions {
		return fmt.Errorf("more than %d functions", maxFunctions)
	}
	for _, f := range defined {
		if t.bytes += proto.Size(f) + 1; t.bytes > maxDefinitions {
			return fmt.Errorf("more than %d bytes of functions", maxDefinitions)
		}
		if swaps[f.GetName()] {
			t.swapIDs[f.GetId()] = true
		}
		t.define(f)
	}
	return nil
}

// swaps are, by its place in Used, whether a function ends a frame.
func (t *tally) swaps(b *columns.Batch) (ends [columns.MaxUsed]bool) {
	for i, id := range b.Used {
		ends[i] = t.swapIDs[id]
	}
	return ends
}

// count is how many of the calls end a frame.
func count(b *columns.Batch, ends [columns.MaxUsed]bool) (n uint64) {
	for _, place := range b.Places() {
		if ends[place] {
			n++
		}
	}
	return n
}

// add adds a batch that is to be in the file.
func (t *tally) add(thread uint32, b *columns.Batch, frames uint64) error {
	last, known := t.threads[thread]
	if !known && len(t.threads) == maxThreads {
		return fmt.Errorf("more than %d threads", maxThreads)
	}
	t.Calls += uint64(b.Count)
	t.Frames += frames
	t.Dropped += b.Dropped - last.dropped
	t.Uncaptured += b.Uncaptured - last.uncaptured
	t.threads[thread] = heard{b.Dropped, b.Uncaptured, b.Sequence + 1, b.First + uint64(b.Count)}
	return nil
}

// fields hands over each field of a message: the value of a number, or bytes, which are not nil.
func fields(body []byte, take func(number protowire.Number, value uint64, bytes []byte) error) error {
	for len(body) > 0 {
		number, kind, n := protowire.ConsumeTag(body)
		if n < 0 {
			return protowire.ParseError(n)
		}
		body = body[n:]
		var value uint64
		var bytes []byte
		switch kind {
		case protowire.VarintType:
			value, n = protowire.ConsumeVarint(body)
		case protowire.BytesType:
			bytes, n = protowire.ConsumeBytes(body)
		default:
			n = protowire.ConsumeFieldValue(number, kind, body)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		if err := take(number, value, bytes); err != nil {
			return err
		}
		body = body[n:]
	}
	return nil
}
