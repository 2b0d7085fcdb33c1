//go:build linux

package live_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// receiver is a connection to the recorder of a program.
type receiver struct {
	t       *testing.T
	conn    *net.UnixConn
	proof   []byte // what the recorder's registration file has
	done    chan struct{}
	mu      sync.Mutex
	got     bytes.Buffer
	greeted bool
}

// connect finds a program by its registration.
func connect(t *testing.T, cmd *exec.Cmd) *receiver {
	t.Helper()
	path := filepath.Join(variable(cmd, "GLTRACE_FOLDER"), fmt.Sprint(cmd.Process.Pid))
	testutil.Eventually(t, path, func() bool { _, err := os.Stat(path); return err == nil })
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	registered, err := link.Parse(cmd.Process.Pid, string(text))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: "@" + registered.Socket, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	h := &receiver{t: t, conn: conn, done: make(chan struct{}), proof: []byte(registered.Proof)}
	t.Cleanup(func() { conn.Close() })
	go h.receive()
	return h
}

func variable(cmd *exec.Cmd, name string) string {
	for _, line := range cmd.Env {
		if value, ok := strings.CutPrefix(line, name+"="); ok {
			return value
		}
	}
	return ""
}

func (h *receiver) receive() {
	defer close(h.done)
	part := make([]byte, 1<<16)
	for {
		n, err := h.conn.Read(part)
		h.mu.Lock()
		h.got.Write(part[:n])
		h.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// command sends a command; the first one follows the magic of a stream.
func (h *receiver) command(options *tracepb.Options, stop bool) {
	h.t.Helper()
	var b bytes.Buffer
	w, err := format.NewWriter(&b, format.Unpacked)
	if err == nil {
		err = w.Message(tracepb.ChunkType_CHUNK_COMMAND, 0, &tracepb.Command{Nonce: h.proof, Options: options, Stop: stop})
	}
	bytes := b.Bytes()
	if h.greeted {
		bytes = bytes[8:]
	}
	h.greeted = true
	if _, err2 := h.conn.Write(bytes); errors.Join(err, err2) != nil {
		h.t.Fatal(errors.Join(err, err2))
	}
}

func (h *receiver) size() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.got.Len()
}

// end waits until the connection ends, and opens the received data.
func (h *receiver) end() *file.File {
	h.t.Helper()
	select {
	case <-h.done:
	case <-time.After(limit):
		h.t.Fatal("the recording does not end")
	}
	f, err := file.Read(bytes.NewReader(h.got.Bytes()), int64(h.got.Len()))
	if err != nil {
		h.t.Fatal(err)
	}
	return f
}

// disconnect closes the connection without a command.
func (h *receiver) disconnect() { _ = h.conn.Close() }
