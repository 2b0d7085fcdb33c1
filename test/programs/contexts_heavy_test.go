//go:build heavy && linux

package programs

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/project"
)

// watchers are sanitizers; the program, the loader and the layers are built for them. Mesa and its dispatch
// library are not: their reports are suppressed by library.
var watchers = map[string]struct {
	flag    string
	goFlags []string
	env     string // $DIR is testdata
	fault   string // the bug that the program has on request
	report  []string
}{
	"thread": {
		flag:   "-fsanitize=thread",
		env:    "TSAN_OPTIONS=halt_on_error=1:history_size=7:suppressions=$DIR/suppressions.tsan",
		fault:  "race",
		report: []string{"WARNING: ThreadSanitizer: data race", "#0 work ", "global 'planted'"},
	},
	"address": {
		flag:    "-fsanitize=address",
		goFlags: []string{"-asan"},
		env:     "ASAN_OPTIONS=detect_leaks=1 LSAN_OPTIONS=suppressions=$DIR/suppressions.lsan:print_suppressions=0",
		fault:   "leak",
		report:  []string{"ERROR: LeakSanitizer: detected memory leaks", "leak of 12345 byte"},
	},
}

// Sixteen threads create, share and destroy 64 contexts at a time under a layer: no race, no error, no leak.
func TestContexts(t *testing.T) {
	testdata, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range watchers {
		t.Run(name, func(t *testing.T) {
			host, err := loader.Prepare(t.Context(), loader.Options{Cache: t.TempDir(), CC: []string{"gcc", w.flag}})
			if err != nil {
				t.Fatal(err)
			}
			lib := testproject.Instrument(t, create(t, mixed(), "mixed"), w.flag, w.goFlags...)
			env := append(strings.Fields(strings.ReplaceAll(w.env, "$DIR", testdata)), "EGL_PLATFORM=surfaceless", "LP_NUM_THREADS=0", "MALLOC_ARENA_MAX=1")
			run := func(args ...string) outcome {
				log := filepath.Join(t.TempDir(), "log")
				run, err := host.NewRun(t.TempDir(), loader.Setup{List: lib, Log: log})
				if err != nil {
					t.Fatal(err)
				}
				defer layered(t, run, 1, log)
				return program{argv: append([]string{contexts(t, w.flag)}, args...), env: env}.run(t, run.Env())
			}
			// A round takes 9 s where a page fault is slow, most of it for the memory of the sanitizer.
			if o := run("4"); o.status != "exit status 0" || o.out != "contexts: 257 made and destroyed\n" {
				t.Errorf("%s: %s%s", o.status, o.out, o.errOut)
			}
			o := run("2", w.fault)
			for _, want := range w.report {
				if o.status == "exit status 0" || !strings.Contains(o.errOut, want) {
					t.Errorf("a %s was not found, but: %s\n%s", w.fault, o.status, o.errOut)
				}
			}
		})
	}
}

// mixed is a layer that intercepts everything, with some hooks in Go.
func mixed() project.Request {
	q := layers["none"]
	q.Config.Intercept = append([]project.Intercept{{Match: "eglGetProcAddress,eglMakeCurrent,eglReleaseThread,glClear", Hooks: "go"}}, q.Config.Intercept...)
	return q
}

// contexts compiles the program.
func contexts(t *testing.T, flag string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "contexts")
	testproject.Command(t, ".", "gcc", "-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", flag, "-o", out, "testdata/contexts.c", "-lEGL", "-lGLESv2")
	return out
}
