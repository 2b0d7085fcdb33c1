package file

import (
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Limits for what a file may make the index keep and read. Recordings that a recorder wrote are far below
// them.
const (
	callsBase   = 1 << 28   // maximum number of calls of an empty file
	callsFactor = 4         // additional calls for each byte of the file
	roomBase    = 128 << 20 // maximum size of the index in bytes, computed in the same way
	roomFactor  = 16
	openBase    = 1 << 30 // maximum size of all decompressed chunks in bytes, computed in the same way
	openFactor  = 1000

	maxSmall = 64 << 10 // maximum size in bytes of a message that is neither a batch nor a payload
)

// mostIndex is the maximum size of the index of a file of any size, in bytes.
var mostIndex = int64(1 << 30)

// index has the data about a recording that is available without reading its calls again.
type index struct {
	hello     *tracepb.Hello
	options   *tracepb.Options
	omitted   *tracepb.Options // with each option that was ever on
	end       *tracepb.End
	clock     clock
	functions dictionary
	batches   pages[batch]
	threads   []*thread
	byNumber  map[uint32]int32 // indices in threads
	contexts  []Context
	byContext map[uint32]int
	payloads  payloads
	runs      pages[run]
	blocks    pages[block]
	groups    groups
	frames    []Frame
	images    map[uint32]int // calls gltrace.FrameImage of the frames that the next swaps end, by context
	gaps      []Gap
	calls     int
	totals    Totals

	pending pending      // of the batches at the end
	scanned format.Calls // memory for the calls of a batch, while chunks are read
	counted int          // calls, including those of pending batches
	clocked int          // frames whose times match the current clock
	kept    int64
	opened  int64
	size    int64 // of the file in bytes
	good    int64 // in a saved index: File.good
}

func newIndex() *index {
	return &index{omitted: &tracepb.Options{}, functions: dictionary{byID: map[uint32][]definedAt{}}, byNumber: map[uint32]int32{},
		byContext: map[uint32]int{}, images: map[uint32]int{}, pending: newPending(), groups: groups{open: map[uint32]int32{}, levels: map[uint32]*pages[level]{}}}
}

// errBounds is the error for a recording that exceeds a limit. It ends reading.
type errBounds struct{ why string }

func (e *errBounds) Error() string { return e.why }

// invalid returns the error for a recording that exceeds a limit which depends on its size: no recorder writes such a file.
func invalid(format string, args ...any) error {
	return &errBounds{"invalid recording: " + fmt.Sprintf(format, args...)}
}

// keep adds n bytes to the size of the index and fails if the limit is exceeded.
func (x *index) keep(n int) error {
	if x.kept += int64(n); x.kept > mostIndex {
		return &errBounds{fmt.Sprintf("the recording is too large to read: its index needs more than %d MiB of memory; to reduce that: gleslayergen trace compress FILE, or record a shorter time", mostIndex>>20)}
	}
	if x.kept > roomBase+roomFactor*x.size {
		return invalid("its index exceeds %d bytes, the limit for a file of %d bytes", roomBase+roomFactor*x.size, x.size)
	}
	return nil
}

// addChunk reads a chunk. It counts an inconsistent chunk as damaged. It fails if the chunk is inconsistent and
// no Hello was read before, or if a limit is exceeded.
func (x *index) addChunk(c format.Chunk, at reference) error {
	if x.opened += int64(len(c.Body)); x.opened > openBase+openFactor*x.size {
		return invalid("the compression ratio exceeds the limit of %d", openFactor)
	}
	var bounds *errBounds
	err := x.chunk(c, at)
	if err == nil || x.hello == nil || errors.As(err, &bounds) {
		return err
	}
	x.totals.Damaged++
	return nil
}

func (x *index) chunk(c format.Chunk, at reference) error {
	if x.hello == nil {
		return x.readHello(c)
	}
	switch c.Type {
	case tracepb.ChunkType_CHUNK_BATCH:
		return x.scan(c.Body, c.Thread, at)
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		return x.wholePayload(c.Body, at)
	case tracepb.ChunkType_CHUNK_DIFFERENCE:
		return x.difference(c.Body, at)
	case tracepb.ChunkType_CHUNK_PAYLOADS:
		return x.payloadGroup(c.Body, at)
	case tracepb.ChunkType_CHUNK_CLOCK:
		m := &tracepb.Clock{}
		if err := decodeSmall(c, m); err != nil {
			return err
		}
		x.clock, x.clocked = x.clock.with(m), 0
		return x.keep(24)
	case tracepb.ChunkType_CHUNK_THREAD:
		return x.readThread(c)
	case tracepb.ChunkType_CHUNK_DAMAGED:
		m := &tracepb.Damaged{}
		err := decodeSmall(c, m)
		if err == nil {
			x.totals.Damaged += int(m.GetChunks())
		}
		return err
	case tracepb.ChunkType_CHUNK_OPTIONS:
		m := &tracepb.Options{}
		err := decodeSmall(c, m)
		if err == nil {
			x.options = m
			proto.Merge(x.omitted, m)
		}
		return err
	case tracepb.ChunkType_CHUNK_END:
		m := &tracepb.End{}
		err := decodeSmall(c, m)
		if err == nil {
			x.end = m
			x.totals.AddEnd(m)
		}
		return err
	}
	return nil
}

// readHello reads the Hello. It fails if the first chunk is not a Hello or its version is not supported.
func (x *index) readHello(c format.Chunk) error {
	m := &tracepb.Hello{}
	if c.Type != tracepb.ChunkType_CHUNK_HELLO {
		return errors.New("invalid recording: it does not begin with a Hello chunk")
	}
	if err := decodeSmall(c, m); err != nil {
		return err
	}
	if m.Options == nil {
		m.Options = &tracepb.Options{}
	}
	if m.GetVersion() != 1 {
		return fmt.Errorf("unsupported version %d of the recording format: this version of gleslayergen reads only version 1", m.GetVersion())
	}
	x.hello, x.options, x.clock = m, m.GetOptions(), newClock(m.GetClock())
	proto.Merge(x.omitted, m.GetOptions())
	return nil
}

// decodeSmall decodes a message other than a batch or payload. It fails if the message is longer than maxSmall.
func decodeSmall(c format.Chunk, m proto.Message) error {
	if len(c.Body) > maxSmall {
		return fmt.Errorf("message %s of %d bytes exceeds %d bytes", m.ProtoReflect().Descriptor().Name(), len(c.Body), maxSmall)
	}
	return proto.Unmarshal(c.Body, m)
}

// define adds the functions that a batch defines.
func (x *index) define(b *format.Batch, offset int64) error {
	for _, f := range b.Functions {
		if err := x.functions.define(f, offset); err != nil {
			return err
		}
		if err := x.keep(2*proto.Size(f) + 256 + 192*len(f.GetParameters())); err != nil {
			return err
		}
	}
	return nil
}

// add appends a batch to the index.
func (x *index) add(b *format.Batch, out batch, u unmerged) error {
	most := min(callsBase+callsFactor*x.size, math.MaxUint32)
	if x.counted += b.Count; int64(x.counted) > most {
		return invalid("it has more than %d calls, the limit for a file of %d bytes", most, x.size)
	}
	if err := x.keep(160 + 40*int(u.marks.to-u.marks.from) + 8*int(u.groups.to-u.groups.from)); err != nil {
		return err
	}
	t := x.threads[out.thread]
	if gap := x.updateCounters(t, b); gap != nil {
		x.pending.gaps[int32(x.batches.n)] = gap
	}
	t.last, t.Calls = out.last, t.Calls+b.Count
	if err := x.countContext(&out); err != nil {
		return err
	}
	x.batches.add(out)
	x.pending.batches.add(u)
	return nil
}
