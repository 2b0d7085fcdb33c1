//go:build heavy && linux

package apitrace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// program is a program whose calls both tools record in one run.
type program struct {
	name    string
	argv    []string
	window  bool
	endless bool // the program is killed, and the recordings may differ in length
	least   int  // number of calls
	counts  bool // each run makes the same calls, which are also counted in a run without layers
}

// glmark2 validates a pixel of each of these scenes.
var glmark2 = []string{"glmark2-es2", "--validate", "--off-screen", "-b", "build:use-vbo=false", "-b", "build:use-vbo=true", "-b", "texture:texture-filter=mipmap",
	"-b", "shading:shading=phong", "-b", "buffer:update-method=map"}

func build(t *testing.T, name string, sources ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), name)
	args := append([]string{"-O1", "-pthread", "-o", out}, sources...)
	if printed, err := exec.CommandContext(t.Context(), "cc", append(args, "-lEGL", "-lGLESv2")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	return out
}

func es32(t *testing.T) string {
	t.Helper()
	sources, err := filepath.Glob("testdata/es32/*.c")
	if err != nil || len(sources) == 0 {
		t.Fatal(err)
	}
	return build(t, "es32", sources...)
}

// The recording and apitrace's are equal, call by call.
func TestSameAsApitrace(t *testing.T) {
	layer, err := recorder.Layer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	allowed := AllDifferences()
	for _, p := range []program{
		{name: "app", argv: []string{build(t, "app", "../../../examples/app/app.c"), "--frames", "20"}, least: 150, counts: true},
		{name: "es32", argv: []string{es32(t)}, least: 1900, counts: true},
		{name: "es2gears", argv: []string{"es2gears_x11"}, window: true, endless: true, least: 1000},
		{name: "glmark2", argv: glmark2, window: true, least: 2000},
	} {
		t.Run(p.name, func(t *testing.T) {
			run := runTwice(t, p, layer)
			if p.counts {
				run.Alone = runAlone(t, p)
			}
			done, err := Compare(run, allowed)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d calls, %d client arrays, %d bytes of data", done.Calls, done.Arrays, done.Bytes)
			if done.Calls < p.least {
				t.Errorf("only %d calls", done.Calls)
			}
			if p.name == "es32" {
				checkCoverage(t, done)
				checkDetected(t, run)
			}
		})
	}
	if err := allowed.Check(); err != nil && !t.Failed() {
		t.Error(err)
	}
}

// checkCoverage checks that nearly all functions of OpenGL ES 3.2 were compared.
func checkCoverage(t *testing.T, done *Comparison) {
	t.Helper()
	var missing []string
	all := 0
	for _, c := range registry.Builtin().Commands {
		if c.IsEGL() || !slices.ContainsFunc(c.Features, func(f string) bool { return strings.HasPrefix(f, "GL_ES_VERSION_") }) {
			continue
		}
		all++
		if done.Counts[c.Name] == 0 {
			missing = append(missing, c.Name)
		}
	}
	if len(missing)*20 > all {
		t.Errorf("%d of %d functions were not compared: %s", len(missing), all, strings.Join(missing, " "))
	}
}

// screen returns the environment that selects where a program draws.
func screen(t *testing.T, p program) []string {
	t.Helper()
	if !p.window {
		return []string{"EGL_PLATFORM=surfaceless"}
	}
	server, err := testutil.StartXServer(context.Background(), "-screen", "0", "1024x768x24")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return []string{"EGL_PLATFORM=x11", "DISPLAY=" + server.Display}
}

// recordBoth runs a program once, between our recorder and apitrace, and returns the files of both.
func recordBoth(t *testing.T, p program, layer string) (ours, theirs string) {
	t.Helper()
	dir := t.TempDir()
	driver, err := Below(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	host, err := loader.Prepare(t.Context(), loader.Options{Cache: t.TempDir(), Driver: driver})
	if err != nil {
		t.Fatal(err)
	}
	run, err := host.NewRun(t.TempDir(), loader.Setup{List: layer})
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs = filepath.Join(dir, "ours.gltrace"), filepath.Join(dir, "theirs.trace")
	enough := func() bool { return recorded(ours) >= 4*p.least && traced(theirs) >= 4*p.least }
	execute(t, p, enough, append(Env(run.Env(), dir, theirs), "GLTRACE_START=1", "GLTRACE_BLOCK=1", "GLTRACE_FILE="+ours,
		"GLTRACE_FOLDER="+filepath.Join(dir, "control")))
	return ours, theirs
}

// runTwice reads the calls that both tools recorded in one run of a program.
func runTwice(t *testing.T, p program, layer string) *Run {
	t.Helper()
	ours, theirs := recordBoth(t, p, layer)
	both := &Run{Ended: p.endless}
	var err error
	if both.Trace, err = file.Open(ours); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { both.Trace.Close() })
	if n := both.Trace.Totals().Dropped; n > 0 {
		t.Errorf("%d calls were dropped", n)
	}
	for call, err := range both.Trace.Calls(0, both.Trace.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		both.Ours = append(both.Ours, call)
	}
	err = Read(t.Context(), theirs, func(c *Call) error { both.Theirs = append(both.Theirs, c); return nil })
	if err != nil && !(both.Ended && errors.Is(err, io.ErrUnexpectedEOF)) {
		t.Fatal(fmt.Errorf("apitrace: %w", err))
	}
	return both
}

// runAlone counts the calls of a program with apitrace and without layers.
func runAlone(t *testing.T, p program) map[string]int {
	t.Helper()
	library, err := Library()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	trace := filepath.Join(dir, "alone.trace")
	execute(t, p, nil, Env([]string{"LD_PRELOAD=" + library}, dir, trace))
	counts, err := Count(t.Context(), trace)
	if err != nil || len(counts) == 0 {
		t.Fatalf("apitrace: %d functions, %v", len(counts), err)
	}
	return counts
}

// execute runs a program. It kills a program that does not end by itself when enough calls are in the files.
// It uses SIGKILL: on other signals, apitrace's handler writes the rest, but does nothing during a call, and
// deadlocks during an allocation.
func execute(t *testing.T, p program, enough func() bool, env []string) {
	t.Helper()
	ctx, end := context.WithTimeout(t.Context(), limit)
	defer end()
	cmd := exec.CommandContext(ctx, p.argv[0], p.argv[1:]...)
	cmd.Env = slices.Concat(os.Environ(), env, []string{"LIBGL_ALWAYS_SOFTWARE=1"}, screen(t, p))
	if p.endless {
		go func() {
			for ctx.Err() == nil && !enough() {
				time.Sleep(50 * time.Millisecond) // the trace may take longer than the budget of testutil.Poll
			}
			end()
		}()
	}
	if printed, err := cmd.CombinedOutput(); err != nil && !p.endless {
		t.Fatalf("%v\n%s", err, printed)
	}
}

// recorded returns the number of calls in a file that is being written.
func recorded(path string) int {
	f, err := file.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	return f.Len()
}

// traced returns the number of calls in apitrace's file, which is written in parts of 1 MiB.
func traced(path string) (n int) {
	_ = Read(context.Background(), path, func(*Call) error { n++; return nil })
	return n
}

// limit is the timeout of one program, for a busy machine.
const limit = 10 * time.Minute
