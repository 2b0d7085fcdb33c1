//go:build linux

package recorder_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
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
	good := append([]byte{1<<3 | 2, 16}, a.nonce()...)
	damaged := command(append(good, 2<<3|2, 2, 1<<3, 1))
	damaged[len(damaged)-1] ^= 1
	oversized := append([]byte(format.Magic), 0xff, 0xff, 0xff, 0x03, 8, 0, 0, 0)
	for name, text := range map[string][]byte{
		"garbage":        []byte("GET / HTTP/1.1\r\n\r\n"),
		"another magic":  []byte("GLTRACE\x02"),
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
	h.send(&tracepb.Command{Nonce: h.nonce(), Stop: true})
	checkEnd(t, h.readAll(), "stopped")
	a.finish()
}

// A valid command with random changes never harms the program.
func TestMangledCommands(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	random := rand.New(rand.NewPCG(1, 2))
	good := encode(t, format.Chunk{Type: tracepb.ChunkType_CHUNK_COMMAND, Body: append([]byte{1<<3 | 2, 16}, a.nonce()...)})
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
