package record

import (
	"cmp"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Progress has the counts of recorded and missing data.
type Progress struct {
	Calls  uint64 `json:"calls"`
	Frames uint64 `json:"frames"`
	Bytes  int64  `json:"bytes"`
	format.Losses
}

// Limits of threads, functions and bytes of definitions for one process. The definitions of all functions of
// EGL and OpenGL ES take half a million bytes.
const (
	maxThreads     = 1 << 16
	maxFunctions   = 1 << 20
	maxDefinitions = 32 << 20
)

// tally counts what is written to the file: all received data, or the data up to the last requested frame.
type tally struct {
	Progress
	cut
	reason    string // why the recording ended
	functions uint64
	bytes     int // bytes of function definitions
	swapIDs   map[uint32]bool
	threads   map[uint32]format.Position
}

// newTally returns a tally that ends after a number of frames, or never if frames is 0.
func newTally(frames uint64) *tally {
	return &tally{cut: newCut(frames), swapIDs: map[uint32]bool{}, threads: map[uint32]format.Position{}}
}

// count counts a chunk. It returns the part to write and whether there is one. It fails if the chunk is
// invalid.
func (t *tally) count(c format.Chunk) (_ format.Chunk, wanted bool, err error) {
	wanted = true
	switch c.Type {
	case tracepb.ChunkType_CHUNK_BATCH:
		c.Body, err = t.batch(c.Thread, c.Body)
		wanted = c.Body != nil
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		_, _, err = format.Payload(c.Body)
	case tracepb.ChunkType_CHUNK_END:
		c.Body, err = t.endChunk(c.Body)
	}
	return c, wanted, err
}

// endChunk takes over the counts of the End, which include losses after the last batch. It replaces them if calls were omitted
// after the last wanted frame: what was lost then is not missing.
func (t *tally) endChunk(body []byte) ([]byte, error) {
	var endChunk tracepb.End
	if err := proto.Unmarshal(body, &endChunk); err != nil {
		return nil, err
	}
	t.reason = cmp.Or(shortReason(endChunk.Reason), "stopped")
	if !t.over {
		t.AddEnd(&endChunk)
		return body, nil
	}
	endChunk.Calls, endChunk.Dropped, endChunk.Uncaptured = t.Calls, t.Dropped, t.Uncaptured
	return proto.Marshal(&endChunk)
}

// shortReason returns the reason in an End, truncated to 64 bytes of valid UTF-8 because it is displayed.
func shortReason(s string) string {
	if len(s) > 64 {
		s = s[:64]
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// batch counts a batch. It returns the part to write, or nil for nothing. It fails if the batch is invalid.
func (t *tally) batch(thread uint32, body []byte) ([]byte, error) {
	b, err := format.Parse(body)
	if err == nil {
		err = t.addDefinitions(b.Functions)
	}
	if err != nil {
		return nil, err
	}
	ends := t.swaps(b)
	frames := count(b, ends)
	if t.over || t.isLast(t.Frames+frames) {
		if body, err = t.shorten(thread, b, ends, t.Frames, t.threads[thread]); body == nil {
			return nil, err
		}
		if b, err = format.Parse(body); err != nil {
			return nil, err
		}
		frames = count(b, t.swaps(b))
	} else if err := t.findImages(thread, b); err != nil {
		return nil, err
	}
	return body, t.add(thread, b, frames)
}

// addDefinitions adds the definitions of a batch.
func (t *tally) addDefinitions(defined []*tracepb.Function) error {
	if t.functions += uint64(len(defined)); t.functions > maxFunctions {
		return fmt.Errorf("the recording defines more than %d functions", maxFunctions)
	}
	for _, f := range defined {
		if t.bytes += proto.Size(f) + 1; t.bytes > maxDefinitions {
			return fmt.Errorf("the function definitions of the recording exceed %d bytes", maxDefinitions)
		}
		delete(t.swapIDs, f.GetId()) // the ID may have been used for another function
		if file.IsSwap(f.GetName()) {
			t.swapIDs[f.GetId()] = true
		}
		t.define(f)
	}
	return nil
}

// swaps returns, by index in Used, whether a function ends a frame.
func (t *tally) swaps(b *format.Batch) (ends [format.MaxUsed]bool) {
	for i, id := range b.Used {
		ends[i] = t.swapIDs[id]
	}
	return ends
}

// count returns how many of the calls end a frame.
func count(b *format.Batch, ends [format.MaxUsed]bool) (n uint64) {
	for _, place := range b.Places() {
		if ends[place] {
			n++
		}
	}
	return n
}

// add counts a batch that is written to the file.
func (t *tally) add(thread uint32, b *format.Batch, frames uint64) error {
	last, known := t.threads[thread]
	if !known && len(t.threads) == maxThreads {
		return fmt.Errorf("the recording has more than %d threads", maxThreads)
	}
	t.Calls += uint64(b.Count)
	t.Frames += frames
	t.threads[thread] = last.After(b)
	t.Add(last, t.threads[thread])
	return nil
}
