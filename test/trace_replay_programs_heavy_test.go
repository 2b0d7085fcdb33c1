//go:build heavy && linux

package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/test/replays"
	"github.com/gleslayergen/gleslayergen/trace/diff"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// replayedProgram is a program of this repository that is recorded and replayed.
type replayedProgram struct {
	name    string
	sources string // a pattern; the first file has the function main
	args    string
	layer   string // source of a layer that stands for a driver with more extensions
	x11     bool   // it needs an X server
	input   string // of the program
	endless bool   // it draws until it is interrupted
	status  int    // exit code of "trace record": that of the program, or 7 if the recording cannot be replayed
	images  int    // least number of images of frames and draws that are equal
	cannot  string // why it cannot be replayed, or why the replay differs; "" if it does not
}

// replayedPrograms are all programs of this repository that call EGL: TestReplayedProgramsAreComplete checks it.
var replayedPrograms = []replayedProgram{
	{name: "app", sources: "examples/app/app.c", args: "--frames 20", images: 40},
	{name: "es32", sources: "test/trace/apitrace/testdata/es32/*.c", status: 7, images: 40, cannot: "it loads a shader binary without data"},
	{name: "orbit", sources: "test/viewer/orbit/program/*.c", args: "6 0", images: 50},
	{name: "tiny", sources: "trace/report/testdata/versions/tiny.c", images: 2},
	{name: "unpack", sources: "trace/state/testdata/unpack.c", args: "0x9278 4", input: "sixteen bytes..."},
	{name: "swaps", sources: "bench/layer/testdata/swaps.c", images: 1},
	{name: "draw 2.0", sources: "golden/testdata/draw/app.c", args: "- 20 2 10", images: 9},
	{name: "draw 3.2", sources: "golden/testdata/draw/app.c", args: "- 32 1 10", images: 9},
	{name: "objects", sources: "golden/testdata/objects/app.c", args: "1 300"},
	{name: "memory", sources: "golden/testdata/memory/app.c", args: "1 300"},
	{name: "ready", sources: "golden/testdata/ready/app.c", images: 5},
	{name: "shaders", sources: "golden/testdata/shaders/app.c", args: "32"},
	{name: "made", sources: "golden/testdata/shaders/made.c", args: "32", status: 1, cannot: "it fails without binaries of programs, and loads one that is not valid"},
	{name: "thirdparty", sources: "golden/testdata/thirdparty/app.c", cannot: "it passes handles of EGL that no call returned, which the player does not pass to the driver"},
	{name: "start", sources: "bench/loader/testdata/start.c"},
	{name: "errors", sources: "loader/testdata/errors_app.c", args: "x"},
	{name: "calls", sources: "test/bench/trace/testdata/calls.c", args: "20000 2 indices", images: 30},
	{name: "fill", sources: "test/bench/trace/testdata/fill.c", args: "2", images: 2},
	{name: "contexts", sources: "test/programs/testdata/contexts.c", args: "1"},
	{name: "desktop", sources: "test/testdata/trace/desktop.c", status: 7, cannot: "its context is of OpenGL"},
	{name: "early", sources: "test/testdata/trace/early.c"},
	{name: "frames", sources: "test/testdata/trace/frames.c", args: "6 100 0", images: 4},
	{name: "wrong", sources: "test/testdata/trace/wrong.c"},
	{name: "soak", sources: "test/trace/soak/testdata/soak.c", endless: true, images: 20},
	{name: "images", sources: "test/testdata/trace/replay/images.c", images: 8},
	{name: "external", sources: "test/testdata/trace/replay/images.c", args: "external", images: 8},
	{name: "pixmap", sources: "test/testdata/trace/replay/images.c", args: "pixmap", layer: "test/testdata/trace/replay/pixmaps.c", x11: true, images: 1},
	{name: "game", sources: "scripts/pictures/modules/game.c", args: "--frames 8", images: 8},
	{name: "bugs", sources: "test/testdata/trace/minimize/bugs.c", args: "uniform", images: 8},
	{name: "targets", sources: "test/testdata/trace/replay/targets.c", endless: true, images: 20},
	{name: "rejected", sources: "test/testdata/trace/replay/rejected.c"},
	{name: "debug", sources: "test/testdata/trace/replay/debug.c", images: 4},
	{name: "reads", sources: "test/testdata/trace/replay/reads.c", images: 2},
	{name: "late", sources: "test/testdata/trace/replay/late.c", images: 7},
	{name: "pending", sources: "test/testdata/trace/replay/pending.c", endless: true, images: 20},
	{name: "reasons", sources: "test/testdata/trace/replay/reasons.c"},
	{name: "threads", sources: "test/testdata/trace/replay/threads.c", args: "30", images: 12},
	{name: "threads with samples", sources: "test/testdata/trace/replay/threads.c", args: "30 4", images: 12},
	{name: "many draws", sources: "test/bench/trace/testdata/scene.c", args: "3 100", images: 3},
	{name: "alternate", sources: liveTestdata + "alternate.c", endless: true, images: 20},
	{name: "colors", sources: liveTestdata + "colors.c", args: "8", images: 6},
	{name: "colors with samples", sources: liveTestdata + "colors.c", args: "5 4", images: 3},
	{name: "many", sources: liveTestdata + "many.c", args: "6", images: 4},
	{name: "noise", sources: liveTestdata + "noise.c", images: 30},
	{name: "persistent", sources: liveTestdata + "persistent.c", endless: true, images: 10},
	{name: "scene", sources: liveTestdata + "scene.c", args: "10", images: 25},
	{name: "scene with errors", sources: liveTestdata + "scene.c", args: "10 errors", images: 25},
	{name: "sharing", sources: liveTestdata + "sharing.c", endless: true, images: 10},
	{name: "uploads", sources: liveTestdata + "uploads.c", endless: true, images: 20},
	{name: "fork", sources: liveTestdata + "lives.c", args: "fork", images: 70},
	{name: "elsewhere", sources: liveTestdata + "lives.c", args: "elsewhere", images: 7},
	{name: "re-created display", sources: liveTestdata + "lives.c", args: "renewed", images: 12},
	{name: "many contexts", sources: liveTestdata + "lives.c", args: "many", images: 300},
	{name: "killed", sources: liveTestdata + "lives.c", args: "leave", status: 5},
	{name: "told", sources: liveTestdata + "lives.c", args: "told", images: 9},
	{name: "deleted", sources: liveTestdata + "lives.c", args: "deleted"},
	{name: "unchecked", sources: liveTestdata + "lives.c", args: "unchecked"},
	{name: "ends", sources: liveTestdata + "lives.c", args: "ends", images: 1},
}

// notReplayed are the other files with a function main that include headers of EGL or OpenGL ES, and why they are not recorded.
var notReplayed = map[string]string{
	"bench/loader/testdata/calls.c":         "it measures millions of calls of one function",
	"bench/layer/testdata/frames.c":         "it measures thousands of frames, which differ by nothing",
	"bench/layer/testdata/tracked.c":        "it measures calls, and draws nothing",
	"golden/testdata/cancel/host.c":         "it cancels threads in calls of the driver",
	"golden/testdata/hud/app.c":             "the number of its frames depends on the time",
	"golden/testdata/screenshot/app.c":      "it writes a file for each frame",
	"test/hostile/testdata/guest.c":         "it forks, cancels threads and closes descriptors",
	"loader/testdata/late.c":                "it calls a function of the desktop loader, and none that draws",
	"test/trace/confine/testdata/confine.c": "it confines itself",
}

// TestReplayedProgramsAreComplete checks that each program of this repository that calls EGL is replayed, or not for a reason.
func TestReplayedProgramsAreComplete(t *testing.T) {
	known := map[string]bool{}
	for _, p := range replayedPrograms {
		for _, path := range p.files(t) {
			known[path] = true
		}
	}
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || path == "build" || path == "android" || strings.HasPrefix(path, "examples/android-app")) {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".c" {
			return err
		}
		text, err := os.ReadFile(filepath.Join("..", path))
		calls := bytes.Contains(text, []byte("<EGL/egl.h>")) || bytes.Contains(text, []byte(`"screen.h"`)) || bytes.Contains(text, []byte(`"quad.h"`))
		if calls && bytes.Contains(text, []byte("int main(")) && !known[path] && notReplayed[path] == "" {
			t.Errorf("%s is not replayed, and not in the list of programs that are not", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// files returns the files of the program.
func (p *replayedProgram) files(t *testing.T) []string {
	t.Helper()
	files, err := fs.Glob(os.DirFS(".."), p.sources)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no files, %v", p.sources, err)
	}
	return files
}

// built compiles the program.
func (r *tracer) built(p *replayedProgram) string {
	r.Helper()
	out := filepath.Join(r.home, "program")
	args := []string{"-std=gnu11", "-O1", "-pthread", "-I../" + liveTestdata, "-I../bench/measure/include", "-o", out}
	for _, path := range p.files(r.T) {
		args = append(args, filepath.Join("..", path))
	}
	printed, err := exec.CommandContext(r.Context(), "cc", append(args, "-lEGL", "-lGLESv2", "-lm")...).CombinedOutput()
	if err != nil {
		r.Fatalf("%v\n%s", err, printed)
	}
	return out
}

// builtLayer compiles the layer of the program.
func (r *tracer) builtLayer(p *replayedProgram) string {
	r.Helper()
	out := filepath.Join(r.home, "layer.so")
	if printed, err := exec.CommandContext(r.Context(), "cc", "-shared", "-fPIC", "-o", out, filepath.Join("..", p.layer), "-lX11").CombinedOutput(); err != nil {
		r.Fatalf("%v\n%s", err, printed)
	}
	return out
}

// uncached returns a run of the program in which Mesa compiles all shaders: a shader from its cache has no messages.
func (r *tracer) uncached(args ...string) *exec.Cmd {
	cmd := r.command("", args...)
	cmd.Env = append(cmd.Env, "MESA_SHADER_CACHE_DISABLE=true")
	return cmd
}

// recordReplayable records a program with options and returns the path of the recording, which r.home has.
func (r *tracer) recordReplayable(p *replayedProgram, options ...string) string {
	r.Helper()
	args := append([]string{"trace", "record", "--replayable", "--errors", "--frame-images", "--draw-images", "--out", "a.gltrace"}, options...)
	if p.layer != "" {
		args = append(args, "--layer", r.builtLayer(p))
	}
	cmd := r.uncached(append(append(args, "--", r.built(p)), strings.Fields(p.args)...)...)
	if p.x11 {
		server, err := testutil.StartXServer(r.Context())
		if err != nil {
			r.Fatal(err)
		}
		defer server.Close()
		cmd.Env = append(cmd.Env, "DISPLAY="+server.Display)
	}
	code, messages := 0, ""
	if p.endless {
		in, keyboard, err := os.Pipe()
		if err != nil {
			r.Fatal(err)
		}
		defer in.Close()
		defer keyboard.Close() // until then, the program waits for input
		cmd.Stdin, cmd.SysProcAttr = in, apart()
		b := r.begin(cmd)
		r.enough(20)
		_ = b.Process.Signal(syscall.SIGINT)
		_ = b.Wait()
		messages = b.printed.String()
	} else {
		cmd.Stdin = strings.NewReader(p.input)
		_, messages, code = r.done(cmd)
	}
	path := filepath.Join(r.home, "a.gltrace")
	if _, err := os.Stat(path); err != nil || code != p.status {
		r.Fatalf("exit code %d, not %d\n%s", code, p.status, messages)
	}
	return path
}

// replayed replays a recording, and returns the report and the exit code. The check is empty if nothing was compared.
func (r *tracer) replayed(path string, args ...string) (report replays.Report, messages string, code int) {
	r.Helper()
	return r.replayedOn(nil, path, args...)
}

// replayedOn is replayed with environment variables of a driver.
func (r *tracer) replayedOn(env []string, path string, args ...string) (report replays.Report, messages string, code int) {
	r.Helper()
	report.Check = &diff.Report{}
	cmd := r.uncached(append([]string{"trace", "replay", path, "--json"}, args...)...)
	cmd.Env = append(cmd.Env, env...)
	out, messages, code := r.done(cmd)
	if err := json.Unmarshal([]byte(out), &report); err != nil && out != "" {
		r.Fatalf("%v\n%s", err, out)
	}
	return report, messages, code
}

// TestReplayPrograms records programs and replays them on the same driver: all answers and images must be equal.
func TestReplayPrograms(t *testing.T) {
	for _, p := range testutil.Shard(t, replayedPrograms, 12) {
		t.Run(p.name, func(t *testing.T) {
			r := newTracer(t)
			report, messages, code := r.replayed(r.recordReplayable(&p))
			switch {
			case p.cannot != "" && code == 0:
				t.Errorf("the replay is equal, but the table says: %s", p.cannot)
			case p.cannot == "" && code != 0:
				t.Errorf("exit code %d\n%+v\n%s", code, report.Check.Differences, messages)
			case report.Check.Images.Compared < p.images:
				t.Errorf("%d images", report.Check.Images.Compared)
			}
			t.Logf("%d calls, %d images", report.Calls, report.Check.Images.Compared)
		})
	}
}

// TestReplayProgramsFromSnapshots records programs with a snapshot before each frame, and replays them from several frames on: all
// answers and images must be equal, whether the replay begins with a snapshot or not.
func TestReplayProgramsFromSnapshots(t *testing.T) {
	for _, p := range testutil.Shard(t, replayedPrograms, 12) {
		t.Run(p.name, func(t *testing.T) {
			r := newTracer(t)
			path := r.recordReplayable(&p, "--snapshot-every", "1")
			whole, messages, code := r.replayed(path)
			if p.cannot == "" && code != 0 {
				t.Fatalf("all frames: exit code %d\n%+v\n%s", code, whole.Check.Differences, messages)
			}
			if !whole.Check.Equal {
				t.Log(p.cannot)
				return
			}
			for _, from := range middleFrames(t, path) {
				report, messages, middle := r.replayed(path, "--frames", fmt.Sprintf("%d-", from), "--no-cache")
				if middle != code || !report.Check.Equal {
					t.Errorf("from frame %d: exit code %d, not %d\n%+v\n%s", from, middle, code, report.Check.Differences, messages)
				}
				for line := range strings.Lines(messages) {
					if strings.Contains(line, "the replay begins with") && strings.Contains(line, "snapshot before") {
						t.Logf("from frame %d: %s", from, strings.TrimSpace(line))
					}
				}
			}
		})
	}
}

// middleFrames returns the second frame of a recording, one in the middle and the last one, if it has them.
func middleFrames(t *testing.T, path string) (out []int) {
	t.Helper()
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := len(f.Frames())
	for _, frame := range []int{1, n / 2, n - 1} {
		if frame >= 1 && frame < n && !slices.Contains(out, frame) {
			out = append(out, frame)
		}
	}
	return out
}
