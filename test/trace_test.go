package test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/reports"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// A tracer is the program with its own home directory, and programs that can be recorded.
type tracer struct {
	*testing.T
	home, dir, layer string
	cache            string // the build cache of the tool; it is kept, because building the trace layer takes a while
}

// fake is the built program fakerecorder, layer a layer that does nothing.
var fake, idleLayer = sync.OnceValues(func() (string, error) {
	out := filepath.Join(bin, "fakerecorder")
	printed, err := exec.Command("go", "build", "-o", out, "./fakerecorder").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go build ./fakerecorder: %w\n%s", err, printed)
	}
	return out, err
}), sync.OnceValues(func() (string, error) {
	out := filepath.Join(bin, "libidle.so")
	printed, err := exec.Command("gcc", "-std=c11", "-Wall", "-Wextra", "-shared", "-fPIC", "-fvisibility=hidden", "-nostdlib", "-DLAYER=\"idle\"",
		"-I..", "-o", out, "../android/cts/c/layer.c").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("gcc: %w (make deps installs it)\n%s", err, printed)
	}
	return out, err
})

func newTracer(t *testing.T) *tracer {
	t.Helper()
	layer, err := idleLayer()
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	return &tracer{t, home, filepath.Join(home, ".cache", "gleslayergen", "trace"), layer, cache}
}

// command returns a run of the program or of another program.
func (r *tracer) command(program string, args ...string) *exec.Cmd {
	ctx, stop := context.WithTimeout(r.Context(), runLimit)
	r.Cleanup(stop)
	if program == "" {
		program = filepath.Join(bin, "gleslayergen")
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.WaitDelay = waitDelay
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.home, "XDG_CACHE_HOME=" + r.cache, "LIBGL_ALWAYS_SOFTWARE=1", "EGL_PLATFORM=surfaceless",
		"LP_NUM_THREADS=0"} // Mesa draws on the program's own threads: an image arrives by the next frame even on a busy machine
	cmd.Dir = r.home
	return cmd
}

// run runs the program to its end.
func (r *tracer) run(args ...string) (out, messages string, code int) {
	r.Helper()
	return r.done(r.command("", args...))
}

// done runs a command of the program to its end.
func (r *tracer) done(cmd *exec.Cmd) (out, messages string, code int) {
	r.Helper()
	args := cmd.Args[1:]
	var o, m bytes.Buffer
	cmd.Stdout, cmd.Stderr = &o, &m
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || !exit.Exited()) {
		r.Fatalf("%v: %v\n%s", args, err, m.String())
	}
	reports.Check(r.T, args, o.String())
	return o.String(), m.String(), cmd.ProcessState.ExitCode()
}

// begun is a process that runs in parallel to the test, and its output.
type begun struct {
	*exec.Cmd
	printed lockedBuffer
	ended   chan struct{}
	failed  error
}

// Wait waits for the end of the process.
func (b *begun) Wait() error {
	<-b.ended
	return b.failed
}

type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// begin starts a process that ends with the test.
func (r *tracer) begin(cmd *exec.Cmd) *begun {
	r.Helper()
	b := &begun{Cmd: cmd, ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = &b.printed, &b.printed
	if err := cmd.Start(); err != nil {
		r.Fatal(err)
	}
	go func() {
		b.failed = cmd.Wait()
		close(b.ended)
	}()
	r.Cleanup(func() { _ = cmd.Process.Kill(); <-b.ended })
	return b
}

// says waits until a process has printed a text, at most runLimit.
func (r *tracer) says(b *begun, words string) {
	r.Helper()
	for {
		over := false
		select {
		case <-b.ended:
			over = true
		case <-time.After(10 * time.Millisecond):
		}
		switch {
		case strings.Contains(b.printed.String(), words):
			return
		case over:
			r.Fatalf("no %q in:\n%s", words, b.printed.String())
		}
	}
}

// until waits until a condition holds.
func (r *tracer) until(is func() bool, what func() string) {
	r.Helper()
	if !testutil.Poll(is) {
		r.Fatal(what())
	}
}

// program starts a fake recorder.
func (r *tracer) program(args ...string) *begun {
	r.Helper()
	path, err := fake()
	if err != nil {
		r.Fatal(err)
	}
	cmd := r.command(path, args...)
	cmd.Env = append(cmd.Env, "GLTRACE_FOLDER="+r.dir)
	b := r.begin(cmd)
	r.until(func() bool { _, err := os.Stat(filepath.Join(r.dir, fmt.Sprint(b.Process.Pid))); return err == nil }, func() string { return b.printed.String() })
	return b
}

// recorded is a recording in the report of a command.
type recorded struct {
	PID            int
	File, Reason   string
	Calls, Frames  int
	Dropped, Bytes int64
	Host           int
	Images         bool
	Process        string
}

// report parses the report of a command.
func (r *tracer) report(out string) []recorded {
	r.Helper()
	var report struct {
		Schema     int
		Recordings []recorded
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.Schema != 1 {
		r.Fatalf("%v\n%s", err, out)
	}
	return report.Recordings
}

// calls opens a recording and returns the number of its calls and whether it is complete.
func (r *tracer) calls(path string) (n int, whole bool) {
	r.Helper()
	f, err := file.Open(path)
	if err != nil {
		r.Fatal(err)
	}
	defer f.Close()
	return f.Len(), f.End() != nil && f.Cut() == 0
}

func TestTraceRecordFake(t *testing.T) {
	r := newTracer(t)
	path, err := fake()
	if err != nil {
		t.Fatal(err)
	}
	out, messages, code := r.run("trace", "record", "--json", "--trace-layer", r.layer, "--", path, "-count", "50", "-status", "3")
	list := r.report(out)
	if code != 3 || len(list) != 1 || list[0].Calls != 200 || list[0].Frames != 50 || list[0].Reason != "exit" || list[0].File != "fakerecorder.gltrace" {
		t.Fatalf("exit code %d, %+v\n%s", code, list, messages)
	}
	if n, whole := r.calls(filepath.Join(r.home, list[0].File)); n != 200 || !whole {
		t.Errorf("%d calls, whole: %v", n, whole)
	}
	// The name now exists, and the file with the requested name is not overwritten.
	if _, messages, code = r.run("trace", "record", "--trace-layer", r.layer, "--frames", "5", "--", path); code != 0 || !strings.Contains(messages, "fakerecorder-2.gltrace: ") {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	if _, messages, code = r.run("trace", "record", "--trace-layer", r.layer, "--out", "fakerecorder.gltrace", "--", path, "-count", "5"); code != 2 || !strings.Contains(messages, "the file exists") {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	if _, messages, code = r.run("trace", "record", "--trace-layer", r.layer, "--", "true"); code != 6 || !strings.Contains(messages, "nothing was recorded") {
		t.Errorf("exit code %d\n%s", code, messages)
	}
}

// Four processes start, query, switch to images and stop the recording of a running program.
func TestTraceStartStop(t *testing.T) {
	r := newTracer(t)
	program := r.program("-stay")
	pid := fmt.Sprint(program.Process.Pid)
	if out, messages, code := r.run("trace", "status"); code != 0 || !strings.Contains(out, pid) {
		t.Errorf("exit code %d\n%s%s", code, out, messages)
	}
	receiver := r.begin(r.command("", "trace", "start", "--pid", pid, "--out", "x.gltrace"))
	r.says(receiver, "recording to x.gltrace")
	_, messages, code := r.run("trace", "start", "--name", "fakerec")
	if want := fmt.Sprintf("already being recorded: the gleslayergen process %d writes %s", receiver.Process.Pid, filepath.Join(r.home, "x.gltrace")); code != 1 || !strings.Contains(messages, want) {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	out, messages, code := r.run("trace", "start", "--pid", pid, "--frame-images", "--json")
	if list := r.report(out); code != 0 || len(list) != 1 || !list[0].Images {
		t.Errorf("exit code %d\n%s%s", code, out, messages)
	}
	r.says(program, "frame_images:true")
	if out, _, _ := r.run("trace", "status"); !strings.Contains(out, "x.gltrace") || !strings.Contains(out, fmt.Sprint(receiver.Process.Pid)) {
		t.Errorf("%s", out)
	}
	out, messages, code = r.run("trace", "stop", "--pid", pid, "--json")
	list := r.report(out)
	if code != 0 || len(list) != 1 || list[0].Reason != "stopped" {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	if n, whole := r.calls(filepath.Join(r.home, "x.gltrace")); n != list[0].Calls || !whole {
		t.Errorf("%d calls, whole: %v; told: %+v", n, whole, list[0])
	}
	if err := receiver.Wait(); err != nil {
		t.Errorf("%v\n%s", err, receiver.printed.String())
	}
	// No process records it now, so the program itself gets the command.
	if _, messages, code := r.run("trace", "stop", "--pid", pid); code != 0 || !strings.Contains(messages, "recording stopped") {
		t.Errorf("exit code %d\n%s", code, messages)
	}
}

// All processes of a name are recorded, each into its own file.
func TestTraceStartSeveral(t *testing.T) {
	r := newTracer(t)
	pids := []int{r.program("-stay").Process.Pid, r.program("-stay").Process.Pid}
	out, messages, code := r.run("trace", "start", "--name", "fakerec", "--frames", "5", "--out", "x.gltrace", "--json")
	list := r.report(out)
	if code != 0 || len(list) != 2 || list[0].File == list[1].File {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	for _, is := range list {
		if n, whole := r.calls(filepath.Join(r.home, is.File)); is.Frames != 5 || n != is.Calls || !whole || !slices.Contains(pids, is.PID) {
			t.Errorf("%+v: %d calls in the file, whole: %v", is, n, whole)
		}
	}
	if list[0].PID == list[1].PID {
		t.Errorf("%+v", list)
	}
}

// The file has what was received before a receiver was killed. The program continues and can be recorded
// again.
func TestTraceHostKilled(t *testing.T) {
	r := newTracer(t)
	program := r.program("-stay", "-every", "100us")
	pid := fmt.Sprint(program.Process.Pid)
	receiver := r.begin(r.command("", "trace", "start", "--pid", pid, "--out", "x.gltrace"))
	reported := recorderReport{}
	r.until(func() bool {
		out, _, _ := r.run("trace", "status", "--json")
		reported = recorderReport{}
		_ = json.Unmarshal([]byte(out), &reported)
		return len(reported.Recorders) == 1 && reported.Recorders[0].Recording.Calls > 400
	}, func() string { return receiver.printed.String() })
	if err := receiver.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = receiver.Wait()
	if n, _ := r.calls(filepath.Join(r.home, "x.gltrace")); n < reported.Recorders[0].Recording.Calls {
		t.Errorf("%d calls are in the file, and %d were told of", n, reported.Recorders[0].Recording.Calls)
	}
	if _, messages, code := r.run("trace", "start", "--pid", pid, "--frames", "5", "--out", "y.gltrace"); code != 0 {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	if n, whole := r.calls(filepath.Join(r.home, "y.gltrace")); n < 20 || !whole {
		t.Errorf("%d calls, whole: %v", n, whole)
	}
}

// recorderReport is the output of trace status --json.
type recorderReport struct {
	Recorders []struct {
		PID       int
		App       string
		Recording recorded
	}
}

// If the file cannot be written, the recording ends with one error and the program continues.
func TestTraceFileFull(t *testing.T) {
	r := newTracer(t)
	program := r.program("-stay", "-every", "50us")
	sh := r.command("sh", "-c", `ulimit -f 16; exec "$@"`, "sh", filepath.Join(bin, "gleslayergen"), "trace", "start", "--pid", fmt.Sprint(program.Process.Pid), "--out", "x.gltrace")
	receiver := r.begin(sh)
	err := receiver.Wait()
	printed := receiver.printed.String()
	if receiver.ProcessState.ExitCode() != 1 || strings.Count(printed, "gleslayergen: write x.gltrace: ") != 1 || !strings.Contains(printed, "hint: the file is valid up to that point") {
		t.Errorf("%v\n%s", err, printed)
	}
	if n, _ := r.calls(filepath.Join(r.home, "x.gltrace")); n < 100 {
		t.Errorf("%d calls", n)
	}
	if err := program.Process.Signal(syscall.Signal(0)); err != nil {
		t.Error(err)
	}
}

// onSmallDisk runs a command that writes into the directory disk, copies the files there, and exits as the
// command did. The disk has 64 kB, in its own namespaces if this user may create them (exit code 99: not
// permitted). With limited, a file size limit replaces the disk.
const onSmallDisk = `if [ $0 = limited ]; then ulimit -f 128
else mount -t tmpfs -o size=64k none disk || exit 99
fi
"$@"; code=$?
cp disk/* copy; exit $code`

// A full disk ends the recording with one error. The disk has what was received, and the program continues.
func TestTraceDiskFull(t *testing.T) {
	r := newTracer(t)
	for _, dir := range []string{"disk", "copy"} {
		if err := os.Mkdir(filepath.Join(r.home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	program := r.program("-stay", "-every", "50us")
	printed, why, code := r.onSmallDisk(filepath.Join(bin, "gleslayergen"), "trace", "start", "--pid", fmt.Sprint(program.Process.Pid), "--out", "disk/x.gltrace")
	if code != 1 || strings.Count(printed, "gleslayergen: write disk/x.gltrace: "+why) != 1 || !strings.Contains(printed, "hint: the file is valid up to that point") {
		t.Errorf("exit code %d\n%s", code, printed)
	}
	if n, _ := r.calls(filepath.Join(r.home, "copy", "x.gltrace")); n < 100 || !strings.Contains(printed, fmt.Sprintf("disk/x.gltrace: %d calls, ", n)) {
		t.Errorf("%d calls\n%s", n, printed)
	}
	if err := program.Process.Signal(syscall.Signal(0)); err != nil {
		t.Error(err)
	}
}

// onSmallDisk runs a command in the first way that this user may use, and returns the message of a full disk
// in that case.
func (r *tracer) onSmallDisk(args ...string) (printed, full string, code int) {
	r.Helper()
	for _, way := range []struct {
		name, full string
		attr       syscall.SysProcAttr
	}{
		{"sh", "no space left on device", syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}},
		{"sh", "no space left on device", syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, Unshareflags: syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}, GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}},
		{"limited", "file too large", syscall.SysProcAttr{}},
	} {
		cmd := r.command("sh", append([]string{"-c", onSmallDisk, way.name}, args...)...)
		cmd.SysProcAttr = &way.attr
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() != 99 {
			return string(out), way.full, cmd.ProcessState.ExitCode()
		}
		r.Logf("%+v: %v: %s", way.attr, err, out)
	}
	return "", "", -1
}
