//go:build heavy && linux

package programs

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
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
	"undefined": {
		flag:   "-fsanitize=undefined -fno-sanitize-recover=all",
		fault:  "overflow",
		report: []string{"runtime error: signed integer overflow"},
	},
}

// rounds are the numbers of rounds with each layer. A round takes 9 s where a page fault is slow, most of it for the memory of the
// sanitizer.
var rounds = map[string]int{"mixed": 4, "modules": 2}

// Sixteen threads create, share and destroy 64 contexts at a time under a layer without modules, and under one with all modules that
// do not make calls fail, switched on: no race, no error, no leak.
func TestContexts(t *testing.T) {
	testdata, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for name, w := range watchers {
		if name == "thread" && glesdriver.Dir() != "" {
			continue // ThreadSanitizer does not know that SwiftShader switches between stacks
		}
		t.Run(name, func(t *testing.T) {
			flags := strings.Fields(w.flag)
			host, err := loader.Prepare(t.Context(), loader.Options{Cache: t.TempDir(), CC: append([]string{"gcc"}, flags...), DriverDir: glesdriver.Dir()})
			if err != nil {
				t.Fatal(err)
			}
			argv0 := contexts(t, flags)
			for layer, q := range map[string]project.Request{"mixed": mixed(), "modules": moduled()} {
				t.Run(layer, func(t *testing.T) {
					lib := testproject.Instrument(t, create(t, q, layer), w.flag, w.goFlags...)
					env := append(strings.Fields(strings.ReplaceAll(w.env, "$DIR", testdata)), "LP_NUM_THREADS=0", "MALLOC_ARENA_MAX=1", "MODULES_BREADCRUMBS_DIRECTORY="+t.TempDir())
					env = slices.Concat(env, glesdriver.Env(), switchedOn(q.Config.Sets))
					run := func(args ...string) outcome {
						log := filepath.Join(t.TempDir(), "log")
						run, err := host.NewRun(t.TempDir(), loader.Setup{List: lib, Log: log})
						if err != nil {
							t.Fatal(err)
						}
						defer layered(t, run, 1, log)
						return program{argv: append([]string{argv0}, args...), env: env}.run(t, run.Env())
					}
					n := rounds[layer]
					if o := run(fmt.Sprint(n)); o.status != "exit status 0" || o.out != fmt.Sprintf("contexts: %d made and destroyed\n", 64*n+1) {
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
		})
	}
}

// mixed is a layer that intercepts everything, with some hooks in Go.
func mixed() project.Request {
	q := layers["none"]
	q.Config.Intercept = append([]project.Intercept{{Match: "eglGetProcAddress,eglMakeCurrent,eglReleaseThread,glClear", Hooks: "go"}}, q.Config.Intercept...)
	return q
}

// moduled is the same with all modules but inject, which makes calls fail.
func moduled() project.Request {
	q := mixed()
	q.Config.Sets = slices.DeleteFunc(modules.Names(), func(name string) bool { return name == "inject" })
	return q
}

// switchedOn returns the variables that switch modules of the layer "modules" on.
func switchedOn(names []string) []string {
	var env []string
	for _, name := range modules.Switchable(names) {
		env = append(env, "MODULES_"+strings.ToUpper(name)+"_ON=1")
	}
	return env
}

// contexts compiles the program.
func contexts(t *testing.T, flags []string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "contexts")
	args := append([]string{"-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", out, "testdata/contexts.c", "-lEGL", "-lGLESv2"}, flags...)
	testproject.Command(t, ".", "gcc", args...)
	return out
}
