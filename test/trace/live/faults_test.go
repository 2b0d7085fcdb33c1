//go:build linux

package live_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/trace/file"
	"github.com/gleslayergen/gleslayergen/trace/format/tracepb"
)

// projectOf returns a project of a recorder with some functions, and those that it requires.
func projectOf(t *testing.T, functions string) string {
	t.Helper()
	q := testproject.Request("active", "record", []string{functions})
	q.Config.Name, q.Config.Template, q.Config.Sets = "gltrace", "trace", []string{"log", "atrace", "errors"}
	return testproject.Create(t, registry.Builtin(), q, "gltrace")
}

var faults struct {
	sync.Once
	path string
}

// buildFaultProgram returns the path of testdata/faults.c, compiled with a recorder and a driver that draws
// nothing.
func buildFaultProgram(t *testing.T) string {
	t.Helper()
	faults.Do(func() {
		dir, err := os.MkdirTemp("", "gltrace-")
		if err != nil {
			t.Fatal(err)
		}
		faults.path = filepath.Join(dir, "faults")
		compilePlayed(t, "faults", faults.path, "-O1")
	})
	return faults.path
}

// TestMain removes the shared program.
func TestMain(m *testing.M) {
	code := m.Run()
	if faults.path != "" {
		os.RemoveAll(filepath.Dir(faults.path))
	}
	os.Exit(code)
}

// compilePlayed makes the project build a program of testdata as its test program.
func compilePlayed(t *testing.T, name, path string, flags ...string) {
	t.Helper()
	buildPlayed(t, projectOf(t, "glClear"), name, path, flags...)
}

// buildPlayed does the same in an existing project.
func buildPlayed(t *testing.T, dir, name, path string, flags ...string) {
	t.Helper()
	for from, to := range map[string]string{name + ".c": "trace_test.c", "play.h": "play.h"} {
		text, err := os.ReadFile(filepath.Join("testdata", from))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "test", to), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	all := strings.Join(append([]string{"-g -Werror -Wl,--wrap=clock_gettime"}, flags...), " ")
	testproject.Command(t, dir, "make", "--silent", "build/host/trace_test", "CFLAGS="+all)
	if err := os.Rename(filepath.Join(dir, "build", "host", "trace_test"), path); err != nil {
		t.Fatal(err)
	}
}

// play runs a program that records itself from the start.
func play(t *testing.T, path string, args ...string) *file.File {
	t.Helper()
	to := filepath.Join(t.TempDir(), "a.gltrace")
	cmd := exec.CommandContext(within(t), path, args...)
	cmd.Env = mesa("GLTRACE_START=1", "GLTRACE_FILE="+to, "GLTRACE_FOLDER="+filepath.Join(t.TempDir(), "trace"))
	output(t, cmd)
	return recorded(t, to)
}

// clears returns the contexts in which glClear was called, with its argument.
func clears(t *testing.T, f *file.File) string {
	t.Helper()
	var out []string
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "glClear" {
			out = append(out, fmt.Sprintf("%d:%d", c.Args[0].Uint(), c.Context))
		}
	}
	return strings.Join(out, " ")
}

// prompt makes Mesa draw on the program's own thread, so that an image is ready by the next frame, even on a
// busy machine.
const prompt = "LP_NUM_THREADS=0"

// Errors of the program are recorded. TestProgramSeesNoDifference checks that those of the recorder's own
// calls are hidden.
func TestErrorsAreRecorded(t *testing.T) {
	f := play(t, buildFaultProgram(t), "errors")
	if list := calls(t, f); !slices.Contains(list, "~gltrace.Error(0x500)") {
		t.Errorf("no error in the recording: %v", list)
	}
}

// Images have the size of the surface, whatever the viewport, pack parameters and number of samples are.
func TestFrameImages(t *testing.T) {
	colors := program(t, "colors")
	for _, samples := range []string{"0", "4"} {
		path := filepath.Join(t.TempDir(), "a.gltrace")
		output(t, under(t, []string{"GLTRACE_START=1", "GLTRACE_FRAMES=1", "GLTRACE_FILE=" + path, prompt}, colors, "20", samples))
		f := recorded(t, path)
		images, swaps := 0, 0
		for c, err := range f.Calls(0, f.Len()) {
			if err != nil {
				t.Fatal(err)
			}
			if c.Function.IsSwap() {
				swaps++
			}
			if c.Function.Name != "gltrace.FrameImage" {
				continue
			}
			images++
			checkImage(t, f, c, swaps-int(c.Args[5].Uint()))
		}
		if images < 5 {
			t.Errorf("%s samples: %d images of %d frames", samples, images, swaps)
		}
	}
}

// checkImage checks that an image has only the color of its frame.
func checkImage(t *testing.T, f *file.File, c *file.Call, frame int) {
	t.Helper()
	for i, want := range []int64{40, 30, 40, 30} {
		if got := c.Args[1+i].Int(); got != want {
			t.Errorf("%s: %s is %d, not %d", words(c), c.Function.Params[1+i].Name, got, want)
		}
	}
	pixels, err := f.Payload(c.Args[6].Data.Payloads)
	if want := bytes.Repeat([]byte{byte(frame), 51, 255, 255}, 40*30); err != nil || !bytes.Equal(pixels, want) {
		t.Errorf("frame %d: %d bytes, which begin with %v, %v", frame, len(pixels), pixels[:min(len(pixels), 8)], err)
	}
}

// A swap has its own times and arguments, and is recorded after it ended.
func TestSwapTimes(t *testing.T) {
	f := play(t, buildFaultProgram(t), "swaps")
	var before time.Duration
	n := 0
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Start < before {
			t.Errorf("call %d begins before the one before it has", c.Index)
		}
		before = c.Start
		if !strings.HasPrefix(c.Function.Name, "eglSwapBuffers") {
			continue
		}
		n++
		if c.Duration < 3*time.Millisecond || c.Args[0].Uint() != 1 || c.Args[1].Uint() != 0x55 || c.Result.Uint() != 1 {
			t.Errorf("%s took %v", words(c), c.Duration)
		}
		before = c.Start + c.Duration
	}
	if list := calls(t, f); n != 3 || !slices.ContainsFunc(list, func(s string) bool {
		return strings.HasPrefix(s, "eglSwapBuffersWithDamageKHR(0x1 0x55 ") && strings.Contains(s, "[16] 1)")
	}) {
		t.Errorf("%d swaps: %v", n, list)
	}
	if frames := f.Frames(); len(frames) != 3 {
		t.Errorf("%d frames", len(frames))
	}
}

// After eglCreateContext, calls still belong to the current context.
func TestCreatedContextIsNotCurrent(t *testing.T) {
	if got, want := clears(t, play(t, buildFaultProgram(t), "made")), "1:1 2:1 3:2"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// Contexts that were created before the recording are recorded with their version when they become current.
func TestContextsCreatedBefore(t *testing.T) {
	f := play(t, buildFaultProgram(t), "unseen")
	if got, want := clears(t, f), "1:1 2:2"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	list := f.Contexts()
	if len(list) != 2 {
		t.Fatalf("%d contexts", len(list))
	}
	for i, want := range []struct {
		handle       uint64
		major, minor int
	}{{0xc001, 3, 2}, {0xc002, 2, 0}} {
		if c := list[i]; c.Handle != want.handle || c.Major != want.major || c.Minor != want.minor {
			t.Errorf("context %d is %#x of version %d.%d", i+1, c.Handle, c.Major, c.Minor)
		}
	}
}

// Contexts do not depend on ended threads or on reused handles.
func TestReusedHandles(t *testing.T) {
	if got, want := clears(t, play(t, buildFaultProgram(t), "reuse")), "4:1 4:1 8:0 16:1 32:1 64:1 128:2 256:3"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestContextMovesToThread(t *testing.T) {
	if got, want := clears(t, play(t, buildFaultProgram(t), "given")), "1:2"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// Contexts of many threads are recorded; heavy_test.go has the same with sanitizers.
func TestContextsOfManyThreads(t *testing.T) {
	f := play(t, buildFaultProgram(t), "many")
	if n := len(f.Contexts()); n < 64 {
		t.Errorf("%d contexts", n)
	}
}

// A recording ends when its receiver disconnects.
func TestReceiverDisconnects(t *testing.T) {
	if got, want := clears(t, play(t, buildFaultProgram(t), "gone")), "1:1 4:1"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// A recording ends with the frame of each thread; for a thread that does not swap, with its next call.
func TestWhenRecordingEnds(t *testing.T) {
	path := buildFaultProgram(t)
	if got, want := clears(t, play(t, path, "ends")), "2:2 4:1 7:1"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got, want := clears(t, play(t, path, "late")), "1:1"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// Contexts are tracked correctly after an eglMakeCurrent that failed, the end of a thread, the end of one of
// two displays, and the start of another recording.
func TestFollowedContexts(t *testing.T) {
	path := buildFaultProgram(t)
	for name, want := range map[string]string{"refused": "2:1", "ended": "1:1 2:1", "large": "", "drawn": "", "shared": "", "held": "1:1 2:1 4:2", "surfaceless": "", "joins": ""} {
		t.Run(name, func(t *testing.T) {
			if got := clears(t, play(t, path, name)); got != want {
				t.Errorf("%s, not %s", got, want)
			}
		})
	}
}

// A thread without further calls does not delay the end of a recording.
func TestIdleThread(t *testing.T) {
	if got, want := clears(t, play(t, buildFaultProgram(t), "idle")), "1:1 4:1"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// A thread without calls between two recordings has its first call in the second.
func TestNextRecording(t *testing.T) {
	if got, want := clears(t, play(t, buildFaultProgram(t), "next")), "1:0 2:0"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// A program that ends during the recorder's queries or file operations leaves a complete recording.
func TestEndDuringCall(t *testing.T) {
	path := buildFaultProgram(t)
	play(t, path, "meanwhile")
	if got, want := clears(t, play(t, path, "closes")), "1:1"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// A forked child is recorded after it queries a display.
func TestChildContinues(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.CommandContext(within(t), buildFaultProgram(t), "child")
	cmd.Env = mesa("GLTRACE_START=1", "GLTRACE_FILE="+filepath.Join(dir, "%p.gltrace"), "GLTRACE_FOLDER="+filepath.Join(t.TempDir(), "trace"))
	output(t, cmd)
	names, err := filepath.Glob(filepath.Join(dir, "*.gltrace"))
	if err != nil || len(names) != 2 {
		t.Fatal(names, err)
	}
	want := map[bool]string{true: "1:1 4:1", false: "3:1"}
	for _, name := range names {
		f := recorded(t, name)
		isFirst := int(f.Hello().Pid) == cmd.Process.Pid
		if got := clears(t, f); got != want[isFirst] {
			t.Errorf("%s, not %s", got, want[isFirst])
		}
	}
}

// Errors are recorded after the call that generated them; the driver is queried only as often as necessary.
func TestErrorsOfWatchedCalls(t *testing.T) {
	path := buildFaultProgram(t)
	list := calls(t, play(t, path, "later"))
	if n := len(list); n < 2 || list[n-1] != "~gltrace.Error(0x500)" || !strings.HasPrefix(list[n-2], "glEnable(") {
		t.Errorf("the last error is missing: %v", list)
	}
	if slices.ContainsFunc(list[:len(list)-1], func(s string) bool { return strings.Contains(s, "gltrace.Error") }) {
		t.Errorf("unexpected errors of other calls: %v", list)
	}
	play(t, path, "messages")
}

// The program is paused for at most one second while its state is captured. Objects that were not queried are
// reported and counted.
func TestSlowDriver(t *testing.T) {
	f := play(t, buildFaultProgram(t), "slow")
	left := map[uint64]bool{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.Name == "gltrace.LeftOut" && c.Args[2].Data.Capture == tracepb.Capture_CAPTURE_NO_ROOM {
			left[c.Args[0].Bits] = true
		}
	}
	for _, kind := range []uint64{0x82E0, 0x82E1, 0x82E2, 0x1702, 0x8074, 0x8D40, 0x8D41, 0x82E6, 0x82E3, 0x82E4, 0x8E22} {
		if !left[kind] {
			t.Errorf("objects of kind %#x are left out in silence", kind)
		}
	}
	if n := f.End().Uncaptured; n < uint64(len(left)) {
		t.Errorf("%d are left out, %d counted", len(left), n)
	}
}

// imagesOf counts the images of draws and frames, and those without space.
func imagesOf(t *testing.T, f *file.File) map[string]int {
	t.Helper()
	counts := map[string]int{}
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if name, ok := strings.CutPrefix(c.Function.Name, "gltrace."); ok && strings.HasSuffix(name, "Image") {
			counts[name+" "+c.Args[len(c.Args)-1].Data.Capture.String()]++
		}
	}
	return counts
}

// If the driver creates no buffer, for example after a lost context, no image is requested.
func TestImageWithoutBuffer(t *testing.T) {
	if images := imagesOf(t, play(t, buildFaultProgram(t), "nameless")); images["DrawImage CAPTURE_DATA"]+images["FrameImage CAPTURE_DATA"] > 0 {
		t.Errorf("%v", images)
	}
}

// Images without space are marked and counted. A driver that is fast enough loses none.
func TestTooManyImages(t *testing.T) {
	for part, want := range map[string]map[string]int{
		"never":   {"DrawImage CAPTURE_NO_ROOM": 8, "FrameImage CAPTURE_NO_ROOM": 1},
		"flushed": {"DrawImage CAPTURE_DATA": 32},
	} {
		t.Run(part, func(t *testing.T) {
			f := play(t, buildFaultProgram(t), part)
			if got := imagesOf(t, f); !maps.Equal(got, want) {
				t.Errorf("%v, not %v", got, want)
			}
			lost := want["DrawImage CAPTURE_NO_ROOM"] + want["FrameImage CAPTURE_NO_ROOM"]
			if end := f.End(); end == nil || end.Uncaptured != uint64(lost) {
				t.Errorf("the end is %v", end)
			}
			for i, frame := range f.Frames() {
				if frame.Image >= 0 {
					t.Errorf("frame %d has call %d as its image", i, frame.Image)
				}
			}
		})
	}
}
