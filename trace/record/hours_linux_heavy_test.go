//go:build heavy

package record_test

import (
	"net"
	"runtime"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// nowhere is a disk that keeps nothing.
type nowhere struct{ bytes int64 }

func (n *nowhere) Write(p []byte) (int, error) { n.bytes += int64(len(p)); return len(p), nil }
func (n *nowhere) Truncate(int64) error        { return nil }
func (n *nowhere) Close() error                { return nil }

// heap returns the bytes of all objects in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A receiver needs no more memory after two hours at 60 frames per second than after twelve minutes. The recorder has the clock of two
// hours, and sends as fast as the receiver reads.
func TestTwoHours(t *testing.T) {
	const frames, calls, second = 2 * 60 * 60 * 60, 8, 1_000_000_000
	const most = 4 << 20
	early := make(chan int64, 1)
	r := tracetest.NewRecorder(t, func(r *tracetest.Recorder, conn net.Conn) {
		out, _, err := r.Greet(conn)
		for i := uint64(0); i < frames && err == nil; i++ {
			b := tracetest.Frame(1, i, calls*i, calls-1)
			b.Start = 1000 + i*second/60
			err = out.Message(tracepb.ChunkType_CHUNK_BATCH, 1, b)
			if i%60 == 0 && err == nil {
				err = out.Message(tracepb.ChunkType_CHUNK_CLOCK, 0, &tracepb.Clock{Ticks: b.Start, MonotonicNs: b.Start + 1000, TicksPerSecond: second})
			}
			if i%100 == 0 && err == nil {
				err = out.Message(tracepb.ChunkType_CHUNK_PAYLOAD, 0, &tracepb.Payload{Id: i/100 + 1, Content: make([]byte, format.MaxPayload/16)})
			}
			if i == frames/10 {
				early <- heap()
			}
		}
		_ = out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Calls: calls * frames, Reason: "exit"})
	})
	to := &nowhere{}
	rec, err := record.StartOn(dial(t, r), to, "x")
	if err != nil {
		t.Fatal(err)
	}
	<-rec.Done()
	if s := rec.Status(); s.Calls != calls*frames || s.Frames != frames || s.Dropped != 0 || rec.Err() != nil {
		t.Errorf("%+v, %v", s, rec.Err())
	}
	before, after := <-early, heap()
	t.Logf("%d MB written; %d bytes of memory after twelve minutes, %d after two hours", to.bytes>>20, before, after)
	if after > before+most {
		t.Errorf("the memory grew from %d to %d bytes", before, after)
	}
	runtime.KeepAlive(rec)
}
