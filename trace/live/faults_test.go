//go:build linux

package live_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/project/testproject"
	"github.com/gleslayergen/gleslayergen/trace/file"
)

// played compiles a program of testdata together with the recorder and a driver that draws nothing.
func played(t *testing.T, name string, flags ...string) string {
	t.Helper()
	setStage(t)
	objects := filepath.Join(stage.project, "build", "host")
	testproject.Command(t, stage.project, "make", "--silent", "build/host/test/zz_generated_fakedriver.o", "CFLAGS=-O1 -g -Werror")
	path := filepath.Join(t.TempDir(), name)
	args := append([]string{"-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", path, filepath.Join("testdata", name+".c")}, flags...)
	for _, dir := range []string{"core", "trace", "test"} {
		args = append(args, "-I"+filepath.Join(stage.project, dir))
		list, err := filepath.Glob(filepath.Join(objects, dir, "zz_generated_*.o"))
		if err != nil || len(list) == 0 {
			t.Fatal("no objects in ", dir, err)
		}
		args = append(args, list...)
	}
	testproject.Command(t, ".", "cc", append(args, "-ldl")...)
	return path
}

// play runs a program that records itself from the start.
func play(t *testing.T, path string, args ...string) *file.File {
	t.Helper()
	to := filepath.Join(t.TempDir(), "a.gltrace")
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Env = mesa("GLTRACE_START=1", "GLTRACE_FILE="+to, "GLTRACE_FOLDER="+filepath.Join(t.TempDir(), "trace"))
	output(t, cmd)
	return recorded(t, to)
}

// clears are the numbers of the contexts in which glClear was called, by its argument.
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

// Of 12 groups of faults that an older recorder had; the others are where sizes, sockets and the viewer are tested.

// 5: its own reading of pixels left errors and bindings behind. TestProgramSeesNoDifference has the bindings.
func TestOldFault05Errors(t *testing.T) {
	f := play(t, played(t, "faults"), "errors")
	if said := calls(t, f); !slices.Contains(said, "~gltrace.Error(0x500)") {
		t.Errorf("no error is told of: %v", said)
	}
}

// 6: a swap had no duration and no arguments, and was written before it was.
func TestOldFault06Swaps(t *testing.T) {
	f := play(t, played(t, "faults"), "swaps")
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
	if said := calls(t, f); n != 3 || !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, "eglSwapBuffersWithDamageKHR(0x1 0x55 ") && strings.Contains(s, "[16] 1)") }) {
		t.Errorf("%d swaps: %v", n, said)
	}
	if frames := f.Frames(); len(frames) != 3 {
		t.Errorf("%d frames", len(frames))
	}
}

// 7: what came after eglCreateContext was the new context's.
func TestOldFault07MadeIsNotCurrent(t *testing.T) {
	if got, want := clears(t, play(t, played(t, "faults"), "made")), "1:1 2:1 3:2"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// 8: contexts hung on threads that had ended, and on handles.
func TestOldFault08Reuse(t *testing.T) {
	if got, want := clears(t, play(t, played(t, "faults"), "reuse")), "4:1 4:1 8:0 16:1 32:1 64:1 128:2 256:3"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// 10: without a host it went on for ever.
func TestOldFault10HostGone(t *testing.T) {
	if got, want := clears(t, play(t, played(t, "faults"), "gone")), "1:1 4:1"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

// A frame is recorded to its end; a thread that does not swap, to its next call.
func TestWhenRecordingEnds(t *testing.T) {
	path := played(t, "faults")
	if got, want := clears(t, play(t, path, "ends")), "2:2 4:1 7:1"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got, want := clears(t, play(t, path, "late")), "1:1"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
