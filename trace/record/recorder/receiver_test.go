//go:build linux

package recorder_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record"
)

// An app is the running program, ready for receivers.
type app struct {
	t      *testing.T
	cmd    *exec.Cmd
	dir    string
	stdin  io.Closer
	stdout *bufio.Reader
	stderr bytes.Buffer
}

// start runs the program until it is ready and registered.
func start(t *testing.T, path string, settings []string, args ...string) *app {
	t.Helper()
	return startIn(t, filepath.Join(t.TempDir(), "trace"), path, settings, args...)
}

// startIn is start with a control directory.
func startIn(t *testing.T, dir, path string, settings []string, args ...string) *app {
	t.Helper()
	a := &app{t: t, dir: dir}
	a.cmd = command(t, path, append(settings, "GLTRACE_FOLDER="+a.dir), args...)
	in, err := a.cmd.StdinPipe()
	out, err2 := a.cmd.StdoutPipe()
	if err = errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	a.cmd.Stderr, a.stdin, a.stdout = &a.stderr, in, bufio.NewReader(out)
	if err := a.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(a.stop)
	if line, err := a.stdout.ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("%q, %v\n%s", line, err, &a.stderr)
	}
	a.await("a file in the folder", func() bool { _, err := os.Stat(a.file()); return err == nil })
	return a
}

// stop makes the program end.
func (a *app) stop() {
	a.stdin.Close()
	if err := a.cmd.Wait(); err != nil && a.cmd.ProcessState == nil {
		a.t.Errorf("%v\n%s", err, &a.stderr)
	}
}

// finish stops the program and checks its exit status.
func (a *app) finish() {
	a.t.Helper()
	a.stdin.Close()
	if err := a.cmd.Wait(); err != nil {
		a.t.Errorf("%v\n%s", err, &a.stderr)
	}
}

func (a *app) file() string { return filepath.Join(a.dir, fmt.Sprint(a.cmd.Process.Pid)) }

func (a *app) await(what string, there func() bool) {
	a.t.Helper()
	if !testutil.Poll(there) {
		a.t.Fatalf("timed out: %s\n%s", what, &a.stderr)
	}
}

// registeredState returns the lines of the program's registration.
func (a *app) registeredState() map[string]string {
	a.t.Helper()
	text, err := os.ReadFile(a.file())
	if err != nil {
		a.t.Fatal(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		lines[key] = value
	}
	return lines
}

func (a *app) connect() *net.UnixConn {
	a.t.Helper()
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: "@" + a.registeredState()["socket"], Net: "unix"})
	if err != nil {
		a.t.Fatal(err)
	}
	a.t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(limit))
	return conn
}

// awaitHello waits until the recorder has noticed that its last receiver disconnected.
func (a *app) awaitHello() {
	a.t.Helper()
	a.await("calls kept for the next receiver", func() bool {
		conn := a.connect()
		defer conn.Close()
		c, err := format.NewReader(conn).Next()
		return err == nil && c.Type == tracepb.ChunkType_CHUNK_HELLO
	})
}

func (a *app) nonce() []byte {
	a.t.Helper()
	name := a.registeredState()["socket"]
	nonce, err := hex.DecodeString(name[strings.LastIndex(name, "-")+1:])
	if err != nil || len(nonce) != 16 {
		a.t.Fatalf("the socket is %q", name)
	}
	return nonce
}

// proof returns what a client sends to prove that it can read the registration.
func (a *app) proof() []byte {
	a.t.Helper()
	proof, err := hex.DecodeString(a.registeredState()["nonce"])
	if err != nil || len(proof) != 16 || string(proof) == string(a.nonce()) {
		a.t.Fatalf("the proof is %x", proof)
	}
	return proof
}

// A receiver is a connection and the data received so far.
type receiver struct {
	*app
	conn *net.UnixConn
	in   *format.Reader
	got  bytes.Buffer
	out  *format.Writer
}

func (a *app) receiver() *receiver {
	a.t.Helper()
	h := &receiver{app: a, conn: a.connect()}
	h.in = format.NewReader(io.TeeReader(h.conn, &h.got))
	var err error
	if h.out, err = format.NewWriter(h.conn, format.Packing(0)); err != nil {
		a.t.Fatal(err)
	}
	if c := h.next(); c.Type != tracepb.ChunkType_CHUNK_HELLO {
		a.t.Fatalf("the first chunk is %v", c.Type)
	}
	return h
}

func (h *receiver) next() format.Chunk {
	h.t.Helper()
	c, err := h.in.Next()
	if err != nil {
		h.t.Fatalf("%v\n%s", err, &h.stderr)
	}
	return c
}

func (h *receiver) send(c *tracepb.Command) {
	h.t.Helper()
	if err := h.out.Message(tracepb.ChunkType_CHUNK_COMMAND, 0, c); err != nil {
		h.t.Fatal(err)
	}
}

func (h *receiver) record(o *tracepb.Options) {
	h.t.Helper()
	o.Recording = true
	h.send(&tracepb.Command{Nonce: h.proof(), Options: o})
}

// receive receives a number of batches.
func (h *receiver) receive(batches int) {
	h.t.Helper()
	for batches > 0 {
		if h.next().Type == tracepb.ChunkType_CHUNK_BATCH {
			batches--
		}
	}
}

// waitForOptions waits until the recorder confirms new options.
func (h *receiver) waitForOptions() {
	h.t.Helper()
	for h.next().Type != tracepb.ChunkType_CHUNK_OPTIONS {
	}
}

// readAll receives all data until the connection ends, and opens it as a recording.
func (h *receiver) readAll() *file.File {
	h.t.Helper()
	if err := h.receiveAll(); err != nil {
		h.t.Fatal(err)
	}
	return h.opened()
}

func (h *receiver) receiveAll() error {
	for {
		if _, err := h.in.Next(); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

// readCalls receives a number of calls, makes the program end, and opens the recording.
func (h *receiver) readCalls(calls uint64) *file.File {
	h.t.Helper()
	taken := make(chan error, 1)
	go func() { taken <- h.receiveAll() }()
	h.await("an end of the calls", func() bool { s := h.recordingState(); return s.Calls+s.Dropped == calls })
	h.stdin.Close()
	if err := <-taken; err != nil {
		h.t.Fatal(err)
	}
	return h.opened()
}

func (h *receiver) opened() *file.File {
	h.t.Helper()
	f, err := file.Read(bytes.NewReader(h.got.Bytes()), int64(h.got.Len()))
	if err != nil {
		h.t.Fatal(err)
	}
	return f
}

// A receiver starts a recording, changes the options, and stops it; then the next receiver does the same.
func TestReceiver(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	for range 3 {
		h := a.receiver()
		h.record(&tracepb.Options{})
		h.receive(5)
		h.record(&tracepb.Options{Untimed: true, ImageSize: 77})
		h.waitForOptions()
		h.receive(20)
		h.send(&tracepb.Command{Nonce: h.proof(), Stop: true})
		f := h.readAll()
		checkEnd(t, f, "stopped")
		if hello := f.Hello(); string(hello.Nonce) != string(h.nonce()) || hello.FromStart || hello.Pid != uint32(a.cmd.Process.Pid) {
			t.Errorf("Hello says %v", hello)
		}
		timed, untimed := 0, 0
		for n, call := range all(t, f) {
			if want := mix(n % 100 / 5)[n%5]; text(call) != want {
				t.Fatalf("call %d is %q, want %q", n, text(call), want)
			}
			if call.Duration == file.Untimed {
				untimed++
			} else {
				timed++
			}
		}
		if timed == 0 || untimed == 0 || f.End().Dropped != 0 {
			t.Errorf("%d calls with times and %d without, %d dropped", timed, untimed, f.End().Dropped)
		}
	}
	a.finish()
	if _, err := os.Stat(a.file()); err == nil {
		t.Error("the registration file exists after the end of the process")
	}
}

// Calls recorded from the start are kept for the first receiver, and the end of the process ends the
// recording.
func TestFromStart(t *testing.T) {
	a := start(t, program(t), []string{"GLTRACE_START=1", "GLTRACE_MEMORY=64"}, "serve", "0")
	a.await("a recording that waits", func() bool { return a.registeredState()["recording"] == "buffers" })
	h := a.receiver()
	h.record(&tracepb.Options{})
	h.receive(3)
	a.stdin.Close()
	f := h.readAll()
	checkEnd(t, f, "exit")
	if !f.Hello().FromStart || f.End().Dropped != 0 || f.Len()%100 != 0 {
		t.Errorf("Hello %v, End %v", f.Hello(), f.End())
	}
	for n, call := range all(t, f) {
		if want := mix(n % 100 / 5)[n%5]; text(call) != want {
			t.Fatalf("call %d is %q, want %q", n, text(call), want)
		}
	}
}

// Without a receiver, memory stays within the limit, and the program is delayed only once, even if it waits.
func TestNoReceiver(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "trace")
	cmd := command(t, program(t), []string{"GLTRACE_START=1", "GLTRACE_BLOCK=1", "GLTRACE_MEMORY=16", "GLTRACE_FOLDER=" + dir}, "flood", "3000")
	out, err := cmd.CombinedOutput() // a delay for each call would exceed the timeout
	var peak int
	if _, err2 := fmt.Sscanf(string(out), "ready\npeak %d", &peak); err != nil || err2 != nil || peak > 16<<10+6<<10 {
		t.Errorf("%v, %v: %s", err, err2, out)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the control directory has %v, error %v", left, err)
	}
}

// A second receiver is rejected with the reason, and the first is not affected.
func TestSecondHost(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	h := a.receiver()
	h.record(&tracepb.Options{})
	h.receive(2)
	second := format.NewReader(a.connect())
	c, err := second.Next()
	if err != nil || c.Type != tracepb.ChunkType_CHUNK_END || !bytes.Contains(c.Body, []byte("busy")) {
		t.Errorf("the second receiver reads %v %q, %v", c.Type, c.Body, err)
	}
	h.receive(5)
	h.send(&tracepb.Command{Nonce: h.proof(), Stop: true})
	checkEnd(t, h.readAll(), "stopped")
}

// A receiver that sends data and disconnects makes room for the next one, even if the recorder reads all of
// it late.
func TestHostSpeaksAndGoes(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	h := a.receiver()
	signal := func(s syscall.Signal) {
		if err := a.cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	signal(syscall.SIGSTOP)
	a.await("an end of all threads' work", func() bool { return strings.Trim(a.states(), "T") == "" })
	h.record(&tracepb.Options{})
	h.conn.Close()
	next := a.connect()
	signal(syscall.SIGCONT)
	if c, err := format.NewReader(next).Next(); err != nil || c.Type != tracepb.ChunkType_CHUNK_HELLO {
		t.Errorf("the next receiver reads %v %q, %v", c.Type, c.Body, err)
	}
	next.Close()
	a.finish()
}

// A killed receiver ends the recording: the program continues, and the next receiver can connect.
func TestReceiverKilled(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	for range 5 {
		h := a.receiver()
		h.record(&tracepb.Options{})
		h.receive(3)
		h.conn.Close()
		a.awaitHello()
	}
	a.finish()
}

// A receiver that reads nothing causes dropped calls, which are counted, but costs neither time nor memory.
func TestSlowReceiver(t *testing.T) {
	const calls = 3000 // of 64 KiB each, and five more
	a := start(t, program(t), []string{"GLTRACE_MEMORY=16"}, "flood", fmt.Sprint(calls))
	h := a.receiver()
	h.record(&tracepb.Options{})
	line, err := a.stdout.ReadString('\n') // the program finishes while the receiver does not read
	var peak int
	if _, err2 := fmt.Sscanf(line, "peak %d", &peak); err != nil || err2 != nil {
		t.Fatalf("%q, %v, %v\n%s", line, err, err2, &a.stderr)
	}
	if peak > 16<<10+6<<10 { // the program itself has about 3 MiB
		t.Errorf("%d KiB of memory", peak)
	}
	f := h.readCalls(calls * 6)
	checkEnd(t, f, "exit")
	if got := uint64(f.Len()) + f.End().Dropped; f.End().Dropped == 0 || got != calls*6 {
		t.Errorf("%d calls, %d dropped: %d, want %d", f.Len(), f.End().Dropped, got, calls*6)
	}
}

// With the option block, threads wait five seconds for a receiver that reads nothing, but not at each call.
func TestStuckReceiver(t *testing.T) {
	t.Parallel()
	const calls = 3000
	a := start(t, program(t), nil, "flood", fmt.Sprint(calls))
	h := a.receiver()
	begin := time.Now()
	h.record(&tracepb.Options{Block: true})
	if line, err := a.stdout.ReadString('\n'); err != nil {
		t.Fatalf("%q, %v\n%s", line, err, &a.stderr)
	}
	if took := time.Since(begin); took < 5*time.Second { // a delay for each call would exceed the timeout
		t.Errorf("the program took %v", took)
	}
	if f := h.readCalls(calls * 6); f.End().Dropped == 0 || uint64(f.Len())+f.End().Dropped != calls*6 {
		t.Errorf("%d calls, %d dropped", f.Len(), f.End().Dropped)
	}
}

// waits waits until the program's first thread waits for room.
func (a *app) waits() {
	a.t.Helper()
	futex := fmt.Sprint(unix.SYS_FUTEX, " ")
	a.await("a thread that waits", func() bool {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/syscall", a.cmd.Process.Pid))
		return err == nil && strings.HasPrefix(string(text), futex)
	})
}

// A thread that waits for room continues at once if the receiver is killed.
func TestReceiverKilledWhileThreadsWait(t *testing.T) {
	t.Parallel()
	a := start(t, program(t), nil, "flood", "3000")
	h := a.receiver()
	h.record(&tracepb.Options{Block: true})
	a.waits()
	begin := time.Now()
	h.conn.Close()
	if line, err := a.stdout.ReadString('\n'); err != nil || !strings.HasPrefix(line, "peak ") {
		t.Fatalf("%q, %v\n%s", line, err, &a.stderr)
	}
	if took := time.Since(begin); took > 4*time.Second {
		t.Errorf("the program continued after %v", took)
	}
	a.finish()
}

// A thread that waits for room does not wait forever because signals interrupt it.
func TestSignalsWhileThreadsWait(t *testing.T) {
	t.Parallel()
	a := start(t, program(t), nil, "alarms", "3000")
	h := a.receiver()
	h.record(&tracepb.Options{Block: true})
	if line, err := a.stdout.ReadString('\n'); err != nil || !strings.HasPrefix(line, "peak ") {
		t.Fatalf("%q, %v\n%s", line, err, &a.stderr)
	}
	if f := h.readCalls(3000 * 6); f.End().Dropped == 0 {
		t.Error("nothing was dropped, although the receiver did not read for five seconds")
	}
}

// The end of a recording loses no call of a thread that waits for room.
func TestStopWhileThreadsWait(t *testing.T) {
	t.Parallel()
	a := start(t, program(t), nil, "flood", "3000")
	h := a.receiver()
	h.record(&tracepb.Options{Block: true})
	a.waits()
	h.send(&tracepb.Command{Nonce: h.proof(), Stop: true})
	if end := h.readAll().End(); end.GetReason() != "stopped" || end.Dropped != 0 {
		t.Errorf("%v", end)
	}
}

// A process that ends while a thread makes calls loses none that it made before.
func TestExitWhileThreadsCall(t *testing.T) {
	t.Parallel()
	a := start(t, program(t), nil, "exit", "0")
	h := a.receiver()
	h.record(&tracepb.Options{Block: true})
	h.receive(3)
	a.stdin.Close()
	if end := h.readAll().End(); end.GetReason() != "exit" || end.Dropped != 0 || end.Calls == 0 {
		t.Errorf("%v", end)
	}
	a.finish()
}

// Only this user can read the registration, which describes the process.
func TestRegistered(t *testing.T) {
	a := start(t, program(t), nil, "serve", "0")
	registeredState := a.registeredState()
	info, err := os.Stat(a.file())
	dir, err2 := os.Stat(a.dir)
	if err = errors.Join(err, err2); err != nil || info.Mode().Perm() != 0o600 || dir.Mode().Perm() != 0o700 {
		t.Errorf("%v: file %v, control directory %v", err, info.Mode(), dir.Mode())
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", a.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')'):]))
	if registeredState["gltrace"] != "1" || registeredState["process"] != a.cmd.Path || registeredState["start"] != fields[20] {
		t.Errorf("%q, started at %s", registeredState, fields[20])
	}
}

// Directories that others can write to, and symbolic links to directories, are not used.
func TestForeignDir(t *testing.T) {
	dir := t.TempDir()
	open, link := filepath.Join(dir, "open"), filepath.Join(dir, "link")
	if err := errors.Join(os.Mkdir(open, 0o700), os.Chmod(open, 0o777), os.Mkdir(filepath.Join(dir, "own"), 0o700), os.Symlink("own", link)); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{open, link} {
		cmd := command(t, program(t), []string{"GLTRACE_FOLDER=" + dir}, "frames", "30")
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), `"gleslayergen trace" cannot find this process`) {
			t.Errorf("%v: %s", err, out)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s has %v, %v", dir, left, err)
		}
	}
}

// Each link on the way to the directory belongs to this user or to root. A link of another user is not followed, and nothing is created
// behind it. Only root can create such a link, as CI does; another user tests the links of its own.
func TestLinksOnTheWay(t *testing.T) {
	dir := t.TempDir()
	for _, link := range [][2]string{{"relative", "real/deep"}, {"absolute", filepath.Join(dir, "real")}, {"loop", "loop/x"}, {"foreign", "real"}, {"indirect", "foreign"}} {
		if err := os.Symlink(link[1], filepath.Join(dir, link[0])); err != nil {
			t.Fatal(err)
		}
	}
	found := map[string]bool{"real/a": true, "relative/b": true, "absolute/deep/c": true, "real/../real//./d": true, "relative": false, "loop/x": false}
	if os.Geteuid() == 0 {
		found["foreign/e"], found["foreign/../real/f"], found["indirect/g"] = false, false, false
		if err := os.Lchown(filepath.Join(dir, "foreign"), 65534, 65534); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range found {
		out, err := command(t, program(t), []string{"GLTRACE_FOLDER=" + dir + "/" + path}, "frames", "30").CombinedOutput()
		if got := !strings.Contains(string(out), `"gleslayergen trace" cannot find this process`); err != nil || got != want {
			t.Errorf("%s: found %v, %v: %s", path, got, err, out)
		}
	}
	for _, name := range []string{"e", "f", "g"} {
		if _, err := os.Lstat(filepath.Join(dir, "real", name)); !os.IsNotExist(err) {
			t.Errorf("%s was created behind a link of another user: %v", name, err)
		}
	}
}

// A directory that others can only read may be shared with other uses: the program is found and recorded
// there, and other users cannot read the name of the socket.
func TestReadableDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "trace")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	a := startIn(t, dir, program(t), nil, "serve", "0")
	s := &record.Session{Out: filepath.Join(t.TempDir(), "x.gltrace"), Options: &tracepb.Options{Recording: true}}
	if err := s.Once(t.Context(), &record.Local{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	a.await("a recording with calls", func() bool { return record.Total(s.Statuses()).Calls > 100 })
	for path, want := range map[string]os.FileMode{dir: 0o755, a.file(): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info, err)
		}
	}
	s.Stop()
	if err := s.Wait(); err != nil || s.Statuses()[0].Reason != "stopped" {
		t.Errorf("%v, %+v", err, s.Statuses())
	}
	a.finish()
}
