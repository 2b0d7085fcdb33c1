//go:build heavy

package golden

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/rules"
)

// stressEnv limits Mesa to the program's own threads and files, and all threads to one malloc arena.
var stressEnv = []string{"EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", "MESA_SHADER_CACHE_DISABLE=true", "LP_NUM_THREADS=0",
	"MALLOC_ARENA_MAX=1"}

// A stressRun is a run of the program.
type stressRun struct {
	cmd         *exec.Cmd
	out, errOut strings.Builder
	counts      string // the file to which the hooks write their counts
	sets        bool
}

// start runs the program for some time.
func (s stress) start(t *testing.T, d time.Duration, env ...string) *stressRun {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d+limit)
	t.Cleanup(cancel)
	dir := t.TempDir()
	names := filepath.Join(dir, "names")
	write(t, names, strings.Join(rules.Newest().Offered(), "\n")+"\n")
	r := &stressRun{cmd: exec.CommandContext(ctx, s.host, s.lib, fmt.Sprint(d.Seconds()), names), counts: filepath.Join(dir, "counts"), sets: s.sets}
	r.cmd.Env = append(append(append(append(os.Environ(), stressEnv...), s.env...), env...), "XDG_CONFIG_HOME="+dir, "STRESS_COUNTS="+r.counts)
	r.cmd.Stdout, r.cmd.Stderr = &r.out, &r.errOut
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return r
}

// wait waits for the end and compares the calls of the app with the counts of the hooks.
func (r *stressRun) wait(t *testing.T) {
	t.Helper()
	if err := r.cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s%s", err, r.out.String(), r.notes())
	}
	ours := 1 // eglSwapBuffersWithDamageKHR, with which every layer counts frames
	for _, kind := range stressKinds {
		ours += strings.Count(kind.Match, ",") + 1
	}
	if r.sets {
		ours += setsNeed
	}
	checkContains(t, r.out.String(), fmt.Sprintf("intercepted %d of ", ours))
	for want, times := range map[string]int{"called a second time": 1, "the call has no effect": 0} {
		if strings.Count(r.errOut.String(), want) != times {
			t.Errorf("not %d times %q in:\n%s", times, want, r.notes())
		}
	}
	r.compare(t)
}

// compare requires that each hook ran, and not more often than it was called. The layer's own count may miss
// a few calls. The program itself checks that no call is lost or repeated.
func (r *stressRun) compare(t *testing.T) {
	t.Helper()
	calls := map[string]int{}
	for line := range strings.Lines(r.out.String()) {
		var name string
		var n int
		if _, err := fmt.Sscanf(line, "calls %s %d", &name, &n); err == nil {
			calls[name] = n
		}
	}
	text, err := os.ReadFile(r.counts)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n"); n != 8 {
		t.Errorf("%d hooks counted, expected 8", n)
	}
	for line := range strings.Lines(string(text)) {
		var name string
		var ran, counted int
		if _, err := fmt.Sscan(line, &name, &ran, &counted); err != nil {
			t.Fatal(err)
		}
		if counted <= 0 || counted > ran || ran > calls[name] || name == "glUniform4f" && ran == calls[name] {
			t.Errorf("of %d calls of %s the hook ran in %d, and the layer counted %d", calls[name], name, ran, counted)
		}
	}
	t.Logf("%d frames", calls["eglSwapBuffers"])
}

// noise matches lines that hooks and the module log write.
var noise = regexp.MustCompile(`^stress: (swap |surface |gl\w+\(|egl\w+\()`)

// notes returns the program's output without those lines.
func (r *stressRun) notes() string {
	var kept strings.Builder
	for line := range strings.Lines(r.errOut.String()) {
		if !noise.MatchString(line) {
			kept.WriteString(line)
		}
	}
	return kept.String()
}
