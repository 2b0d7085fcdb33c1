package record_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// piped connects to one recorder through an unbuffered pipe.
type piped struct {
	*tracetest.Recorder
	serve func(conn net.Conn, out *format.Writer)
}

func (p *piped) Find(context.Context) ([]link.Registration, error) {
	return []link.Registration{p.Registration}, nil
}

func (p *piped) Counts(context.Context, link.Registration) func(bool) []byte {
	return func(bool) []byte { return nil }
}

func (p *piped) Dial(ctx context.Context, r link.Registration) (*link.Conn, error) {
	ours, theirs := net.Pipe()
	go func() {
		out, err := format.NewWriter(theirs, format.Unpacked)
		if err == nil {
			err = out.Message(tracepb.ChunkType_CHUNK_HELLO, 0, p.Hello())
		}
		if err == nil {
			p.serve(theirs, out)
		}
		theirs.Close()
	}()
	return link.Handshake(ctx, ours, r)
}

// A recorder that disconnects before the first command leaves no file, so that the next one can use the name.
func TestGoneBeforeItBegins(t *testing.T) {
	p := &piped{tracetest.NewRecorder(t, frames(3)), func(net.Conn, *format.Writer) {}}
	var failed []error
	s := &record.Session{Out: filepath.Join(t.TempDir(), "x.gltrace"), Options: &tracepb.Options{Recording: true},
		OnError: func(_ link.Registration, err error) { failed = append(failed, err) }}
	if err := s.Once(t.Context(), p); err != nil || len(failed) != 1 {
		t.Fatalf("%v, %v", err, failed)
	}
	if _, err := os.Lstat(s.Out); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the failed recording left a file: %v", err)
	}
	if err := s.Once(t.Context(), &record.Local{Dir: p.Dir}); err != nil || len(failed) != 1 {
		t.Fatalf("%v, %v", err, failed)
	}
	if err := s.Wait(); err != nil {
		t.Error(err)
	}
	if _, calls, _, _, err := content(t, s.Out); err != nil || calls != 12 {
		t.Errorf("%d calls, %v", calls, err)
	}
}

// A recorder that is slow to read the command delays neither the status nor the end of the session.
func TestSlowToBegin(t *testing.T) {
	commanding, goOn := make(chan bool), make(chan bool)
	p := &piped{tracetest.NewRecorder(t, frames(3)), func(conn net.Conn, out *format.Writer) {
		_, _ = conn.Read(make([]byte, 1))
		close(commanding)
		<-goOn
		go func() { _, _ = io.Copy(io.Discard, conn) }()
		_ = out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Reason: "stopped"})
	}}
	s := &record.Session{Out: filepath.Join(t.TempDir(), "x.gltrace"), Options: &tracepb.Options{Recording: true},
		OnError: func(_ link.Registration, err error) { t.Error(err) }}
	begun := make(chan error)
	go func() { begun <- s.Once(t.Context(), p) }()
	<-commanding
	if n := len(s.Statuses()); n != 0 || s.IsFinished() {
		t.Errorf("%d recordings", n)
	}
	s.Stop()
	close(goOn)
	if err := <-begun; err != nil {
		t.Fatal(err)
	}
	if err := s.Wait(); err != nil || len(s.Statuses()) != 1 || s.Statuses()[0].Reason != "stopped" {
		t.Errorf("%v, %+v", err, s.Statuses())
	}
}
