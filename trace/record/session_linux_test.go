package record_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// frames sends frames of four calls, up to a number of frames or until the command to stop.
func frames(most int) func(*tracetest.Recorder, net.Conn) {
	return func(r *tracetest.Recorder, conn net.Conn) {
		out, in, err := r.Greet(conn)
		if err != nil {
			return
		}
		stop := make(chan bool)
		go func() {
			for {
				if command, err := tracetest.Command(in); err != nil || command.Stop {
					close(stop)
					return
				}
			}
		}()
		_ = out.Message(tracepb.ChunkType_CHUNK_THREAD, 1, &tracepb.Thread{Number: 1, Tid: uint32(r.PID), Name: "main"})
		for i := 0; i < most; i++ {
			if out.Message(tracepb.ChunkType_CHUNK_BATCH, 1, tracetest.Frame(1, uint64(i), uint64(i*4), 3)) != nil {
				return
			}
			select {
			case <-stop:
				_ = out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Calls: uint64(i*4 + 4), Reason: "stopped"})
				return
			case <-time.After(time.Millisecond):
			}
		}
	}
}

// record records the only recorder of a directory until it ends.
func recordInto(t *testing.T, r *tracetest.Recorder, s *record.Session) error {
	t.Helper()
	if s.Out == "" {
		s.Out = filepath.Join(t.TempDir(), "x.gltrace")
	}
	if s.Options == nil {
		s.Options = &tracepb.Options{Recording: true}
	}
	s.OnError = func(_ link.Registration, err error) { t.Error(err) }
	if err := s.Once(t.Context(), &record.Local{Dir: r.Dir}); err != nil {
		t.Fatal(err)
	}
	return s.Wait()
}

// content reads a file without package file: its contents, and whether it is truncated.
func content(t *testing.T, path string) (hello, calls, frames int, end *tracepb.End, err error) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := format.NewReader(f)
	for {
		c, err := in.Next()
		if err != nil {
			if err == io.EOF {
				err = nil
			}
			return hello, calls, frames, end, err
		}
		switch c.Type {
		case tracepb.ChunkType_CHUNK_HELLO:
			hello++
		case tracepb.ChunkType_CHUNK_BATCH:
			b := &tracepb.Batch{}
			if err := proto.Unmarshal(c.Body, b); err != nil {
				t.Fatal(err)
			}
			calls, frames = calls+int(b.Count), frames+1
		case tracepb.ChunkType_CHUNK_END:
			end = &tracepb.End{}
			if err := proto.Unmarshal(c.Body, end); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestRecord(t *testing.T) {
	r := tracetest.NewRecorder(t, frames(1<<30))
	s := &record.Session{Frames: 5}
	if err := recordInto(t, r, s); err != nil {
		t.Fatal(err)
	}
	list := s.Statuses()
	if len(list) != 1 || list[0].Reason != "stopped" || list[0].Frames < 5 || list[0].PID != os.Getpid() || list[0].Error != "" {
		t.Fatalf("%+v", list)
	}
	hello, calls, frames, end, err := content(t, s.Out)
	if err != nil || hello != 1 || uint64(calls) != list[0].Calls || uint64(frames) != list[0].Frames || end == nil || end.Calls != uint64(calls) {
		t.Errorf("%d hellos, %d calls, %d frames, end %v, %v; progress: %+v", hello, calls, frames, end, err, list[0])
	}
	if info, err := os.Stat(s.Out); err != nil || info.Mode().Perm() != 0o600 || info.Size() != list[0].Bytes {
		t.Errorf("%v %v, progress: %d", info, err, list[0].Bytes)
	}
}

// A program that is killed leaves a recording with the reason "disconnected".
func TestProgramIsKilled(t *testing.T) {
	r := tracetest.NewRecorder(t, frames(3))
	s := &record.Session{}
	if err := recordInto(t, r, s); err != nil {
		t.Fatal(err)
	}
	_, calls, _, end, err := content(t, s.Out)
	if err != nil || calls != 12 || end == nil || end.Reason != "disconnected" || end.Calls != 12 {
		t.Errorf("%d calls, end %v, %v", calls, end, err)
	}
}

// An existing file is not overwritten, and a symbolic link is not followed.
func TestFileIsThere(t *testing.T) {
	for name, make := range map[string]func(path string) error{
		"file": func(path string) error { return os.WriteFile(path, []byte("mine"), 0o600) },
		"link": func(path string) error { return os.Symlink("nowhere", path) },
	} {
		r := tracetest.NewRecorder(t, frames(3))
		s := &record.Session{Out: filepath.Join(t.TempDir(), "x.gltrace"), Options: &tracepb.Options{Recording: true}}
		if err := make(s.Out); err != nil {
			t.Fatal(err)
		}
		var failed error
		s.OnError = func(_ link.Registration, err error) { failed = err }
		if err := s.Once(t.Context(), &record.Local{Dir: r.Dir}); err != nil {
			t.Fatal(err)
		}
		if !errors.Is(failed, os.ErrExist) || len(s.Statuses()) > 0 {
			t.Errorf("%s: %v", name, failed)
		}
	}
}

// streams are recorders with a valid Hello and invalid data after it.
var streams = map[string]func(out *format.Writer, conn net.Conn){
	"unexpected chunk": func(out *format.Writer, _ net.Conn) {
		_ = out.Message(tracepb.ChunkType_CHUNK_COMMAND, 0, &tracepb.Command{Stop: true})
	},
	"invalid header": func(_ *format.Writer, conn net.Conn) {
		_ = binary.Write(conn, binary.LittleEndian, [4]uint32{1<<32 - 1, 2, 0, 0}) // a huge length
	},
	"checksum mismatch": func(_ *format.Writer, conn net.Conn) {
		_, _ = conn.Write(append(binary.LittleEndian.AppendUint32(nil, 4), "\x02\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00body"...))
	},
	"9 calls, but lists functions for 4 calls": batch(func(b *tracepb.Batch) { b.Count = 9 }),
	"not in the list of the batch":             batch(func(b *tracepb.Batch) { b.Function[0] = 7 }),
	"invalid list of functions":                batch(func(b *tracepb.Batch) { b.Used = make([]uint32, 257) }),
	"payload of 65537 bytes":                   message(tracepb.ChunkType_CHUNK_PAYLOAD, &tracepb.Payload{Id: 1, Content: make([]byte, 64<<10+1)}),
	"overflow": func(out *format.Writer, _ net.Conn) {
		_ = out.Write(format.Chunk{Type: tracepb.ChunkType_CHUNK_BATCH, Thread: 1, Body: []byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")})
	},
}

func batch(change func(*tracepb.Batch)) func(*format.Writer, net.Conn) {
	b := tracetest.Frame(1, 0, 0, 3)
	change(b)
	return message(tracepb.ChunkType_CHUNK_BATCH, b)
}

func message(kind tracepb.ChunkType, m proto.Message) func(*format.Writer, net.Conn) {
	return func(out *format.Writer, _ net.Conn) { _ = out.Message(kind, 1, m) }
}

// TestHostileStreams expects one error for each, and a valid file with the data before it.
func TestHostileStreams(t *testing.T) {
	for words, send := range streams {
		r := tracetest.NewRecorder(t, func(r *tracetest.Recorder, conn net.Conn) {
			out, _, err := r.Greet(conn)
			if err != nil {
				return
			}
			_ = out.Message(tracepb.ChunkType_CHUNK_BATCH, 1, tracetest.Frame(1, 0, 0, 3))
			send(out, conn)
			_, _ = conn.Read(make([]byte, 1))
		})
		s := &record.Session{}
		err := recordInto(t, r, s)
		if err == nil || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), fmt.Sprintf("process %d", os.Getpid())) {
			t.Errorf("%q: %v", words, err)
		}
		if _, calls, _, end, err := content(t, s.Out); err != nil || calls != 4 || end == nil {
			t.Errorf("%q: %d calls, end %v, %v", words, calls, end, err)
		}
	}
}

// A recorder that ignores the command to stop is disconnected after a timeout.
func TestNeverEnds(t *testing.T) {
	defer record.SetStopTime(200 * time.Millisecond)()
	r := tracetest.NewRecorder(t, func(r *tracetest.Recorder, conn net.Conn) {
		out, _, err := r.Greet(conn)
		for i := uint64(0); err == nil; i++ {
			err = out.Message(tracepb.ChunkType_CHUNK_BATCH, 1, tracetest.Frame(1, i, 4*i, 3))
			time.Sleep(time.Millisecond) // one frame a millisecond
		}
	})
	s := &record.Session{Frames: 3}
	if err := recordInto(t, r, s); err != nil {
		t.Error(err)
	}
	if list := s.Statuses(); list[0].Reason != "disconnected" {
		t.Errorf("%+v", list)
	}
}

// A receiver answers requests, and sends changes of options to the recorder.
func TestControl(t *testing.T) {
	changed := make(chan *tracepb.Options, 1)
	r := tracetest.NewRecorder(t, func(r *tracetest.Recorder, conn net.Conn) {
		out, in, err := r.Greet(conn)
		if err != nil {
			return
		}
		_ = out.Message(tracepb.ChunkType_CHUNK_BATCH, 1, tracetest.Frame(1, 0, 0, 3))
		if command, err := tracetest.Command(in); err == nil {
			changed <- command.Options
		}
		if command, err := tracetest.Command(in); err == nil && command.Stop {
			_ = out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Calls: 4, Dropped: 2, Reason: "stopped"})
		}
	})
	dir := t.TempDir()
	t.Chdir(dir)
	s := &record.Session{Out: "x.gltrace", Options: &tracepb.Options{Recording: true, Untimed: true}}
	stop, err := s.Serve(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if err := s.Once(t.Context(), &record.Local{Dir: r.Dir}); err != nil {
		t.Fatal(err)
	}
	ask := func(q record.Request) record.Status {
		t.Helper()
		a := record.QueryReceivers(t.Context(), r.Dir, q)
		if len(a) != 1 || a[0].Error != "" || len(a[0].Recordings) != 1 {
			t.Fatalf("%+v: %+v", q, a)
		}
		return a[0].Recordings[0]
	}
	if is := ask(record.Request{Command: "status"}); is.PID != r.PID || is.File != filepath.Join(dir, s.Out) || is.Timed || is.Reason != "" {
		t.Errorf("%+v", is)
	}
	if is := ask(record.Request{Command: "change", PID: r.PID, Changes: record.Changes{"frame-images": true, "untimed": false}}); !is.Timed || !is.Images {
		t.Errorf("%+v", is)
	}
	if o := <-changed; !o.Recording || o.Untimed || !o.FrameImages {
		t.Errorf("%v", o)
	}
	if is := ask(record.Request{Command: "stop", PID: r.PID}); is.Reason != "stopped" || is.Calls != 4 || is.Dropped != 2 {
		t.Errorf("%+v", is)
	}
	if a := record.QueryReceivers(t.Context(), r.Dir, record.Request{Command: "stop", PID: r.PID}); len(a) != 1 || len(a[0].Recordings) != 0 {
		t.Errorf("an ended recording was stopped again: %+v", a)
	}
}

// A recorder with a receiver rejects the next one and continues.
func TestTwoHosts(t *testing.T) {
	first := make(chan bool, 1)
	first <- true
	serve := frames(1 << 30)
	r := tracetest.NewRecorder(t, func(r *tracetest.Recorder, conn net.Conn) {
		select {
		case <-first:
			serve(r, conn)
		default:
			out, _ := format.NewWriter(conn, format.Unpacked)
			_ = out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Reason: "busy"})
		}
	})
	one := &record.Session{Out: filepath.Join(t.TempDir(), "x.gltrace"), Options: &tracepb.Options{Recording: true}, Frames: 50}
	if err := one.Once(t.Context(), &record.Local{Dir: r.Dir}); err != nil {
		t.Fatal(err)
	}
	var refused error
	two := &record.Session{Out: filepath.Join(t.TempDir(), "x.gltrace"), Options: &tracepb.Options{Recording: true}, OnError: func(_ link.Registration, err error) { refused = err }}
	if err := two.Once(t.Context(), &record.Local{Dir: r.Dir}); err != nil || !errors.Is(refused, link.ErrBusy) {
		t.Errorf("%v, %v", err, refused)
	}
	if _, err := os.Stat(two.Out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the second receiver created a file: %v", err)
	}
	if err := one.Wait(); err != nil || one.Statuses()[0].Frames < 50 {
		t.Errorf("%v %+v", err, one.Statuses())
	}
}
