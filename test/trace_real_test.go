package test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
	"github.com/gleslayergen/gleslayergen/trace/record/link"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// framesProgram is a built program that draws.
var framesProgram = sync.OnceValues(func() (string, error) {
	out := filepath.Join(bin, "frames")
	printed, err := exec.Command("gcc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", out, "testdata/trace/frames.c", "-lEGL", "-lGLESv2").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("gcc: %w (make deps installs it)\n%s", err, printed)
	}
	return out, err
})

func (r *tracer) frames() string {
	r.Helper()
	path, err := framesProgram()
	if err != nil {
		r.Fatal(err)
	}
	return path
}

// drawing starts the program under the trace layer without recording it.
func (r *tracer) drawing(calls, wait string) *begun {
	r.Helper()
	return r.drawingWith(nil, calls, wait)
}

// drawingWith does so with additional environment variables.
func (r *tracer) drawingWith(env []string, calls, wait string) *begun {
	r.Helper()
	b := r.idle(env, r.frames(), "0", calls, wait)
	r.says(b, "frames: drawing")
	return b
}

// idle starts a program under the trace layer without recording it.
func (r *tracer) idle(env []string, program string, args ...string) *begun {
	r.Helper()
	layer, err := recorder.Layer(r.Context(), "")
	if err != nil {
		r.Fatal(err)
	}
	cmd := r.command("", append([]string{"run", "--layer", layer, "--", program}, args...)...)
	cmd.Env = append(cmd.Env, env...)
	cmd.SysProcAttr = apart()
	return r.begin(cmd)
}

// apart starts a process in its own session, where the keys of a terminal do not reach it: run handles
// interrupts and stops of a terminal differently.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGTERM}
}

// ends ends a program that draws and checks that it had no error. It returns the number of frames and the
// time of the slowest.
func (r *tracer) ends(b *begun) (frames int, slowest time.Duration) {
	r.Helper()
	_ = b.Process.Signal(syscall.SIGTERM)
	err := b.Wait()
	var us, glError int
	printed := b.printed.String()
	at := strings.Index(printed, "frames ")
	if _, scanned := fmt.Sscanf(printed[max(at, 0):], "frames %d slowest %d error %d", &frames, &us, &glError); err != nil || at < 0 || scanned != nil || glError != 0 {
		r.Fatalf("%v\n%s", err, printed)
	}
	return frames, time.Duration(us) * time.Microsecond
}

// recorders waits for one recorder and returns its process ID.
func (r *tracer) recorder() link.Registration {
	r.Helper()
	var found []link.Registration
	r.until(func() bool { found, _, _ = link.Find(r.dir); return len(found) == 1 }, func() string { return fmt.Sprintf("%+v", found) })
	return found[0]
}

// TestTraceRecord records a real program from its first call to its last.
func TestTraceRecord(t *testing.T) {
	r := newTracer(t)
	out, messages, code := r.run("trace", "record", "--json", "--", r.frames(), "50", "7", "200")
	list := r.report(out)
	if code != 0 || len(list) != 1 || list[0].Frames != 50 || list[0].Reason != "exit" || list[0].Dropped != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	f, err := file.Open(filepath.Join(r.home, list[0].File))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	made := map[string]int{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Flags&tracepb.CallFlag_FLAG_SYNTHETIC == 0 {
			made[c.Function.Name]++
		}
	}
	want := map[string]int{"eglGetDisplay": 1, "eglInitialize": 1, "eglChooseConfig": 1, "eglCreatePbufferSurface": 1, "eglCreateContext": 1, "eglMakeCurrent": 1,
		"glClearColor": 50, "glScissor": 350, "glClear": 50, "eglSwapBuffers": 50, "glGetError": 1}
	if fmt.Sprint(made) != fmt.Sprint(want) {
		t.Errorf("made: %v\nwanted: %v", made, want)
	}
	if f.Len() != list[0].Calls || len(f.Frames()) < 50 || !f.Hello().FromStart {
		t.Errorf("%d calls, %d frames, from start: %v; told: %+v", f.Len(), len(f.Frames()), f.Hello().FromStart, list[0])
	}
}

// A real program is recorded for a replay.
func TestTraceRecordReplayable(t *testing.T) {
	r := newTracer(t)
	out, messages, code := r.run("trace", "record", "--replayable", "--json", "--", r.frames(), "5", "7", "200")
	list := r.report(out)
	if code != 0 || len(list) != 1 || !strings.Contains(messages, ": replayable: nothing is missing\n") || !strings.Contains(out, `"replayable": true`) {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	f, err := file.Open(filepath.Join(r.home, list[0].File))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if o := f.Hello().GetOptions(); !o.Block || !o.NoBinaries || o.Untimed {
		t.Errorf("options %v", o)
	}
}

// A recording that does not begin at the start begins at the next frame, after the state at that time. If it
// begins before the program has a context, there is no state, and the creation of the context is recorded.
func TestTraceRecordNotFromStart(t *testing.T) {
	r := newTracer(t)
	b := r.begin(r.command("", "trace", "record", "--from-start=false", "--frames", "20", "--out", "x.gltrace", "--", r.frames(), "0", "7", "2000"))
	r.says(b, "the recording has ended; the program continues")
	f, err := file.Open(filepath.Join(r.home, "x.gltrace"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	made, attached, first := map[string]int{}, false, ""
	for c, err := range f.Calls(0, f.Len()) {
		switch {
		case err != nil:
			t.Fatal(err)
		case c.Flags&tracepb.CallFlag_FLAG_SYNTHETIC == 0:
			made[c.Function.Name]++
			first = cmp.Or(first, c.Function.Name)
		case first == "" && c.Function.Name == "eglMakeCurrent":
			attached = true
		}
	}
	if f.Hello().FromStart || made["eglGetDisplay"] > 0 || len(f.Frames()) != 20 {
		t.Errorf("from start: %v, %d frames, made: %v", f.Hello().FromStart, len(f.Frames()), made)
	}
	if seen := made["eglMakeCurrent"] == 1; seen == attached || attached && first != "eglSwapBuffers" {
		t.Errorf("the context is told of: %v; made: %v, the first is %s", attached, made, first)
	}
	r.ends(b)
}

// A running program without the layer cannot be recorded; the message says how to start it with the layer.
func TestTraceStartWithoutLayer(t *testing.T) {
	r := newTracer(t)
	b := r.begin(r.command(r.frames(), "0", "7", "1000"))
	r.says(b, "frames: drawing")
	_, messages, code := r.run("trace", "start", "--pid", fmt.Sprint(b.Process.Pid))
	for _, want := range []string{"runs without the trace layer: a program loads layers only at its first EGL call",
		"hint: if the program was started without the layer, end it, and start it with: gleslayergen trace record -- " + r.frames() + " 0 7 1000"} {
		if code != 6 || !strings.Contains(messages, want) {
			t.Errorf("exit code %d, no %q in\n%s", code, want, messages)
		}
	}
	r.ends(b)
}

// After the last requested frame, a message says that the recording has ended and the program continues.
func TestTraceRecordGoesOn(t *testing.T) {
	r := newTracer(t)
	b := r.begin(r.command("", "trace", "record", "--frames", "20", "--out", "x.gltrace", "--", r.frames(), "0", "7", "2000"))
	r.says(b, "the recording has ended; the program continues")
	if n, whole := r.calls(filepath.Join(r.home, "x.gltrace")); n == 0 || !whole {
		t.Errorf("%d calls, whole: %v", n, whole)
	}
	r.ends(b)
	if printed := b.printed.String(); !strings.Contains(printed, "x.gltrace: ") || !strings.Contains(printed, " 20 frames") {
		t.Error(printed)
	}
}

// Images of frames arrive later, but each frame up to the last requested one has its own.
func TestTraceRecordLastImage(t *testing.T) {
	r := newTracer(t)
	out, messages, code := r.run("trace", "record", "--json", "--frames", "20", "--frame-images", "--", r.frames(), "60", "7", "2000")
	list := r.report(out)
	if code != 0 || len(list) != 1 || list[0].Frames != 20 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	if n := r.images(filepath.Join(r.home, list[0].File)); n != 20 {
		t.Errorf("%d of 20 frames have an image", n)
	}
}

// Each process has its own file.
func TestTraceRecordProcesses(t *testing.T) {
	r := newTracer(t)
	out, messages, code := r.run("trace", "record", "--json", "--out", "x.gltrace", "--", r.frames(), "20", "3", "1000", "3")
	list := r.report(out)
	if code != 0 || len(list) != 3 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	for i, is := range list {
		want := "x.gltrace"
		if i > 0 {
			want = fmt.Sprintf("x.%d.gltrace", is.PID)
		}
		if n, whole := r.calls(filepath.Join(r.home, is.File)); is.File != want || is.Frames != 20 || n != is.Calls || !whole {
			t.Errorf("%+v: %d calls in the file, whole: %v", is, n, whole)
		}
	}
}

// TestTraceRecordTitle records a program that overwrites its arguments and environment, as Chromium does.
func TestTraceRecordTitle(t *testing.T) {
	r := newTracer(t)
	out, messages, code := r.run("trace", "record", "--json", "--out", "x.gltrace", "--", r.frames(), "20", "3", "1000", "2", "game: drawing")
	list := r.report(out)
	if code != 0 || len(list) != 2 || list[0].Frames != 20 || list[1].Frames != 20 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
}

// TestTraceRecordDesktop records a program with a context of OpenGL, whose calls layers do not see.
func TestTraceRecordDesktop(t *testing.T) {
	r := newTracer(t)
	const words = "context 1 is OpenGL "
	_, messages, code := r.run("trace", "record", "--out", "x.gltrace", "--", r.compiled("desktop", "desktop.c", "-lEGL"))
	if code != 0 || !strings.Contains(messages, words) {
		t.Fatalf("exit code %d\n%s", code, messages)
	}
	if _, messages, code := r.run("trace", "stats", "x.gltrace"); code != 0 || !strings.Contains(messages, words) {
		t.Errorf("exit code %d\n%s", code, messages)
	}
}

// TestTraceRecordBypass names the cause if a program replaces LD_LIBRARY_PATH, so that it does not find the loader.
func TestTraceRecordBypass(t *testing.T) {
	r := newTracer(t)
	const words = "uses /.*/libEGL.so.* instead of the loader's libEGL, because it, or a script that started it, replaced LD_LIBRARY_PATH"
	b := r.begin(r.command("", "trace", "record", "--", "sh", "-c", "LD_LIBRARY_PATH= exec "+r.frames()+" 100 3 20000"))
	_ = b.Wait()
	if printed := b.printed.String(); b.ProcessState.ExitCode() != 6 || !regexp.MustCompile(words).MatchString(printed) {
		t.Errorf("exit code %d\n%s", b.ProcessState.ExitCode(), printed)
	}
}

// TestTraceRecordEarly records the calls of a program before its first display.
func TestTraceRecordEarly(t *testing.T) {
	r := newTracer(t)
	program := r.compiled("early", "early.c", "-lEGL")
	if _, messages, code := r.run("trace", "record", "--out", "x.gltrace", "--", program); code != 0 {
		t.Fatalf("exit code %d\n%s", code, messages)
	}
	out, _, _ := r.run("trace", "dump", "x.gltrace")
	var made []string
	for line := range strings.Lines(out) {
		name, _, _ := strings.Cut(strings.Fields(line)[5], "(")
		made = append(made, name)
	}
	if want := []string{"eglQueryString", "eglGetProcAddress", "eglQueryAPI", "eglGetDisplay"}; !slices.Equal(made, want) {
		t.Errorf("recorded %q\n%s", made, out)
	}
}

// With another layer, and with the program's exit code when it is killed.
func TestTraceRecordLayers(t *testing.T) {
	r := newTracer(t)
	out, messages, code := r.run("trace", "record", "--json", "--layer", r.layer+":gltrace", "--", r.frames(), "5", "3", "0")
	if list := r.report(out); code != 0 || len(list) != 1 || list[0].Frames != 5 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	receiver := r.begin(r.command("", "trace", "record", "--json", "--out", "x.gltrace", "--", "sh", "-c", r.frames()+" 0 3 1000 & wait $!; exit 7"))
	r.enough(10)
	if err := syscall.Kill(r.recorder().PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = receiver.Wait()
	n, whole := r.calls(filepath.Join(r.home, "x.gltrace"))
	printed := receiver.printed.String()
	if receiver.ProcessState.ExitCode() != 7 || !strings.Contains(printed, `"reason": "disconnected"`) || !strings.Contains(printed, fmt.Sprintf(`"calls": %d,`, n)) || n < 10*5 || !whole {
		t.Errorf("exit code %d, %d calls, whole: %v\n%s", receiver.ProcessState.ExitCode(), n, whole, printed)
	}
	if _, messages, code := r.run("trace", "stats", "x.gltrace"); code != 0 || !endIsCounted(messages) {
		t.Errorf("exit code %d\n%s", code, messages)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(r.home), "*", "*.calls")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// endIsCounted reports whether messages say how many calls are missing at the end of a recording.
func endIsCounted(messages string) bool {
	return regexp.MustCompile(`(?m); (missing at the end: \d+ calls?|no call is missing)$`).MatchString(messages)
}

// A running program is recorded from a frame on, with images switched on during the recording, and continues.
func TestTraceStartRunning(t *testing.T) {
	r := newTracer(t)
	program := r.drawing("5", "500")
	pid := fmt.Sprint(r.recorder().PID)
	for _, out := range []string{"a.gltrace", "b.gltrace"} {
		receiver := r.begin(r.command("", "trace", "start", "--pid", pid, "--out", out))
		r.says(receiver, "recording to "+out)
		r.enough(100)
		if _, messages, code := r.run("trace", "start", "--pid", pid, "--frame-images"); code != 0 {
			t.Errorf("exit code %d\n%s", code, messages)
		}
		r.until(func() bool { return r.images(filepath.Join(r.home, out)) > 0 }, receiver.printed.String)
		printed, messages, code := r.run("trace", "stop", "--pid", pid, "--json")
		list := r.report(printed)
		if err := receiver.Wait(); code != 0 || len(list) != 1 || list[0].Reason != "stopped" || err != nil {
			t.Fatalf("exit code %d, %v\n%s%s%s", code, err, printed, messages, receiver.printed.String())
		}
		if n, whole := r.calls(filepath.Join(r.home, out)); n != list[0].Calls || !whole {
			t.Errorf("%s: %d calls, whole: %v, told: %+v", out, n, whole, list[0])
		}
	}
	r.ends(program)
}

// enough waits until the file of the only recording has n frames.
func (r *tracer) enough(frames int) {
	r.Helper()
	var out string
	r.until(func() bool {
		var report recorderReport
		out, _, _ = r.run("trace", "status", "--json")
		return json.Unmarshal([]byte(out), &report) == nil && len(report.Recorders) == 1 && report.Recorders[0].Recording.Frames >= frames
	}, func() string { return out })
}

// images returns the number of frames of a recording that have an image.
func (r *tracer) images(path string) (n int) {
	r.Helper()
	f, err := file.Open(path)
	if err != nil {
		r.Fatal(err)
	}
	defer f.Close()
	for _, frame := range f.Frames() {
		if frame.Image >= 0 {
			n++
		}
	}
	return n
}

// Two receivers that are killed during a recording do no harm: their files have what they had received, and
// the program never sees an error.
func TestTraceHostKilledRunning(t *testing.T) {
	r := newTracer(t)
	program := r.drawing("50", "100")
	pid := fmt.Sprint(r.recorder().PID)
	for _, out := range []string{"a.gltrace", "b.gltrace"} {
		receiver := r.begin(r.command("", "trace", "start", "--pid", pid, "--out", out))
		r.enough(100)
		if err := receiver.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = receiver.Wait()
		if n, _ := r.calls(filepath.Join(r.home, out)); n < 100*50 {
			t.Errorf("%s: %d calls", out, n)
		}
	}
	r.ends(program)
}

// A receiver that does not read does not block the program; calls that do not fit are dropped and counted.
func TestTraceSlowHost(t *testing.T) {
	r := newTracer(t)
	program := r.drawing("20000", "0")
	conn, err := link.Dial(t.Context(), r.recorder())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Command(&tracepb.Options{Recording: true}, false); err != nil {
		t.Fatal(err)
	}
	r.drops(200_000) // calls of several frames: the program does not wait
	if err := conn.Command(nil, true); err != nil {
		t.Fatal(err)
	}
	var end tracepb.End
	for {
		c, err := conn.Next()
		if err != nil {
			t.Fatal(err)
		}
		if c.Type == tracepb.ChunkType_CHUNK_END {
			if err := proto.Unmarshal(c.Body, &end); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if end.Dropped == 0 {
		t.Errorf("nothing was dropped: %v", &end)
	}
	if frames, slowest := r.ends(program); slowest > 2*time.Second || frames < 10 {
		t.Errorf("%d frames, the slowest took %v", frames, slowest)
	}
}

// With little memory, a program waits for gleslayergen, and no call is lost.
func TestTraceRecordWaits(t *testing.T) {
	r := newTracer(t)
	cmd := r.command("", "trace", "record", "--json", "--out", "x.gltrace", "--", r.frames(), "20", "100000", "0", "4")
	cmd.Env = append(cmd.Env, "GLTRACE_MEMORY=4")
	out, messages, code := r.done(cmd)
	for _, one := range r.report(out) {
		if one.Dropped != 0 || one.Calls < 20*100_000 {
			t.Errorf("%d calls, %d dropped", one.Calls, one.Dropped)
		}
	}
	if code != 0 {
		t.Errorf("exit code %d\n%s", code, messages)
	}
}

// With --drop a program does not wait for gleslayergen, here one that is stopped: the recording is incomplete.
func TestTraceRecordIncomplete(t *testing.T) {
	r := newTracer(t)
	cmd := r.command("", "trace", "record", "--drop", "--out", "x.gltrace", "--", r.frames(), "0", "20000", "0")
	b := r.begin(cmd)
	r.says(b, "recording to x.gltrace")
	program := r.recorder().PID
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	r.drops(200_000)
	if err := errors.Join(cmd.Process.Signal(syscall.SIGCONT), syscall.Kill(program, syscall.SIGTERM)); err != nil {
		t.Fatal(err)
	}
	_ = b.Wait()
	if printed := b.printed.String(); cmd.ProcessState.ExitCode() != 7 || !strings.Contains(printed, "the recording is incomplete: ") {
		t.Errorf("exit code %d\n%s", cmd.ProcessState.ExitCode(), printed)
	}
	for _, command := range []string{"stats", "dump"} {
		if _, messages, code := r.run("trace", command, "x.gltrace"); code != 0 || !strings.HasPrefix(messages, "gleslayergen: warning: the recording is incomplete: ") {
			t.Errorf("%s: exit code %d\n%.300s", command, code, messages)
		}
	}
}

// drops waits until the only recorder reports n dropped calls.
func (r *tracer) drops(calls uint64) {
	r.Helper()
	var at link.Registration
	r.until(func() bool { at = r.recorder(); return at.Dropped >= calls }, func() string { return fmt.Sprintf("%+v", at) })
}

// Without any receiver, a program that should be recorded from its start draws and ends as usual. If it waits for a
// receiver, it does so once, for five seconds.
func TestTraceNoHost(t *testing.T) {
	r := newTracer(t)
	program := r.drawing("1", "0")
	r.ends(program)
	for set, most := range map[string]time.Duration{"GLTRACE_UNTIMED=1": 1900 * time.Millisecond, "GLTRACE_BLOCK=1": 9 * time.Second} {
		program := r.drawingWith([]string{"GLTRACE_START=1", set}, "20000", "0")
		r.drops(1)
		if frames, slowest := r.ends(program); slowest > most || frames < 2 {
			t.Errorf("%s: %d frames, the slowest took %v", set, frames, slowest)
		}
	}
}

// The example program, whose three threads each have their own context.
func TestTraceRecordExample(t *testing.T) {
	r := newTracer(t)
	out, messages, code := r.run("trace", "record", "--json", "--", r.example(), "--frames", "20", "--threads", "3")
	list := r.report(out)
	if code != 0 || len(list) != 1 || list[0].Frames != 60 || list[0].Dropped != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	f, err := file.Open(filepath.Join(r.home, list[0].File))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	drawing := map[uint32]bool{}
	for _, frame := range f.Frames() {
		drawing[frame.Thread] = true
	}
	if len(drawing) != 3 || f.Len() != list[0].Calls {
		t.Errorf("frames of %d threads, %d calls; told: %+v", len(drawing), f.Len(), list[0])
	}
}

// example is the example program.
func (r *tracer) example() string {
	r.Helper()
	program := filepath.Join(r.home, "app")
	if printed, err := exec.Command("gcc", "-std=c11", "-O1", "-o", program, "../examples/app/app.c", "-lEGL", "-lGLESv2", "-pthread").CombinedOutput(); err != nil {
		r.Fatalf("gcc (make deps installs it): %v\n%s", err, printed)
	}
	return program
}

// Images of draws arrive later, but each draw up to the last requested frame has its own.
func TestTraceRecordLastDrawImage(t *testing.T) {
	r := newTracer(t)
	out, messages, code := r.run("trace", "record", "--json", "--frames", "20", "--draw-images", "--", r.example(), "--frames", "200")
	list := r.report(out)
	if code != 0 || len(list) != 1 || list[0].Frames != 20 {
		t.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	f, err := file.Open(filepath.Join(r.home, list[0].File))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	draws, images := 0, map[int]bool{}
	for c, err := range f.Calls(0, f.Len()) {
		switch {
		case err != nil:
			t.Fatal(err)
		case c.Function.IsDraw():
			draws++
		case c.Function.Name == "gltrace.DrawImage":
			images[draws-int(c.Args[5].Uint())] = true
		}
	}
	if draws < 20 || len(images) != draws || !images[1] || !images[draws] {
		t.Errorf("%d draws, images of %v", draws, images)
	}
}
