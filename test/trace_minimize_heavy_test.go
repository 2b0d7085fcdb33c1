//go:build heavy && linux

package test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// plantedBugs are the errors of the program bugs.c.
var plantedBugs = []string{"uniform", "texture", "feedback", "blend", "scissor", "attribute", "swizzle", "depth", "block", "barrier"}

// mostKept is the number of calls that a recording of an error has at most.
const mostKept = 30

// minimized has the parts of the report of trace minimize that the test needs.
type minimized struct {
	Calls, Kept, Steps, Tested, Known int
	Seconds                           float64
}

// TestMinimizePlantedBugs minimizes recordings of programs that draw wrong pixels. It stops each run at its first step, and continues it.
func TestMinimizePlantedBugs(t *testing.T) {
	for _, bug := range testutil.Shard(t, plantedBugs, len(plantedBugs)) {
		t.Run(bug, func(t *testing.T) {
			r := newTracer(t)
			program := r.compiled("bugs", "minimize/bugs.c", "-lEGL", "-lGLESv2")
			wrong, _, _ := r.done(r.command(program, bug))
			if right, _, _ := r.done(r.command(program, bug, "right")); strings.Trim(right, "f0\n") != "" || wrong == right || len(wrong) != len(right) {
				t.Fatalf("the program reads %q with the error and %q without", wrong, right)
			}
			if out, messages, code := r.run("trace", "record", "--replayable", "--out", "bug.gltrace", "--", program, bug); code != 0 {
				t.Fatalf("exit code %d\n%s%s", code, out, messages)
			}
			check := []string{r.checkPixels(), "{}", strings.TrimSpace(wrong)}
			r.stopMinimizing("bug.gltrace", check)
			first := r.minimize("bug.gltrace", check)
			if first.Kept > mostKept || first.Kept < 10 || first.Known == 0 {
				t.Errorf("%+v", first)
			}
			out, messages, code := r.done(r.command(check[0], "bug.min.gltrace", check[2]))
			if code != 3 {
				t.Errorf("the result does not fail: exit code %d\n%s%s", code, out, messages)
			}
			if out, messages, code := r.run("trace", "replay", "bug.min.gltrace"); code != 0 {
				t.Errorf("the replay differs: exit code %d\n%s%s", code, out, messages)
			}
			again := r.minimize("bug.min.gltrace", check)
			if again.Kept != first.Kept || again.Calls != first.Kept || again.Tested < again.Kept {
				t.Errorf("calls of the result can be removed: %+v", again)
			}
			t.Logf("%+v, again %+v", first, again)
		})
	}
}

// checkPixels returns the path of the program that checks pixels.
func (r *tracer) checkPixels() string {
	r.Helper()
	path := filepath.Join(r.home, "checkpixels")
	if printed, err := exec.Command("go", "build", "-o", path, "./checkpixels").CombinedOutput(); err != nil {
		r.Fatalf("%v\n%s", err, printed)
	}
	return path
}

// minimizing returns a run of trace minimize. New memory has the same contents in each run: what a driver draws to contents that no call
// has written is then always the same.
func (r *tracer) minimizing(path string, check []string) *exec.Cmd {
	cmd := r.command("", append([]string{"trace", "minimize", path, "--replay", "--json", "--"}, check...)...)
	cmd.Env = append(cmd.Env, "MALLOC_PERTURB_=1", "GALLIVM_PERF=nopt")
	return cmd
}

// minimize minimizes a recording to one with .min in its name.
func (r *tracer) minimize(path string, check []string) (report minimized) {
	r.Helper()
	out, messages, code := r.done(r.minimizing(path, check))
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 {
		r.Fatalf("exit code %d, %v\n%s%s", code, err, out, messages)
	}
	return report
}

// stopMinimizing stops a run with Ctrl-C when it has a smaller recording.
func (r *tracer) stopMinimizing(path string, check []string) {
	r.Helper()
	b := r.begin(r.minimizing(path, check))
	state := filepath.Join(r.home, strings.Replace(path, ".gltrace", ".min.gltrace.minimize", 1))
	best := filepath.Join(state, "best.gltrace")
	r.until(func() bool { _, err := os.Stat(best); return err == nil || b.hasEnded() }, b.printed.String)
	_ = b.Process.Signal(syscall.SIGINT)
	_ = b.Wait()
	if printed := b.printed.String(); !strings.Contains(printed, "interrupted") || !strings.Contains(printed, "to continue, run the same command again") {
		r.Errorf("exit code %d\n%s", b.ProcessState.ExitCode(), printed)
	}
	if n, whole := r.calls(best); n == 0 || !whole {
		r.Errorf("the smallest recording so far has %d calls, whole: %v", n, whole)
	}
}

// hasEnded reports whether the process has ended.
func (b *begun) hasEnded() bool {
	select {
	case <-b.ended:
		return true
	default:
		return false
	}
}
