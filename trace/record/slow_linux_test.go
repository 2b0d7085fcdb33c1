package record_test

import (
	"bytes"
	"errors"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// medium is a disk that can be blocked, with limited space.
type medium struct {
	mu   sync.Mutex
	text bytes.Buffer
	room int
	held chan bool // closed to continue
	free int       // number of writes before it blocks
}

func (m *medium) Write(p []byte) (int, error) {
	if m.free--; m.free < 0 {
		<-m.held
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	n, _ := m.text.Write(p[:min(len(p), max(0, m.room-m.text.Len()))])
	if n < len(p) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

func (m *medium) Truncate(size int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.text.Truncate(int(size))
	return nil
}

func (m *medium) Close() error { return nil }

// dial connects to the recorder of a directory.
func dial(t *testing.T, r *tracetest.Recorder) *link.Conn {
	t.Helper()
	c, err := link.Dial(t.Context(), r.Registration)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A disk that blocks delays nothing: the recorder sends while there is space, only written calls are
// reported, and all of them are written when the disk continues.
func TestSlowDisk(t *testing.T) {
	const batches = 2000
	sent := make(chan bool)
	r := tracetest.NewRecorder(t, func(r *tracetest.Recorder, conn net.Conn) {
		out, _, err := r.Greet(conn)
		for i := uint64(0); i < batches && err == nil; i++ {
			err = out.Message(tracepb.ChunkType_CHUNK_BATCH, 1, tracetest.Frame(1, i, 4*i, 3))
		}
		close(sent)
		_ = out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Calls: 4 * batches, Reason: "exit"})
	})
	m := &medium{room: 1 << 30, held: make(chan bool), free: 2} // magic and Hello
	rec, err := record.StartOn(dial(t, r), m, "x")
	if err != nil {
		t.Fatal(err)
	}
	<-sent
	if s := rec.Status(); s.Calls != 0 || s.Reason != "" {
		t.Errorf("progress counts calls that are not on the disk: %+v", s)
	}
	close(m.held)
	<-rec.Done()
	if s := rec.Status(); s.Calls != 4*batches || s.Reason != "exit" || s.Bytes != int64(m.text.Len()) {
		t.Errorf("%+v, and %d bytes", s, m.text.Len())
	}
}

// A full disk ends the recording with one error. The reported calls are in the file, which is valid, and has
// an End if there is space.
func TestFullDisk(t *testing.T) {
	for _, room := range []int{400, 500, 1000, 5000} {
		r := tracetest.NewRecorder(t, frames(1<<30))
		m := &medium{room: room, held: make(chan bool)}
		close(m.held)
		rec, err := record.StartOn(dial(t, r), m, "x")
		if err != nil {
			t.Fatal(err)
		}
		<-rec.Done()
		var full *record.WriteError
		s := rec.Status()
		if err := rec.Err(); !errors.As(err, &full) || !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "\n") || s.Reason != "disk" {
			t.Errorf("%d bytes: %v, %+v", room, err, s)
		}
		calls := 0
		in := format.NewReader(bytes.NewReader(m.text.Bytes()))
		for {
			c, err := in.Next()
			if err != nil {
				break
			}
			if c.Type == tracepb.ChunkType_CHUNK_BATCH {
				calls += 4
			}
		}
		if in.End() != int64(m.text.Len()) || uint64(calls) != s.Calls || s.Bytes != int64(m.text.Len()) {
			t.Errorf("%d bytes: valid up to byte %d of %d, %d calls, progress: %+v", room, in.End(), m.text.Len(), calls, s)
		}
	}
}
