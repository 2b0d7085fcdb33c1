package link_test

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
)

// answerCorrectly behaves like a recorder, and ends after the command to stop.
func answerCorrectly(r *tracetest.Recorder, conn net.Conn) {
	out, in, err := r.Greet(conn)
	if err != nil {
		return
	}
	_ = out.Message(tracepb.ChunkType_CHUNK_BATCH, 1, tracetest.Frame(1, 0, 0, 3))
	for {
		command, err := tracetest.Command(in)
		if err != nil || command.Stop {
			_ = out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Calls: 4, Reason: "stopped"})
			return
		}
	}
}

func TestFindAndDial(t *testing.T) {
	r := tracetest.NewRecorder(t, answerCorrectly)
	found, refused, err := link.Find(r.Dir)
	if err != nil || len(refused) > 0 || len(found) != 1 || found[0] != r.Registration {
		t.Fatalf("%+v %+v %v", found, refused, err)
	}
	c, err := link.Dial(t.Context(), found[0])
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Command(&tracepb.Options{Recording: true}, false); err != nil {
		t.Fatal(err)
	}
	if first, err := c.Next(); err != nil || first.Type != tracepb.ChunkType_CHUNK_BATCH || first.Thread != 1 {
		t.Errorf("%v %v", first.Type, err)
	}
	if err := c.Command(nil, true); err != nil {
		t.Fatal(err)
	}
	if last, err := c.Next(); err != nil || last.Type != tracepb.ChunkType_CHUNK_END {
		t.Errorf("%v %v", last.Type, err)
	}
}

// A registration is accepted only if no other user could have written it.
func TestHostileRegistrations(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, r *tracetest.Recorder, file string) error{
		"symbolic link": func(_ *testing.T, r *tracetest.Recorder, file string) error {
			return errors.Join(os.Rename(file, filepath.Join(r.Dir, "other")), os.Symlink("other", file))
		},
		"writable by other users": func(_ *testing.T, _ *tracetest.Recorder, file string) error { return os.Chmod(file, 0o666) },
		"has more than one hard link": func(_ *testing.T, r *tracetest.Recorder, file string) error {
			return os.Link(file, filepath.Join(r.Dir, "second"))
		},
		"not a regular file": func(_ *testing.T, _ *tracetest.Recorder, file string) error {
			return errors.Join(os.Remove(file), syscall.Mkfifo(file, 0o600))
		},
		"longer than 4096 bytes": func(_ *testing.T, _ *tracetest.Recorder, file string) error {
			return os.WriteFile(file, make([]byte, 1<<20), 0o600)
		},
		"begins with":                       write("gltrace 2\n"),
		"invalid socket":                    rewrite("socket gltrace-", "socket gltrace-1"),
		"invalid socket \"\"":               rewrite("socket gltrace", "socket \nx"),
		"invalid socket \"../x\"":           write("gltrace 1\nsocket ../x\nstart 1\n"),
		"start time \"-1\" is not a number": rewrite("start ", "start -1\nx "),
		"is missing":                        write("gltrace 1\n"),
		"owned by another user": func(t *testing.T, _ *tracetest.Recorder, file string) error {
			if os.Geteuid() != 0 {
				return syscall.EPERM
			}
			return os.Chown(file, 12345, 12345)
		},
	} {
		r := tracetest.NewRecorder(t, answerCorrectly)
		if err := spoil(t, r, filepath.Join(r.Dir, fmt.Sprint(r.PID))); errors.Is(err, syscall.EPERM) && os.Geteuid() != 0 {
			continue // only root can change the owner; directories below have the same check
		} else if err != nil {
			t.Fatal(err)
		}
		found, refused, err := link.Find(r.Dir)
		if err != nil || len(found) > 0 || len(refused) != 1 || !strings.Contains(refused[0].Err.Error(), name) {
			t.Errorf("%s: %+v %+v %v", name, found, refused, err)
		}
	}
}

// Find removes the files of killed processes, and no others.
func TestDeadRegistrations(t *testing.T) {
	r := tracetest.NewRecorder(t, answerCorrectly)
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	put := func(pid int, spoil string) string {
		t.Helper()
		name := filepath.Join(r.Dir, fmt.Sprint(pid))
		text := strings.ReplaceAll(r.Text(), fmt.Sprintf("gltrace-%d-", r.PID), fmt.Sprintf("gltrace-%d-", pid))
		if err := os.WriteFile(name, []byte(strings.Replace(text, "start ", "start "+spoil, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	dead, reused, hosts := put(gone.Process.Pid, ""), put(os.Getppid(), "9"), filepath.Join(r.Dir, "host-1.sock")
	if err := os.WriteFile(hosts, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	const absent = 1 << 30 // no process has this ID
	link1, unread, shared := filepath.Join(r.Dir, fmt.Sprint(absent)), put(absent+1, "x"), put(absent+2, "")
	if err := errors.Join(os.Symlink(hosts, link1), os.Chmod(shared, 0o666)); err != nil {
		t.Fatal(err)
	}
	found, refused, err := link.Find(r.Dir)
	if err != nil || len(found) != 1 || len(refused) != 3 {
		t.Errorf("%+v %+v %v", found, refused, err)
	}
	for _, name := range []string{dead, reused} {
		if _, err := os.Lstat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s was not removed: %v", name, err)
		}
	}
	for _, name := range []string{hosts, link1, unread, shared, filepath.Join(r.Dir, fmt.Sprint(r.PID))} {
		if _, err := os.Lstat(name); err != nil {
			t.Error(err)
		}
	}
}

func write(text string) func(*testing.T, *tracetest.Recorder, string) error {
	return func(_ *testing.T, _ *tracetest.Recorder, file string) error {
		return os.WriteFile(file, []byte(text), 0o600)
	}
}

func rewrite(old, new string) func(*testing.T, *tracetest.Recorder, string) error {
	return func(_ *testing.T, r *tracetest.Recorder, file string) error {
		return os.WriteFile(file, []byte(strings.Replace(r.Text(), old, new, 1)), 0o600)
	}
}

// All registrations in a directory that others can write to, or behind a symbolic link, are rejected.
func TestHostileDirs(t *testing.T) {
	r := tracetest.NewRecorder(t, answerCorrectly)
	beside := r.Dir + "-link"
	if err := os.Symlink(r.Dir, beside); err != nil {
		t.Fatal(err)
	}
	if _, _, err := link.Find(beside); err == nil {
		t.Error("Find follows a symbolic link")
	}
	if err := os.Chmod(r.Dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, _, err := link.Find(r.Dir); err == nil || !strings.Contains(err.Error(), "writable by other users") {
		t.Errorf("%v", err)
	}
	if _, _, err := link.Find("/"); os.Geteuid() != 0 && (err == nil || !strings.Contains(err.Error(), "another user")) {
		t.Errorf("%v", err)
	}
	if found, refused, err := link.Find(r.Dir + "-none"); len(found)+len(refused) > 0 || err != nil {
		t.Errorf("%v %v %v", found, refused, err)
	}
}

// Files of ended processes, also with a reused process ID, are skipped without an error.
func TestGone(t *testing.T) {
	r := tracetest.NewRecorder(t, answerCorrectly)
	r.Start++
	if err := os.WriteFile(filepath.Join(r.Dir, fmt.Sprint(r.PID)), []byte(r.Text()), 0o600); err != nil {
		t.Fatal(err)
	}
	if found, refused, err := link.Find(r.Dir); len(found)+len(refused) > 0 || err != nil {
		t.Errorf("%v %v %v", found, refused, err)
	}
}

// hostile are peers with an invalid handshake, and the expected error. A timeout is part of the error.
var hostile = map[string]func(r *tracetest.Recorder, conn net.Conn){
	"no handshake within":                        func(_ *tracetest.Recorder, conn net.Conn) { _, _ = conn.Read(make([]byte, 1)) },
	"closed the connection during the handshake": func(*tracetest.Recorder, net.Conn) {},
	"not a recording": func(_ *tracetest.Recorder, conn net.Conn) {
		_, _ = conn.Write(bytes.Repeat([]byte("garbage "), 1000))
	},
	"has an invalid header": func(_ *tracetest.Recorder, conn net.Conn) {
		_, _ = conn.Write(append([]byte(format.Magic), bytes.Repeat([]byte{0xff}, 16)...))
	},
	"handshake message exceeds": func(r *tracetest.Recorder, conn net.Conn) {
		out, _ := format.NewWriter(conn, format.Unpacked)
		hello := r.Hello()
		hello.Process = strings.Repeat("x", 1<<20)
		_ = out.Message(tracepb.ChunkType_CHUNK_HELLO, 0, hello)
	},
	"within 200ms": func(_ *tracetest.Recorder, conn net.Conn) { // a hello that never ends
		_, _ = conn.Write([]byte(format.Magic + "\x00\x00\x00\x03\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
		for range 1000 {
			if _, err := conn.Write([]byte{0}); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond) // a sender too slow for the handshake
		}
	},
	"nonce mismatch":     wrong(func(h *tracepb.Hello) { h.Nonce[3]++ }),
	"sent the handshake": wrong(func(h *tracepb.Hello) { h.Pid++ }),
	"version 2":          wrong(func(h *tracepb.Hello) { h.Version = 2 }),
	"clock frequency":    wrong(func(h *tracepb.Hello) { h.Clock = nil }),
	"instead of a Hello": func(_ *tracetest.Recorder, conn net.Conn) {
		out, _ := format.NewWriter(conn, format.Unpacked)
		_ = out.Message(tracepb.ChunkType_CHUNK_BATCH, 1, tracetest.Frame(1, 0, 0, 1))
	},
	"another gleslayergen process already records it": func(_ *tracetest.Recorder, conn net.Conn) {
		out, _ := format.NewWriter(conn, format.Unpacked)
		_ = out.Message(tracepb.ChunkType_CHUNK_END, 0, &tracepb.End{Reason: "busy"})
	},
}

func wrong(change func(*tracepb.Hello)) func(*tracetest.Recorder, net.Conn) {
	return func(r *tracetest.Recorder, conn net.Conn) {
		hello := r.Hello()
		hello.Nonce = bytes.Clone(hello.Nonce)
		change(hello)
		out, _ := format.NewWriter(conn, format.Unpacked)
		_ = out.Message(tracepb.ChunkType_CHUNK_HELLO, 0, hello)
		_, _ = conn.Read(make([]byte, 1))
	}
}

func TestHostilePeers(t *testing.T) {
	for words, serve := range hostile {
		patience := time.Minute // their data may be late on a busy machine
		if strings.Contains(words, "within") {
			patience = 200 * time.Millisecond
		}
		back := link.SetHelloTimeout(patience)
		r := tracetest.NewRecorder(t, serve)
		c, err := link.Dial(t.Context(), r.Registration)
		back()
		if err == nil {
			c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", words, err)
		}
	}
}

// A process of another user that listens on the socket is rejected, whatever it sends.
func TestPeerOfAnotherProcess(t *testing.T) {
	r := tracetest.NewRecorder(t, answerCorrectly)
	other := r.Registration
	other.PID = os.Getppid()
	if _, err := link.Dial(t.Context(), other); err == nil || !strings.Contains(err.Error(), "answered in place of the trace layer") {
		t.Errorf("%v", err)
	}
}
