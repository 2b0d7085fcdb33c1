//go:build heavy && linux

package soak_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// app is the recorded program.
type app struct {
	cmd         *exec.Cmd
	stdin       io.Closer
	out, stderr strings.Builder
}

// start runs the program with the recorder. Mesa uses only the program's own threads, and all threads share
// one memory arena. Mesa's driver is softpipe: when a buffer is mapped, llvmpipe of Mesa 22.3 reads lists of other
// contexts, which their threads may free meanwhile.
func start(t *testing.T, dir string, d time.Duration) *app {
	t.Helper()
	path := filepath.Join(t.TempDir(), "soak")
	testproject.Command(t, ".", "cc", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", path, "testdata/soak.c", "-lEGL", "-lGLESv2")
	layer, err := recorder.Layer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	host, err := loader.Prepare(t.Context(), loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := host.NewRun(t.TempDir(), loader.Setup{List: layer})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), d+10*time.Minute)
	t.Cleanup(cancel)
	a := &app{cmd: exec.CommandContext(ctx, path)}
	a.cmd.Env = append(append(os.Environ(), run.Env()...), "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", "GALLIUM_DRIVER=softpipe", "MESA_SHADER_CACHE_DISABLE=true",
		"LP_NUM_THREADS=0", "MALLOC_ARENA_MAX=1", "GLTRACE_FOLDER="+dir)
	a.cmd.Stdout, a.cmd.Stderr = &a.out, &a.stderr
	if a.stdin, err = a.cmd.StdinPipe(); err == nil {
		err = a.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.report(t) })
	registered := filepath.Join(dir, fmt.Sprint(a.cmd.Process.Pid))
	if !testutil.Poll(func() bool { _, err := os.Stat(registered); return err == nil }) {
		t.Fatalf("timed out: %s does not exist: %s", registered, a.stderr.String())
	}
	return a
}

// report logs how the program of a failed test ended: a receiver sees only that it does not answer.
func (a *app) report(t *testing.T) {
	if a.cmd.ProcessState != nil || !t.Failed() {
		return
	}
	a.stdin.Close()
	err := a.cmd.Wait()
	t.Logf("the program: %v\n%s%s", err, a.out.String(), a.stderr.String())
}

// end makes the program end. The program checks its own frames.
func (a *app) end(t *testing.T) {
	t.Helper()
	a.stdin.Close()
	if err := a.cmd.Wait(); err != nil {
		t.Errorf("%v\n%s%s", err, a.out.String(), a.stderr.String())
	}
	var frames int
	if _, err := fmt.Sscanf(a.out.String(), "%d frames", &frames); err != nil || frames < 100 {
		t.Errorf("%v: %q", err, a.out.String())
	}
	t.Logf("%d frames", frames)
}

// Whatever receivers do, the program works, its use of resources does not grow, and reported calls are in the
// files.
func TestSoak(t *testing.T) {
	d := testutil.SoakTime(t)
	dir, tool := filepath.Join(t.TempDir(), "control"), filepath.Join(t.TempDir(), "gleslayergen")
	testproject.Command(t, "../../..", "go", "build", "-o", tool, "./cmd/gleslayergen")
	a := start(t, dir, d)
	watched := make(chan []testutil.ProcessSample, 1)
	go func() { watched <- testutil.WatchProcess(a.cmd.Process.Pid, d) }()
	var all total
	random := rand.New(rand.NewPCG(7, 7))
	for begin := time.Now(); (time.Since(begin) < d || all.isLittle()) && !t.Failed(); {
		h := &receiver{T: t, tool: tool, dir: dir, pid: a.cmd.Process.Pid, out: filepath.Join(t.TempDir(), "a.gltrace"), random: random}
		h.record()
		all.add(h)
	}
	looks := <-watched
	a.end(t)
	t.Logf("%+v", all)
	for what := range testutil.CheckGrowth(t, looks) {
		t.Errorf("%s grew", what)
	}
}

// total has the sums over all receivers.
type total struct{ Killed, Stopped, Switched, Calls, Frames, Dropped int }

// isLittle reports whether a kind of event has not occurred yet, which takes longer on a busy machine.
func (n *total) isLittle() bool {
	return n.Killed == 0 || n.Stopped == 0 || n.Frames == 0 || n.Switched == 0
}

func (n *total) add(h *receiver) {
	n.Killed += btoi(h.killed)
	n.Stopped += btoi(!h.killed)
	n.Switched += h.switched
	n.Calls += h.calls
	n.Frames += h.frames
	n.Dropped += h.dropped
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
