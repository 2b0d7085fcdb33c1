package test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// compiled compiles a file of testdata/trace with gcc.
func (r *tracer) compiled(out, source string, flags ...string) string {
	r.Helper()
	path := filepath.Join(r.home, out)
	args := append([]string{"-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-o", path, filepath.Join("testdata/trace", source)}, flags...)
	if printed, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		r.Fatalf("gcc (make deps installs it): %v\n%s", err, printed)
	}
	return path
}

// The EGL tracing of early Android releases: debug.egl.trace selects the call log, slices or error checks,
// for the processes whose names begin with debug.egl.debug_proc.
func TestTraceOldPair(t *testing.T) {
	r := newTracer(t)
	r.compiled("libandroid.so", "slices.c", "-shared", "-fPIC")
	program := r.compiled("wrong", "wrong.c", "-lEGL", "-lGLESv2")
	layer, err := recorder.Layer(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	says := map[string]string{"1": "gltrace: glEnable(cap=", "systrace": "slice glEnable", "error": "GL_INVALID_ENUM"}
	for word := range says {
		for _, process := range []string{"wro", "other"} {
			cmd := r.command("", "run", "--layer", layer, "--", program)
			cmd.Env = append(cmd.Env, "LD_LIBRARY_PATH="+r.home, "DEBUG_EGL_TRACE="+word, "DEBUG_EGL_DEBUG_PROC="+process)
			printed, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, printed)
			}
			for other, words := range says {
				// The log also contains errors.
				if want := process == "wro" && word == other; strings.Contains(string(printed), words) != want && !(word == "1" && other == "error") {
					t.Errorf("debug.egl.trace %s, debug_proc %s: %q is there: %v\n%s", word, process, words, !want, printed)
				}
			}
		}
	}
}
