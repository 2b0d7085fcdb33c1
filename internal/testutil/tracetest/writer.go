// Package tracetest provides recordings for tests, as the recorder and "trace compress" write them, and a recorder in the
// process of the test.
package tracetest

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"io"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Options control how a recording is written.
type Options struct {
	Packing  format.Packing
	PerBatch int  // calls; 0: 1000
	Untimed  bool // but for EGL, as a recorder does it
	Ticks    uint64
	Wide     bool           // store numbers of 32 bits in cells of 64 bits, which no recorder does
	Hello    *tracepb.Hello // fields that differ from the default
	Late     bool           // the recording began after the program
	Ended    string         // why; "": stopped
	Lost     *uint64        // calls that are unaccounted for; nil: unknown
}

// Epoch is the time that the clocks of a recording show at its Hello.
var Epoch = &tracepb.Clock{Ticks: 1_000_000_000, MonotonicNs: 5_000_000_000, RealtimeNs: 1_700_000_000_000_000_000, BoottimeNs: 7_000_000_000}

// Writer writes a recording. It panics on errors, which are mistakes in a test.
type Writer struct {
	chunks    *format.Writer
	o         Options
	now       time.Duration // since Hello
	ids       map[string]uint32
	functions []*tracepb.Function
	defined   map[uint32]bool // functions whose definitions have been written
	threads   map[uint32]*Thread
	order     []*Thread
	known     map[uint64]uint64 // payloads by the hash of their content
	payload   uint64
	calls     uint64
	seed      maphash.Seed
}

// NewWriter begins a recording.
func NewWriter(w io.Writer, o Options) *Writer {
	if o.PerBatch == 0 {
		o.PerBatch = 1000
	}
	if o.Ticks == 0 {
		o.Ticks = 1_000_000_000
	}
	chunks, err := format.NewWriter(w, o.Packing)
	must(err)
	t := &Writer{chunks: chunks, o: o, ids: map[string]uint32{}, defined: map[uint32]bool{}, threads: map[uint32]*Thread{}, known: map[uint64]uint64{}, seed: maphash.MakeSeed()}
	hello := &tracepb.Hello{Version: 1, Nonce: []byte("0123456789abcdef"), Pid: 4711, Process: "tracetest", Arch: "amd64", PointerBits: 64,
		Registry: "2026-05", Clock: t.clock(), Options: &tracepb.Options{Recording: true, Untimed: o.Untimed}, FromStart: !o.Late, Memory: 16 << 20}
	if o.Hello != nil {
		proto.Merge(hello, o.Hello)
	}
	t.Chunk(tracepb.ChunkType_CHUNK_HELLO, 0, hello)
	return t
}

func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("tracetest: %v", err))
	}
}

// Chunk writes a chunk of any type.
func (w *Writer) Chunk(t tracepb.ChunkType, thread uint32, m proto.Message) {
	must(w.chunks.Message(t, thread, m))
}

// Size returns the number of bytes written.
func (w *Writer) Size() int64 { return w.chunks.Size() }

func (w *Writer) clock() *tracepb.Clock {
	return &tracepb.Clock{Ticks: w.ticks(w.now), MonotonicNs: Epoch.MonotonicNs + uint64(w.now), RealtimeNs: Epoch.RealtimeNs + uint64(w.now), BoottimeNs: Epoch.BoottimeNs + uint64(w.now),
		TicksPerSecond: w.o.Ticks}
}

// Clock writes another reading of the clocks.
func (w *Writer) Clock() { w.Chunk(tracepb.ChunkType_CHUNK_CLOCK, 0, w.clock()) }

// ticks converts a time to ticks of the recorder's clock.
func (w *Writer) ticks(t time.Duration) uint64 {
	return Epoch.Ticks + uint64(float64(t)*float64(w.o.Ticks)/1e9)
}

// At sets the start of the next call, on any thread. By default each call begins 100 ns after the end of the
// previous one.
func (w *Writer) At(t time.Duration) { w.now = t }

// Now returns the end of the last call.
func (w *Writer) Now() time.Duration { return w.now }

// Flush ends the batches of all threads.
func (w *Writer) Flush() {
	for _, t := range w.order {
		t.Flush()
	}
}

// Close ends the recording.
func (w *Writer) Close() {
	w.Flush()
	end := &tracepb.End{Calls: w.calls, Reason: cmp.Or(w.o.Ended, "stopped"), Unaccounted: w.o.Lost}
	for _, t := range w.order {
		end.Dropped, end.Uncaptured = end.Dropped+t.dropped, end.Uncaptured+t.uncaptured
	}
	w.Chunk(tracepb.ChunkType_CHUNK_END, 0, end)
}

// payloads writes data in pieces, each content once.
func (w *Writer) payloads(b []byte) (ids []uint64) {
	for len(b) > 0 {
		piece := b[:min(len(b), format.MaxPayload)]
		b = b[len(piece):]
		h := maphash.Bytes(w.seed, piece)
		if w.known[h] == 0 {
			w.payload++
			w.known[h] = w.payload
			w.Chunk(tracepb.ChunkType_CHUNK_PAYLOAD, 0, &tracepb.Payload{Id: w.payload, Content: piece})
		}
		ids = append(ids, w.known[h])
	}
	return ids
}

// id returns the number of a function, which is assigned at its first call.
func (w *Writer) id(f *tracepb.Function) uint32 {
	id, ok := w.ids[f.GetName()]
	if !ok {
		id = uint32(len(w.functions))
		w.ids[f.GetName()] = id
		w.functions = append(w.functions, &tracepb.Function{Id: id, Name: f.GetName(), Parameters: f.GetParameters(), Result: f.GetResult()})
	}
	return id
}

// define adds to a batch the definitions of its functions that no earlier batch has.
func (w *Writer) define(b *format.Builder) {
	for _, id := range b.Used() {
		if !w.defined[id] {
			w.defined[id] = true
			must(b.Define(w.functions[id]))
		}
	}
}

func chunkOf(thread uint32, body []byte) format.Chunk {
	return format.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: thread, Body: body}
}
