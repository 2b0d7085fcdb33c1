//go:build heavy && linux

package test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// trimmedScenes are scenes of glmark2: one that draws only to the window, and others that draw to textures, which some never clear.
var trimmedScenes = []string{"texture", "shadow", "refract", "desktop", "buffer:update-method=map"}

// TestTrimPrograms checks that a trimmed recording shows the same images as the whole one in replays.
func TestTrimPrograms(t *testing.T) {
	r := newTracer(t)
	x, err := testutil.StartXServer(t.Context(), "-screen", "0", "320x240x24")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	for _, scene := range trimmedScenes {
		name, _, _ := strings.Cut(scene, ":")
		record := r.command("", "trace", "record", "--frames", "22", "--out", name+".gltrace", "--", "glmark2-es2", "--size", "128x128", "--benchmark", scene+":duration=60:nframes=24")
		record.Env = append(record.Env, "DISPLAY="+x.Display, "EGL_PLATFORM=x11")
		if out, messages, code := r.done(record); code != 0 {
			t.Fatalf("%s: exit code %d\n%s%s", scene, code, out, messages)
		}
		for frames, n := range map[string]int{"0-4": 5, "8-12": 5, "15-18": 4} {
			if v := r.verify(name+".gltrace", "--frames", frames); v.Compared != n || v.kept >= 1 {
				t.Errorf("%s, frames %s: %+v", name, frames, v)
			}
		}
	}
}

// rangesOfEach is the number of random ranges of each program.
const rangesOfEach = 5

// trimmedProgram is a program whose recording is trimmed.
type trimmedProgram struct {
	name    string // in replayedPrograms
	missing string // why some draws have no image; "" if all have one
}

var trimmedPrograms = []trimmedProgram{
	{name: "app"}, {name: "orbit", missing: "its shadow map has no color"}, {name: "draw 3.2"}, {name: "calls"}, {name: "frames"}, {name: "scene"}, {name: "noise"},
	{name: "images"}, {name: "colors"}, {name: "many contexts"}, {name: "uploads"}, {name: "late"},
	{name: "debug"}, {name: "game"}, {name: "threads"}, {name: "sharing"}, {name: "persistent"}, {name: "scene with errors"},
}

// TestTrimRandomRanges checks that random ranges of frames and draws show the same images as the whole recording in replays, and that
// all frames and draws have an image unless there is a reason.
func TestTrimRandomRanges(t *testing.T) {
	for _, trimmed := range testutil.Shard(t, trimmedPrograms, len(trimmedPrograms)) {
		t.Run(trimmed.name, func(t *testing.T) {
			i := slices.IndexFunc(replayedPrograms, func(p replayedProgram) bool { return p.name == trimmed.name })
			r := newTracer(t)
			path := r.recordReplayable(&replayedPrograms[i])
			frames, draws := countImages(t, path)
			random := rand.New(rand.NewPCG(uint64(slices.Index(trimmedPrograms, trimmed)), 5))
			for n := range rangesOfEach {
				flag, of := "--frames", frames
				if n%2 == 1 && draws > 0 {
					flag, of = "--draws", draws
				}
				from := random.IntN(of)
				to := min(of-1, from+random.IntN(10))
				selected := fmt.Sprintf("%d-%d", from, to)
				v := r.verify(path, flag, selected)
				if all := to - from + 1; v.Compared+len(v.Missing) != all || len(v.Missing) > 0 && (trimmed.missing == "" || flag == "--frames") {
					t.Errorf("%s %s: %+v, want %d images compared", flag, selected, v, all)
				}
				t.Logf("%s %s of %d: %+v", flag, selected, of, v)
			}
		})
	}
}

// countImages returns the numbers of frames and draws of a recording.
func countImages(t *testing.T, path string) (frames, draws int) {
	t.Helper()
	f, err := file.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for c, err := range f.Calls(0, f.Len()) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Function.IsDraw() {
			draws++
		}
	}
	return len(f.Frames()), draws
}

// verified is the result of "trace trim --verify".
type verified struct {
	Compared  int
	Different []int
	Missing   []int
	kept      float64 // part of the calls
}

// verify trims a recording to a range, and compares the images in replays. The test fails if they differ, or if the replay of the
// trimmed recording has another answer.
func (r *tracer) verify(path, flag, selected string) verified {
	r.Helper()
	to := filepath.Join(r.TempDir(), "part.gltrace")
	out, messages, code := r.run("trace", "trim", path, flag, selected, "--out", to, "--verify", "--json")
	var report struct {
		Kept, Calls int
		Verified    verified
	}
	err := json.Unmarshal([]byte(out), &report)
	if code != 0 || err != nil || report.Verified.Compared == 0 || len(report.Verified.Different) > 0 {
		r.Errorf("%s, %s %s: exit code %d, %v\n%s%s", path, flag, selected, code, err, out, messages)
	}
	if replayed, messages, code := r.replayed(to, "--no-cache"); code != 0 {
		r.Errorf("%s %s: replay: exit code %d\n%+v\n%s", flag, selected, code, replayed.Check.Differences, messages)
	}
	report.Verified.kept = float64(report.Kept) / float64(max(report.Calls, 1))
	return report.Verified
}
