package apitrace

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"io"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// Limits of a batch.
const (
	batchCalls = 16 << 10
	batchBytes = 2 << 20
)

// noTime is the number of ticks per second. A tick is a call, which orders the calls of threads and takes no time: a trace has
// no times.
const noTime = 1 << 62

// mostShared is the number of payloads that can be shared. Then the table begins again.
const mostShared = 1 << 18

// output writes a recording. It has one open batch, which ends when the thread or the context changes, so that the order of the
// batches is that of the calls.
type output struct {
	chunks  *format.Joiner
	batch   format.Builder
	lane    *importLane   // of the open batch; nil if there is none
	used    []*importPlan // functions that the open batch must define
	calls   uint64
	lacking uint64 // parameters without data
	payload uint64 // ID of the last payload
	shared  map[[2]uint64]uint64
	seeds   [2]maphash.Seed
	body    []byte
	ids     []uint64 // payloads of the next call
	err     error
}

// importLane is the end of a thread's last batch.
type importLane struct {
	number                   uint32 // of the thread
	sequence, calls, lacking uint64
}

func newOutput(w io.Writer, r *events.Reader) (*output, error) {
	chunks, err := format.NewWriter(w, format.Quick)
	if err != nil {
		return nil, err
	}
	const mostName = 256
	hello := &tracepb.Hello{Version: 1, Process: strings.ToValidUTF8(r.Process[:min(len(r.Process), mostName)], "\uFFFD"), PointerBits: 64, FromStart: true, Source: fmt.Sprintf("apitrace %d", r.Format),
		Clock: &tracepb.Clock{TicksPerSecond: noTime}, Options: &tracepb.Options{Recording: true, Untimed: true}}
	return &output{chunks: format.NewJoiner(chunks), shared: map[[2]uint64]uint64{}, seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}}, chunks.Message(tracepb.ChunkType_CHUNK_HELLO, 0, hello)
}

func (o *output) fail(err error) {
	if o.err == nil {
		o.err = err
	}
}

func (o *output) beginThread(number uint32) error {
	return o.chunks.Message(tracepb.ChunkType_CHUNK_THREAD, number, &tracepb.Thread{Number: number, Name: fmt.Sprintf("thread %d", number)})
}

// write adds a call to the batch of its thread and context.
func (o *output) write(lane *importLane, context uint32, p *importPlan, c *format.Call) {
	if o.lane != lane || o.batch.Context != context || o.batch.Len() >= batchCalls || o.batch.Size() >= batchBytes || !o.batch.Fits(p.id) {
		o.flush()
	}
	if o.lane == nil {
		o.lane = lane
		o.batch.Begin(format.Head{Thread: lane.number, Context: context, Sequence: lane.sequence, First: lane.calls, Start: o.calls}, true)
	}
	for i := range c.Captures {
		if c.Captures[i].Kind == tracepb.Capture_CAPTURE_UNKNOWN {
			o.lacking++
			lane.lacking++
		}
	}
	if !p.defined {
		p.defined = true
		o.used = append(o.used, p)
	}
	if err := o.batch.Add(c); err != nil {
		o.fail(err)
	}
	o.calls++
}

// flush writes the open batch.
func (o *output) flush() {
	if o.lane == nil || o.err != nil {
		return
	}
	for _, p := range o.used {
		if err := o.batch.Define(p.definition); err != nil {
			o.fail(err)
		}
	}
	lane := o.lane
	o.lane, o.used = nil, o.used[:0]
	lane.sequence, lane.calls, o.batch.Uncaptured = lane.sequence+1, lane.calls+uint64(o.batch.Len()), lane.lacking
	if err := o.chunks.Write(format.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: lane.number, Body: o.batch.Body()}); err != nil {
		o.fail(err)
	}
}

// data returns the IDs of the payloads with data. They are valid until the next call is written.
func (o *output) data(data []byte) []uint64 {
	from := len(o.ids)
	for len(data) > 0 {
		piece := data[:min(len(data), format.MaxPayload)]
		data = data[len(piece):]
		o.ids = append(o.ids, o.share(piece))
	}
	return o.ids[from:len(o.ids):len(o.ids)]
}

// share returns the ID of a payload, which is written if it is new.
func (o *output) share(content []byte) uint64 {
	key := [2]uint64{maphash.Bytes(o.seeds[0], content), maphash.Bytes(o.seeds[1], content)}
	if id, ok := o.shared[key]; ok {
		return id
	}
	if len(o.shared) == mostShared {
		clear(o.shared)
	}
	o.payload++
	o.shared[key] = o.payload
	o.body = protowire.AppendTag(o.body[:0], 1, protowire.VarintType)
	o.body = binary.AppendUvarint(o.body, o.payload)
	o.body = protowire.AppendTag(o.body, 2, protowire.BytesType)
	o.body = protowire.AppendBytes(o.body, content)
	if err := o.chunks.Write(format.Chunk{Type: tracepb.ChunkType_CHUNK_PAYLOAD, Body: o.body}); err != nil {
		o.fail(err)
	}
	return o.payload
}

// close writes the end of the recording.
func (o *output) close(cut bool) error {
	o.flush()
	if o.err != nil {
		return o.err
	}
	if err := o.chunks.Flush(); err != nil {
		return err
	}
	end := &tracepb.End{Calls: o.calls, Uncaptured: o.lacking, Reason: "exit"}
	if cut {
		end.Reason = "disconnected"
	}
	return o.chunks.Message(tracepb.ChunkType_CHUNK_END, 0, end)
}
