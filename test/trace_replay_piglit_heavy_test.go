//go:build heavy && linux

package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// piglitTests returns the lines of the table of piglit's tests.
func piglitTests(t *testing.T) (lines []string) {
	t.Helper()
	text, err := os.ReadFile("programs/testdata/piglit.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// withoutColors are tests that draw to depth only. The recorder makes images of colors.
var withoutColors = []string{"read_depth_gles3"}

// TestReplayPiglit replays recordings of piglit's tests on the same driver: all answers and images must be equal, and there must be
// answers, and images if the test draws.
func TestReplayPiglit(t *testing.T) {
	found, err := filepath.Glob("/usr/lib/*/piglit")
	if err != nil || len(found) != 1 {
		t.Fatalf("piglit is not there: %q, %v (make deps)", found, err)
	}
	dir, glx := found[0], filepath.Join(t.TempDir(), "glx.so")
	if printed, err := exec.CommandContext(t.Context(), "cc", "-shared", "-fPIC", "-o", glx, "testdata/trace/replay/glx.c", "-lEGL").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	for _, line := range testutil.Shard(t, piglitTests(t), 20) {
		columns := append(strings.Split(line, "\t"), "")
		argv, cannot := strings.Fields(columns[0]), columns[2]
		t.Run(columns[0], func(t *testing.T) {
			r := newTracer(t)
			path := filepath.Join(r.home, "a.gltrace")
			args := []string{"trace", "record", "--replayable", "--errors", "--draw-images", "--out", path, "--", "env", "LD_PRELOAD=" + glx}
			cmd := r.uncached(slices.Concat(args, []string{filepath.Join(dir, "bin", argv[0])}, argv[1:], []string{"-auto", "-fbo"})...)
			cmd.Dir = dir
			cmd.Env = append(cmd.Env, "PIGLIT_PLATFORM=surfaceless_egl", "PIGLIT_SOURCE_DIR="+dir)
			if out, messages, code := r.done(cmd); code != 0 && cannot == "" || !strings.Contains(out, `"result": "pass"`) {
				t.Fatalf("exit code %d\n%s%s", code, out, messages)
			}
			report, messages, code := r.replayed(path)
			if (code == 0) != (cannot == "") {
				t.Errorf("exit code %d; the table says: %q\n%+v\n%s", code, cannot, report.Check.Differences, messages)
			}
			_, draws := countImages(t, path)
			images, colors := report.Check.Images.Compared, !slices.Contains(withoutColors, argv[0])
			if cannot == "" && (report.Asserted() == 0 || (images > 0) != (draws > 0 && colors)) {
				t.Errorf("compared %d answers, and %d images of %d draws", report.Asserted(), images, draws)
			}
			t.Logf("%d calls, %d answers, %d images", report.Calls, report.Asserted(), report.Check.Images.Compared)
		})
	}
}
