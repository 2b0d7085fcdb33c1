//go:build linux

package recorder_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// encode returns the bytes that a receiver sends for these chunks.
func encode(t *testing.T, chunks ...format.Chunk) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := format.NewWriter(&out, format.Packing(0))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range chunks {
		if err := w.Write(c); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// closes reports whether the recorder closes a connection that sends these bytes. It never records for it.
func closes(t *testing.T, conn net.Conn, bytes []byte) bool {
	t.Helper()
	_, _ = conn.Write(bytes)
	r := format.NewReader(conn)
	for {
		c, err := r.Next()
		if err != nil {
			timeout, ok := err.(net.Error)
			return !ok || !timeout.Timeout()
		}
		if c.Type == tracepb.ChunkType_CHUNK_BATCH {
			t.Fatal("the recorder records")
		}
	}
}

// A peer that is not a receiver is disconnected, and the next receiver can connect normally.
func TestHostileReceivers(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	command := func(body []byte) []byte {
		return encode(t, format.Chunk{Type: tracepb.ChunkType_CHUNK_COMMAND, Body: body})
	}
	good := append([]byte{1<<3 | 2, 16}, a.proof()...)
	damaged := command(append(good, 2<<3|2, 2, 1<<3, 1))
	damaged[len(damaged)-1] ^= 1
	oversized := append([]byte(format.Magic), 0xff, 0xff, 0xff, 0x03, 8, 0, 0, 0)
	for name, text := range map[string][]byte{
		"garbage":        []byte("GET / HTTP/1.1\r\n\r\n"),
		"another magic":  []byte("GLTRACE\x02"),
		"public nonce":   command(append([]byte{1<<3 | 2, 16}, a.nonce()...)),
		"wrong nonce":    command(append([]byte{1<<3 | 2, 16}, make([]byte, 16)...)),
		"short nonce":    command([]byte{1<<3 | 2, 1, 7, 2<<3 | 2, 2, 1 << 3, 1}),
		"no nonce":       command([]byte{2<<3 | 2, 2, 1 << 3, 1}),
		"damaged":        damaged,
		"oversized":      append(oversized, make([]byte, 64)...),
		"long":           command(make([]byte, 2000)),
		"cut field":      command(append(good, 2<<3|2, 200, 1)),
		"endless number": command(append(good, bytes.Repeat([]byte{0xff}, 40)...)),
		"group":          command(append(good, 5<<3|3)),
		"packed":         append([]byte(format.Magic), 1, 0, 0, 0, 8, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
	} {
		t.Run(name, func(t *testing.T) {
			conn := a.connect()
			if !closes(t, conn, append(text, make([]byte, 64)...)) {
				t.Error("the recorder did not close the connection")
			}
			conn.Close()
		})
	}
	h := a.receiver()
	h.record(&tracepb.Options{})
	h.receive(3)
	h.send(&tracepb.Command{Nonce: h.proof(), Stop: true})
	checkEnd(t, h.readAll(), "stopped")
	a.finish()
}

// A valid command with random changes never harms the program.
func TestMangledCommands(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	random := rand.New(rand.NewPCG(1, 2))
	good := encode(t, format.Chunk{Type: tracepb.ChunkType_CHUNK_COMMAND, Body: append([]byte{1<<3 | 2, 16}, a.proof()...)})
	for range 200 {
		text := bytes.Clone(good)
		for range 1 + random.IntN(3) {
			text[random.IntN(len(text))] = byte(random.Uint32())
		}
		conn := a.connect()
		_, _ = conn.Write(text[:random.IntN(len(text)+1)])
		_ = conn.CloseWrite()
		_, _ = io.Copy(io.Discard, conn)
		conn.Close()
	}
	a.finish()
}

// A silent peer is disconnected after the timeout.
func TestSilentHost(t *testing.T) {
	t.Parallel()
	a := start(t, program(t), nil, "serve", "0")
	begin := time.Now()
	if !closes(t, a.connect(), []byte(format.Magic)) {
		t.Error("the recorder did not close the connection")
	}
	if took := time.Since(begin); took < 4*time.Second {
		t.Errorf("the connection had %v", took)
	}
	a.receiver()
}

// Processes of other users are disconnected before they can send anything. (The test makes the kernel report
// another user for every peer.)
func TestOtherUsers(t *testing.T) {
	a := start(t, program(t, "gcc", "-Wl,--wrap=getsockopt", "-DPEERS_ARE_OTHERS"), nil, "serve", "0")
	conn := a.connect()
	if n, err := conn.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// connecting is the address to which the child process of TestStrangers connects.
const connecting = "GLESLAYERGEN_TEST_CONNECT"

// Connections of another user, as fast as a process can make them, do not keep out a receiver. Only root can start such a process, as
// CI does; else the connections are of this user, and the recorder answers each of them.
func TestStrangers(t *testing.T) {
	if address := os.Getenv(connecting); address != "" {
		for range 4 {
			go func() {
				for {
					if conn, err := net.Dial("unix", address); err == nil {
						conn.Close()
					}
				}
			}()
		}
		_, _ = os.Stdin.Read(make([]byte, 1)) // until the test ends
		os.Exit(0)
	}
	a := start(t, program(t), nil, "serve", "0")
	state := a.registeredState()
	cmd := exec.CommandContext(t.Context(), "/proc/self/exe", "-test.run=^TestStrangers$")
	cmd.Env = append(os.Environ(), connecting+"=@"+state["socket"])
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { in.Close(); _ = cmd.Wait() }()
	text, err := os.ReadFile(a.file())
	if err != nil {
		t.Fatal(err)
	}
	registration, err := link.Parse(a.cmd.Process.Pid, string(text))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		testutil.Eventually(t, "a connection", func() bool {
			conn, err := link.Dial(t.Context(), registration)
			if err == nil {
				conn.Close()
			} else if !errors.Is(err, link.ErrBusy) {
				t.Fatalf("connection %d: %v", i, err)
			}
			return err == nil
		})
	}
}
