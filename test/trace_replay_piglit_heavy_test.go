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

// piglitTest is a test of piglit, a row of its table.
type piglitTest struct {
	name, cannot string
	dir          string // of piglit
}

// piglitTests returns the tests of piglit.
func piglitTests(t *testing.T) (list []piglitTest) {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/*/piglit")
	if err != nil || len(found) != 1 {
		t.Fatalf("piglit is not there: %q, %v (make deps)", found, err)
	}
	text, err := os.ReadFile("programs/testdata/piglit.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if columns := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), ""); !strings.HasPrefix(line, "#") {
			list = append(list, piglitTest{columns[0], columns[2], found[0]})
		}
	}
	return list
}

// recordPiglit records a test, and returns the path of the recording.
func (r *tracer) recordPiglit(p *piglitTest) string {
	r.Helper()
	glx, path := filepath.Join(r.home, "glx.so"), filepath.Join(r.home, "a.gltrace")
	if printed, err := exec.CommandContext(r.Context(), "cc", "-shared", "-fPIC", "-o", glx, "testdata/trace/replay/glx.c", "-lEGL").CombinedOutput(); err != nil {
		r.Fatalf("%v\n%s", err, printed)
	}
	argv := strings.Fields(p.name)
	args := []string{"trace", "record", "--replayable", "--errors", "--draw-images", "--out", path, "--", "env", "LD_PRELOAD=" + glx}
	cmd := r.uncached(slices.Concat(args, []string{filepath.Join(p.dir, "bin", argv[0])}, argv[1:], []string{"-auto", "-fbo"})...)
	cmd.Dir = p.dir
	cmd.Env = append(cmd.Env, "PIGLIT_PLATFORM=surfaceless_egl", "PIGLIT_SOURCE_DIR="+p.dir)
	if out, messages, code := r.done(cmd); code != 0 && p.cannot == "" || !strings.Contains(out, `"result": "pass"`) {
		r.Fatalf("exit code %d\n%s%s", code, out, messages)
	}
	return path
}

// withoutColors are tests that draw to depth only. The recorder makes images of colors.
var withoutColors = []string{"read_depth_gles3"}

// TestReplayPiglit replays recordings of piglit's tests on the same driver: all answers and images must be equal, and there must be
// answers, and images if the test draws.
func TestReplayPiglit(t *testing.T) {
	for _, p := range testutil.Shard(t, piglitTests(t), 20) {
		t.Run(p.name, func(t *testing.T) {
			r := newTracer(t)
			path := r.recordPiglit(&p)
			report, messages, code := r.replayed(path)
			if (code == 0) != (p.cannot == "") {
				t.Errorf("exit code %d; the table says: %q\n%+v\n%s", code, p.cannot, report.Check.Differences, messages)
			}
			_, draws := countImages(t, path)
			images, colors := report.Check.Images.Compared, !slices.Contains(withoutColors, p.name)
			if p.cannot == "" && (report.Asserted() == 0 || (images > 0) != (draws > 0 && colors)) {
				t.Errorf("compared %d answers, and %d images of %d draws", report.Asserted(), images, draws)
			}
			t.Logf("%d calls, %d answers, %d images", report.Calls, report.Asserted(), report.Check.Images.Compared)
		})
	}
}
