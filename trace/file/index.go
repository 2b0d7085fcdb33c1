package file

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Bounds of what a file may make us keep and read. Anything that a recorder wrote is far below them.
const (
	callsBase   = 1 << 28   // calls of a file without any bytes
	callsFactor = 4         // more for each byte
	roomBase    = 128 << 20 // bytes of the index, likewise
	roomFactor  = 16
	openBase    = 1 << 30 // bytes that its chunks open to
	openFactor  = 1000
	maxSmall    = 64 << 10 // bytes of a message that is neither batch nor payload
)

// index is what is known of a recording without reading its calls.
type index struct {
	hello     *tracepb.Hello
	end       *tracepb.End
	clock     clock
	functions dictionary
	batches   []*batch
	threads   []*thread
	byNumber  map[uint32]*thread
	contexts  []Context
	byContext map[uint32]int
	payloads  map[uint64]reference
	runs      []run
	frames    []Frame
	gaps      []Gap
	calls     int
	totals    Totals

	pending int // batches at the end that have no place yet
	counted int // calls, those of pending batches too
	clocked int // frames whose times are as the clock says
	kept    int64
	opened  int64
	size    int64 // of the file
}

func newIndex() *index {
	return &index{functions: dictionary{byID: map[uint32]*Function{}}, byNumber: map[uint32]*thread{},
		byContext: map[uint32]int{}, payloads: map[uint64]reference{}}
}

// errBounds ends reading: a file like this was made to do harm.
type errBounds struct{ what string }

func (e *errBounds) Error() string { return "invalid recording: " + e.what }

// keep counts bytes that the index takes.
func (x *index) keep(n int) error {
	if x.kept += int64(n); x.kept > roomBase+roomFactor*x.size {
		return &errBounds{"the index exceeds the size limit"}
	}
	return nil
}

// take reads a chunk. What does not fit together makes it a damaged one.
func (x *index) take(c format.Chunk, at reference) error {
	if x.opened += int64(len(c.Body)); x.opened > openBase+openFactor*x.size {
		return &errBounds{"the compression ratio exceeds the limit of 1000"}
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
		return x.greet(c)
	}
	switch c.Type {
	case tracepb.ChunkType_CHUNK_BATCH:
		return x.scan(c.Body, c.Thread, at)
	case tracepb.ChunkType_CHUNK_PAYLOAD:
		return x.payload(c.Body, at)
	case tracepb.ChunkType_CHUNK_CLOCK:
		m := &tracepb.Clock{}
		if err := small(c, m); err != nil {
			return err
		}
		x.clock, x.clocked = x.clock.with(m), 0
		return x.keep(24)
	case tracepb.ChunkType_CHUNK_THREAD:
		return x.introduce(c)
	case tracepb.ChunkType_CHUNK_END:
		m := &tracepb.End{}
		err := small(c, m)
		if err == nil {
			x.end = m
		}
		return err
	}
	return nil
}

// greet reads the Hello, which is the first chunk.
func (x *index) greet(c format.Chunk) error {
	m := &tracepb.Hello{}
	if c.Type != tracepb.ChunkType_CHUNK_HELLO {
		return errors.New("the first chunk is not a Hello")
	}
	if err := small(c, m); err != nil {
		return err
	}
	if m.GetVersion() != 1 {
		return fmt.Errorf("unsupported format version %d: this program reads version 1", m.GetVersion())
	}
	x.hello, x.clock = m, newClock(m.GetClock())
	return nil
}

// small reads one of the messages that are never large.
func small(c format.Chunk, m proto.Message) error {
	if len(c.Body) > maxSmall {
		return errors.New("a message is too long")
	}
	return proto.Unmarshal(c.Body, m)
}

// define takes the functions that a batch defines.
func (x *index) define(b *format.Batch) error {
	for _, f := range b.Functions {
		if err := x.functions.define(f); err != nil {
			return err
		}
		if err := x.keep(2*proto.Size(f) + 256 + 192*len(f.GetParameters())); err != nil {
			return err
		}
	}
	return nil
}

// add puts a batch behind the others.
func (x *index) add(b *format.Batch, out *batch) error {
	if x.counted += out.count; int64(x.counted) > callsBase+callsFactor*x.size {
		return &errBounds{"more calls than the file size allows"}
	}
	if err := x.keep(256 + 8*len(out.used) + 48*len(out.marks)); err != nil {
		return err
	}
	t := out.thread
	out.gap = t.follow(b)
	t.last, t.Calls = out.last, t.Calls+out.count
	if err := x.countContext(out); err != nil {
		return err
	}
	x.batches = append(x.batches, out)
	x.pending++
	return nil
}
