package record_test

import (
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/gleslayergen/gleslayergen/internal/fsx"
	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// A query while a receiver starts does not take its socket for that of a killed one.
func TestAskedAsItBegins(t *testing.T) {
	for range 100 {
		dir := filepath.Join(t.TempDir(), "control")
		if err := fsx.MakePrivateDir(dir); err != nil {
			t.Fatal(err)
		}
		testStartDuringQuery(t, dir)
	}
}

func testStartDuringQuery(t *testing.T, dir string) {
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	for range 4 {
		all.Go(func() {
			for ctx.Err() == nil {
				record.QueryReceivers(ctx, dir, record.Request{Command: "status"})
			}
		})
	}
	stop, err := (&record.Session{}).Serve(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if a := record.QueryReceivers(t.Context(), dir, record.Request{Command: "status"}); len(a) != 1 {
		t.Fatalf("no answer: %v", a)
	}
}

// No receiver is queried in a directory that others can write to. An existing directory keeps its mode, and
// only this user can access the socket in it.
func TestForeignHosts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "control")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	stop, err := (&record.Session{}).Serve(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	status := record.Request{Command: "status"}
	if a := record.QueryReceivers(t.Context(), dir, status); len(a) != 1 {
		t.Errorf("%v", a)
	}
	sockets, err := filepath.Glob(filepath.Join(dir, "host-*"))
	if err != nil || len(sockets) != 1 {
		t.Fatal(sockets, err)
	}
	for path, want := range map[string]os.FileMode{dir: 0o755, sockets[0]: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
	link := dir + "-link"
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	if a := record.QueryReceivers(t.Context(), link, status); len(a) != 0 {
		t.Errorf("a directory behind a symbolic link: got error %v", a)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if a := record.QueryReceivers(t.Context(), dir, status); len(a) != 0 {
		t.Errorf("a directory that others can write to: got error %v", a)
	}
	if _, err := (&record.Session{}).Serve(dir); err == nil {
		t.Error("the session listens in a directory that others can write to")
	}
}

// A request to stop gets its answer, although the receiver ends with the recording.
func TestAnswersBeforeItEnds(t *testing.T) {
	for range 20 {
		r := tracetest.NewRecorder(t, frames(1<<30))
		s := &record.Session{Out: filepath.Join(t.TempDir(), "x.gltrace"), Options: &tracepb.Options{Recording: true}}
		if err := s.Once(t.Context(), &record.Local{Dir: r.Dir}); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "control")
		end, err := s.Serve(dir)
		if err != nil {
			t.Fatal(err)
		}
		conn := sendRequest(t, dir, record.Request{Command: "stop"})
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
		end()
		if a := readAvailable(t, conn); len(a.Recordings) != 1 || a.Recordings[0].Reason != "stopped" {
			t.Fatalf("%+v", a)
		}
	}
}

// sendRequest connects to the only receiver of a directory and sends a request.
func sendRequest(t *testing.T, dir string, q record.Request) *net.UnixConn {
	t.Helper()
	sockets, err := filepath.Glob(filepath.Join(dir, "host-*"))
	if err != nil || len(sockets) != 1 {
		t.Fatal(sockets, err)
	}
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: sockets[0], Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := json.NewEncoder(conn).Encode(q); err != nil {
		t.Fatal(err)
	}
	return conn
}

// readAvailable returns the answer that is available without waiting: the process has ended.
func readAvailable(t *testing.T, conn *net.UnixConn) (a record.Answer) {
	t.Helper()
	raw, err := conn.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	text, n := make([]byte, 1<<16), 0
	if err2 := raw.Read(func(fd uintptr) bool { n, _, err = unix.Recvfrom(int(fd), text, unix.MSG_DONTWAIT); return true }); err2 != nil || err != nil {
		t.Fatal(err, err2)
	}
	if err := json.Unmarshal(text[:n], &a); err != nil {
		t.Fatalf("%v: %q", err, text[:n])
	}
	return a
}
