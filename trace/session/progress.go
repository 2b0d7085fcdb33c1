package session

import (
	"cmp"
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/chunk"
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

// The most threads and functions of a process that are believed.
const (
	maxThreads   = 1 << 16
	maxFunctions = 1 << 20
)

// tally counts what batches hold. It looks at no more of them than that takes.
type tally struct {
	Progress
	reason    string // why the recording ended
	functions uint64
	swapIDs   map[uint64]bool
	threads   map[uint32]lost
}

// lost is what a thread said last of what did not come.
type lost struct{ dropped, uncaptured uint64 }

func newTally() *tally { return &tally{swapIDs: map[uint64]bool{}, threads: map[uint32]lost{}} }

// count looks at a chunk, or says why it is none of a recording.
func (t *tally) count(c chunk.Chunk) error {
	switch c.Type {
	case tracepb.ChunkType_CHUNK_BATCH:
		return t.batch(c.Thread, c.Body)
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		return checkPayload(c.Body)
	case tracepb.ChunkType_CHUNK_END:
		return t.end(c.Body)
	}
	return nil
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

// end takes the recorder's own count of what was lost, which has also what no batch came after.
func (t *tally) end(body []byte) error {
	var end tracepb.End
	if err := proto.Unmarshal(body, &end); err != nil {
		return err
	}
	t.Dropped, t.Uncaptured = max(t.Dropped, end.Dropped), max(t.Uncaptured, end.Uncaptured)
	t.reason = cmp.Or(shortReason(end.Reason), "stopped")
	return nil
}

// shortReason is a recorder's word for why it ended, which is shown to people.
func shortReason(s string) string {
	if len(s) > 64 {
		s = s[:64]
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// batch counts one, or says why it is none.
func (t *tally) batch(thread uint32, body []byte) error {
	b, err := readBatch(body)
	if err != nil {
		return err
	}
	for _, f := range b.functions {
		if t.functions++; t.functions > maxFunctions {
			return fmt.Errorf("more than %d functions", maxFunctions)
		}
		if swaps[f.name] {
			t.swapIDs[f.id] = true
		}
	}
	frames, err := b.frames(t.swapIDs)
	if err != nil {
		return err
	}
	last, known := t.threads[thread]
	if !known && len(t.threads) == maxThreads {
		return fmt.Errorf("more than %d threads", maxThreads)
	}
	t.Calls += b.count
	t.Frames += frames
	t.Dropped += b.dropped - last.dropped
	t.Uncaptured += b.uncaptured - last.uncaptured
	t.threads[thread] = lost{b.dropped, b.uncaptured}
	return nil
}

// batch is what is counted of a Batch.
type batch struct {
	count, dropped, uncaptured uint64
	functions                  []function
	used                       []uint64
	calls                      []byte // of each call, its function's place in used
}

type function struct {
	id   uint64
	name string
}

// frames is how many of the calls end one.
func (b batch) frames(swap map[uint64]bool) (n uint64, err error) {
	var ends [256]bool
	for i, id := range b.used {
		ends[i] = swap[id]
	}
	for _, place := range b.calls {
		if int(place) >= len(b.used) {
			return 0, fmt.Errorf("a call of function %d, and the batch uses %d", place, len(b.used))
		}
		if ends[place] {
			n++
		}
	}
	return n, nil
}

// readBatch takes the fields that are counted out of a Batch; the columns of values are passed over.
func readBatch(body []byte) (b batch, err error) {
	err = fields(body, func(number protowire.Number, value uint64, bytes []byte) error {
		switch number {
		case 4:
			b.dropped = value
		case 5:
			b.uncaptured = value
		case 8:
			b.count = value
		case 9:
			f, err := readFunction(bytes)
			b.functions = append(b.functions, f)
			return err
		case 10:
			return b.use(value, bytes)
		case 11:
			b.calls = bytes
		}
		return nil
	})
	if err == nil && b.count != uint64(len(b.calls)) {
		err = fmt.Errorf("a batch of %d calls that says it has %d", len(b.calls), b.count)
	}
	return b, err
}

// use takes ids that are packed, or one that is not.
func (b *batch) use(value uint64, packed []byte) error {
	if packed == nil {
		b.used = append(b.used, value)
	}
	for len(packed) > 0 {
		id, n := protowire.ConsumeVarint(packed)
		if n < 0 {
			return protowire.ParseError(n)
		}
		b.used, packed = append(b.used, id), packed[n:]
		if len(b.used) > 256 {
			break
		}
	}
	if len(b.used) > 256 {
		return fmt.Errorf("a batch that uses more than 256 functions")
	}
	return nil
}

func readFunction(body []byte) (f function, err error) {
	err = fields(body, func(number protowire.Number, value uint64, bytes []byte) error {
		switch number {
		case 1:
			f.id = value
		case 2:
			f.name = string(bytes)
		}
		return nil
	})
	return f, err
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
