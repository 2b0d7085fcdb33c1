package tracetest

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// A Recorder listens until the test ends.
type Recorder struct {
	Dir       string
	FromStart bool // for the hello message
	link.Registration
}

// NewRecorder registers a recorder of the test's process in a new directory. It passes each connection to serve.
func NewRecorder(t testing.TB, serve func(r *Recorder, conn net.Conn)) *Recorder {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "trace")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r, listener, err := Listen(dir, "fakerecorder", serve)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	return r
}

// Listen registers a recorder of this process in an existing directory.
func Listen(dir, process string, serve func(r *Recorder, conn net.Conn)) (*Recorder, net.Listener, error) {
	nonce, proof := make([]byte, 16), make([]byte, 16)
	_, _ = rand.Read(nonce)
	_, _ = rand.Read(proof)
	pid := os.Getpid()
	start, err := startTime(pid)
	if err != nil {
		return nil, nil, err
	}
	r := &Recorder{Dir: dir, Registration: link.Registration{PID: pid,
		Socket: fmt.Sprintf("gltrace-%d-%s", pid, hex.EncodeToString(nonce)), Proof: string(proof), Process: process, Start: start}}
	listener, err := net.Listen("unix", "@"+r.Socket)
	if err == nil {
		err = r.register()
	}
	if err != nil {
		return nil, nil, err
	}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(r, conn)
			}()
		}
	}()
	return r, listener, nil
}

// register writes the file under a temporary name and renames it, so that it appears complete.
func (r *Recorder) register() error {
	at := filepath.Join(r.Dir, fmt.Sprint(r.PID))
	if err := os.WriteFile(at+".new", []byte(r.Text()), 0o600); err != nil {
		return err
	}
	return os.Rename(at+".new", at)
}

// startTime is field 22 of a process's line.
func startTime(pid int) (start uint64, err error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	line := string(stat)
	_, err = fmt.Sscan(strings.Fields(line[strings.LastIndexByte(line, ')')+1:])[19], &start)
	return start, err
}

// Text returns the content of the recorder's file.
func (r *Recorder) Text() string {
	return fmt.Sprintf("gltrace 1\nsocket %s\nnonce %x\nprocess %s\nstart %d\n", r.Socket, r.Proof, r.Process, r.Start)
}

// Hello returns a valid hello message.
func (r *Recorder) Hello() *tracepb.Hello {
	return &tracepb.Hello{Version: 1, Nonce: r.Nonce(), Pid: uint32(r.PID), Process: r.Process, Arch: "amd64", PointerBits: 64,
		Clock: &tracepb.Clock{Ticks: 1000, MonotonicNs: 2000, RealtimeNs: 3000, TicksPerSecond: 1e9}, Options: &tracepb.Options{}, FromStart: r.FromStart}
}

// Greet sends the hello message and waits for the first command with the right nonce. After a command to stop, it replies and returns
// io.EOF.
func (r *Recorder) Greet(conn net.Conn) (*format.Writer, *format.Reader, error) {
	out, err := format.NewWriter(conn, format.Unpacked)
	if err == nil {
		err = out.Message(tracepb.ChunkType_CHUNK_HELLO, 0, r.Hello())
	}
	if err != nil {
		return nil, nil, err
	}
	in := format.NewReader(conn)
	command, err := Command(in)
	if err == nil && string(command.Nonce) != r.Proof {
		err = fmt.Errorf("a command with another random number: %x", command.Nonce)
	}
	if err == nil && command.Stop {
		err = errors.Join(io.EOF, out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Reason: "stopped"}))
	}
	return out, in, err
}

// Command reads a command.
func Command(in *format.Reader) (*tracepb.Command, error) {
	c, err := in.Next()
	if err != nil {
		return nil, err
	}
	command := &tracepb.Command{}
	if c.Type != tracepb.ChunkType_CHUNK_COMMAND {
		return nil, fmt.Errorf("a chunk of type %d, not a command", c.Type)
	}
	return command, proto.Unmarshal(c.Body, command)
}

// Frame returns a batch of a thread with the given number of calls of glFlush and a swap at its end; first is
// the number of its first call.
func Frame(thread uint32, sequence, first uint64, calls int) *tracepb.Batch {
	b := &tracepb.Batch{Thread: thread, Sequence: sequence, First: first, Context: 1, Start: 1000 + first*10, Count: uint32(calls + 1), Used: []uint32{1, 2}}
	if sequence == 0 {
		b.Functions = []*tracepb.Function{{Id: 1, Name: "glFlush"}, {Id: 2, Name: "eglSwapBuffers",
			Parameters: []*tracepb.Parameter{{Name: "dpy", Type: "EGLDisplay", Cell: tracepb.Cell_CELL_ULONG}, {Name: "surface", Type: "EGLSurface", Cell: tracepb.Cell_CELL_ULONG}},
			Result:     &tracepb.Parameter{Type: "EGLBoolean", Cell: tracepb.Cell_CELL_UINT}}}
	}
	b.Function = append(make([]byte, calls), 1)
	for range calls + 1 {
		b.Starts, b.Durations = append(b.Starts, 5), append(b.Durations, 5)
	}
	b.Ints = []int64{7, 8, 1}
	return b
}
