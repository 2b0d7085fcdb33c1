package golden

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/loader"
)

// An errorsRun is a run of the program that makes errors.
type errorsRun struct {
	out, log string
	stats    loader.ProcessStats
}

// runErrorsApp runs the program over Mesa, under layers.
func runErrorsApp(t *testing.T, app string, layers ...string) errorsRun {
	t.Helper()
	r := under(t, layers)
	cmd := r.Command(t.Context(), app)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	cmd.Env = append(append(cmd.Env, glesdriver.Env()...), "XDG_CONFIG_HOME="+t.TempDir(), "GLESLAYER_LOG=debug")
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s%s", err, out.String(), log.String())
	}
	processes, err := r.Stats()
	if err != nil || len(processes) != 1 {
		t.Fatalf("%d processes, %v", len(processes), err)
	}
	return errorsRun{out.String(), log.String(), processes[0]}
}

// Over a real driver: the app reads its own errors in two contexts that move between threads, each error is
// logged with the call that made it, the counts match those of the loader, slices are balanced, and frame
// times are correct.
func TestModulesOverMesa(t *testing.T) {
	q := request("passive", "none", []string{"@egl1.5", "@gles2.0"})
	q.Config.Sets = readySets
	lib := buildLayer(t, kase{name: "watch", request: q}.write(t))
	app := filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-rdynamic", "-o", app, "testdata/ready/app.c", "-lEGL", "-lGLESv2")
	without, with := runErrorsApp(t, app), runErrorsApp(t, app, lib)
	if with.out != without.out || strings.Count(without.out, "050") < 20 {
		t.Errorf("the app saw\n%sand without the layer\n%s", with.out, without.out)
	}
	t.Run("errors", func(t *testing.T) {
		pattern := regexp.MustCompile(`gleslayer: GL_INVALID_ENUM: glEnable\(cap=0x1234\)\n(?:gleslayer: .*\n)*?gleslayer:     #0 .*\+0x`)
		if !pattern.MatchString(with.log) || !strings.Contains(with.log, " app+0x") {
			t.Errorf("no error with its stack in\n%s", with.log)
		}
	})
	t.Run("calls", func(t *testing.T) { with.compareCalls(t) })
	t.Run("frames", func(t *testing.T) { with.compareFrames(t) })
	t.Run("atrace", func(t *testing.T) {
		var slices, unbalanced int
		with.find(t, "app: %d slices, %d unbalanced", &slices, &unbalanced)
		if slices < 100 || unbalanced != 0 {
			t.Errorf("%d slices, %d unbalanced", slices, unbalanced)
		}
		without.find(t, "app: %d slices, %d unbalanced", &slices, &unbalanced)
		if slices != 0 {
			t.Errorf("without the layer, %d slices", slices)
		}
	})
}

// find returns the first log line that matches a pattern.
func (o errorsRun) find(t *testing.T, format string, values ...any) {
	t.Helper()
	for line := range strings.Lines(o.log) {
		if n, err := fmt.Sscanf(line, format, values...); err == nil && n == len(values) {
			return
		}
	}
	t.Fatalf("no line %q in\n%s", format, o.log)
}

// compareCalls compares the counts with those of the loader. Each thread calls glFlush once without a
// context, and the loader does not pass that call to the layers.
func (o errorsRun) compareCalls(t *testing.T) {
	t.Helper()
	counts := map[string]uint64{}
	for line := range strings.Lines(o.log) {
		list, ok := strings.CutPrefix(strings.TrimSpace(line), "gleslayer: calls: ")
		for entry := range strings.SplitSeq(list, ", ") {
			var name string
			var n uint64
			if _, err := fmt.Sscan(entry, &name, &n); ok && err == nil {
				counts[name] = n
			}
		}
	}
	for i, name := range o.stats.Names {
		want := o.stats.Calls[i]
		if name == "glFlush" {
			want -= 2
		}
		if got := counts[name]; got != want && name != "eglGetCurrentContext" {
			t.Errorf("%s: counted %d of %d", name, got, want)
		}
	}
	if len(counts) < 15 || counts["glGetError"] < 50 {
		t.Errorf("%v", counts)
	}
}

// compareFrames finds the second in which the program only drew frames of 5 ms.
func (o errorsRun) compareFrames(t *testing.T) {
	t.Helper()
	var all, n int
	var surface string
	var span, fps, mean, median, percentile, longest float64
	o.find(t, "app: %d frames", &all)
	o.find(t, "gleslayer: frames: surface %s %d in %f s, %f fps; frame mean %f ms, median %f, 99%% %f, longest %f;", &surface, &n, &span, &fps, &mean, &median, &percentile, &longest)
	const cent = 0.01 // values have two decimal places
	if n < 1 || n >= all || span < 1 || mean < 5 || fps > 200 || math.Abs(mean*float64(n)-span*1000) > cent*float64(n)+1000*cent || !slices.IsSorted([]float64{5, median, percentile, longest}) {
		t.Errorf("of %d frames, %d in %.2f s, %.1f fps; mean %.2f, median %.2f, 99%% %.2f, longest %.2f", all, n, span, fps, mean, median, percentile, longest)
	}
}
