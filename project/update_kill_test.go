//go:build linux

package project

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// steps are the system calls that change the disk. A process that ends before one of them leaves the effects
// of the earlier ones. Every nth call is tried; a heavy test tries more. Opening a file for reading changes
// nothing, so fewer of these are tried.
var steps = map[string]int{"mkdirat": 1, "write": 1, "fchmod": 1, "fsync": 1, "renameat": 1, "unlinkat": 1, "openat": 9}

// After an update was killed before any system call with an effect, the next run finishes or undoes it: the
// project is in the old or the new state, with every file of the author.
func TestKilledAtEachStep(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Fatalf("%v: make deps", err)
	}
	for _, c := range []struct {
		name, change string
		rules        []Intercept
	}{
		{"Go comes in", "+go:glClear", []Intercept{{"glFlush", "c"}}},                 // creates directories and a file of stubs
		{"Go goes out", "-glClear", []Intercept{{"glFlush", "c"}, {"glClear", "go"}}}, // removes files and directories
	} {
		t.Run(c.name, func(t *testing.T) { killEach(t, createWith(t, c.rules...), c.change) })
	}
}

func killEach(t *testing.T, dir, change string) {
	before := testutil.ReadTree(t, dir)
	whole := copied(t, dir)
	if err := childUpdate(whole, []string{change}); err != nil {
		t.Fatal(err)
	}
	after := testutil.ReadTree(t, whole)
	undone, finished := 0, 0
	first, step := testutil.Part(t, 4)
	for call, every := range steps {
		for n := 1 + first*every*stride; ; n += every * stride * step {
			killed := copied(t, dir)
			if !killAt(t, killed, change, call, n) {
				break
			}
			switch now := recovered(t, killed, fmt.Sprintf("%s %d", call, n)); {
			case maps.Equal(now, before):
				undone++
			case maps.Equal(now, after):
				finished++
			default:
				t.Errorf("killed before %s number %d: neither as before nor as it should be", call, n)
				testutil.CheckTree(t, killed, after)
			}
			os.RemoveAll(killed)
		}
	}
	t.Logf("%d undone, %d finished", undone, finished)
	if undone*stride*step < 20 || finished*stride*step < 20 {
		t.Errorf("%d were undone, %d finished: too few for a test of both", undone, finished)
	}
}

// killAt runs an update that is killed before the nth system call of a kind, and reports whether it reached
// that call.
func killAt(t *testing.T, dir, change, call string, n int) bool {
	t.Helper()
	out, err := disturbed(t, dir, change, fmt.Sprintf("%s:signal=KILL:when=%d", call, n))
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.Exited()) {
		t.Fatalf("%v\n%s", err, out)
	}
	return err != nil
}

// disturbed runs an update with a fault in one of its system calls, in the syntax of strace's option inject.
func disturbed(t *testing.T, dir, change, how string) (string, error) {
	t.Helper()
	call, _, _ := strings.Cut(how, ":")
	cmd := exec.CommandContext(t.Context(), "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace="+call, "-e", "signal=none", "-e", "inject="+how, os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+dir, "UPDATE="+change)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// An update with a failing system call changes nothing, or names the command that finishes it.
func TestFailsAtEachStep(t *testing.T) {
	dir := createWith(t, Intercept{"glFlush", "c"}, Intercept{"eglGetError", "none"})
	const change = "+go:glClear"
	before := testutil.ReadTree(t, dir)
	whole := copied(t, dir)
	if err := childUpdate(whole, []string{change}); err != nil {
		t.Fatal(err)
	}
	after := testutil.ReadTree(t, whole)
	first, step := testutil.Part(t, 4)
	for call, fault := range map[string]string{"mkdirat": "EACCES", "write": "ENOSPC", "fsync": "EIO", "renameat": "EACCES", "unlinkat": "EPERM"} {
		for n := 1 + first*stride; ; n += stride * step {
			failed := copied(t, dir)
			when := fmt.Sprintf("%s:error=%s:when=%d", call, fault, n)
			out, err := disturbed(t, failed, change, when)
			if err == nil {
				if !maps.Equal(testutil.ReadTree(t, failed), after) {
					t.Errorf("%s: no error, but not as it should be", when)
				}
				break
			}
			if strings.Contains(out, "netpollBreak write failed") {
				os.RemoveAll(failed)
				continue // the fault hit a write of the Go runtime, which ends the process
			}
			lines := strings.Split(out, "\n")
			if len(lines) != 3 || !strings.HasPrefix(lines[1], "hint: ") {
				t.Errorf("%s: %q", when, out)
			}
			if strings.Contains(out, "update --recover") {
				if done := recovered(t, failed, when); !maps.Equal(done, after) {
					t.Errorf("%s: %q, but it is not finished then", when, out)
				}
			} else if done := recovered(t, failed, when); !maps.Equal(done, before) {
				t.Errorf("%s: %q, but it is not as before", when, out)
			}
			os.RemoveAll(failed)
		}
	}
}

// recovered returns the project after the next run, which reports what it did and leaves no temporary files.
func recovered(t *testing.T, dir, when string) map[string]string {
	t.Helper()
	broke := false
	for _, name := range []string{stagingName, JournalName} {
		if _, err := os.Lstat(dir + "/" + name); err == nil {
			broke = true
		}
	}
	done, err := Recover(t.Context(), dir)
	if err != nil || broke != (done != nil) {
		t.Fatalf("%s: something broke off: %v; %v, %v", when, broke, done, err)
	}
	if done != nil && len(done.Kept) > 0 {
		t.Errorf("%s: %v", when, done)
	}
	return testutil.ReadTree(t, dir)
}
