//go:build heavy

package golden

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen/modules"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/project"
)

// An allStress is a layer in C with all modules, and the program that draws with many threads and contexts, built for a sanitizer.
type allStress struct {
	app, lib string
	env      []string
}

// newAllStress builds the layer and the program. A hook uses the modules that do nothing by themselves.
func newAllStress(t *testing.T, z sanitizer) allStress {
	t.Helper()
	text, err := os.ReadFile("testdata/stressall/commands.h")
	if err != nil {
		t.Fatal(err)
	}
	q := inC(request("active", "none", slices.DeleteFunc(regexp.MustCompile(`\b(egl|gl)[A-Z]\w+`).FindAllString(string(text), -1),
		func(name string) bool { return name == "eglSwapBuffers" })))
	q.Config.Name, q.Config.Sets = "stress", modules.Names()
	q.Config.Intercept = append(q.Config.Intercept, project.Intercept{Match: "eglSwapBuffers", Hooks: "c"})
	dir := kase{name: "stress", request: q}.write(t)
	hooks, err := os.ReadFile("testdata/stressall/hooks.c.txt")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "src", "hooks.c"), string(hooks))
	command(t, dir, "make", "-j2", "layer", "CC=gcc", "CFLAGS=-O1 -g -fno-omit-frame-pointer -Werror "+z.flags, "LTO=")
	s := allStress{app: filepath.Join(t.TempDir(), "stress"), lib: filepath.Join(dir, "build", "host", "libstress.so")}
	sources, err := filepath.Glob("testdata/stressall/*.c")
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-std=gnu11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-Wno-cast-function-type", "-pthread", "-o", s.app}, strings.Fields(z.flags)...)
	command(t, ".", "gcc", append(append(args, sources...), "-ldl")...)
	suppressions, err := filepath.Abs("testdata/stress/suppressions.tsan")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range z.env {
		s.env = append(s.env, strings.ReplaceAll(e, "$suppressions", suppressions))
	}
	return s
}

// settings switch all modules on. The profile and the faults do not change what the program reads.
func (s allStress) settings(t *testing.T) []string {
	t.Helper()
	dir := t.TempDir()
	profile := filepath.Join(dir, "device.profile")
	write(t, profile, "GL_RENDERER Tester\n")
	env := []string{"STRESS_PROFILE_FILE=" + profile, "STRESS_PROFILE_WRITE=" + filepath.Join(dir, "driver.profile"), "STRESS_INJECT_FAULTS=slow",
		"STRESS_INJECT_FUNCTIONS=glViewport", "STRESS_INJECT_RATE=1", "STRESS_INJECT_MOST=200", "STRESS_INJECT_DELAY=1", "STRESS_BREADCRUMBS_DIRECTORY=" + dir,
		"STRESS_SCREENSHOT_DIRECTORY=" + dir, "STRESS_SCREENSHOT_EVERY=20", "STRESS_SCREENSHOT_ERRORS=1", "STRESS_SCREENSHOT_LIMIT=50",
		"STRESS_MEMORY_DIRECTORY=" + dir, "STRESS_MEMORY_STACK=1", "STRESS_CALLS_FRAMES=100"}
	for _, name := range modules.Switchable(modules.Names()) {
		env = append(env, "STRESS_"+strings.ToUpper(name)+"_ON=1")
	}
	return env
}

// run runs the program with the layer, if lib is not empty, and returns its output and its log.
func (s allStress) run(t *testing.T, lib, driver string, contexts, rounds int, loses bool, env ...string) (out, log string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	loss := map[bool]string{true: "1", false: "0"}[loses]
	cmd := exec.CommandContext(ctx, s.app, driver, lib, "16", fmt.Sprint(contexts), fmt.Sprint(rounds), loss)
	cmd.Env = append(append(append(append(os.Environ(), stressEnv...), glesdriver.Env()...), s.env...), "XDG_CONFIG_HOME="+t.TempDir(),
		"GALLIVM_PERF=nopt") // Mesa compiles shaders for each context: without optimization, in half of the time
	if driver != "" && driver != "fake" {
		cmd.Env = append(cmd.Env, "LD_LIBRARY_PATH="+driver)
	}
	cmd.Env = append(cmd.Env, env...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String()[max(0, stderr.Len()-20000):])
	}
	return stdout.String(), stderr.String()
}

// check compares the results with those of a run without the layer.
func (s allStress) check(t *testing.T, driver string, contexts, rounds int, loses bool) {
	t.Helper()
	plain, _ := s.run(t, "", driver, contexts, rounds, loses)
	out, log := s.run(t, s.lib, driver, contexts, rounds, loses, s.settings(t)...)
	got, want := strings.Split(out, "\n"), strings.Split(plain, "\n")
	if len(got) != contexts+1 || len(want) != contexts+1 {
		t.Fatalf("results of %d contexts, and %d without the layer", len(got)-1, len(want)-1)
	}
	for i, line := range want {
		if got[i] != line {
			t.Errorf("%s; %s without the layer", got[i], line)
		}
	}
	logged := []string{"breadcrumbs.on=1", "gputime.on=1", "hud.on=1", "memory.on=1"}
	if !loses { // what modules log of lost contexts depends on when they are lost
		logged = append(logged, "stress: GL_INVALID_ENUM: glEnable(cap=0x1234)", "stress: EGL_BAD_CONTEXT: ",
			"stress: inject: fault 1: slow", "device.profile applies")
	}
	for _, want := range logged {
		if !strings.Contains(log, want) {
			t.Errorf("no %q in the log:\n%.6000s", want, log)
		}
	}
}

// Sixteen threads draw with all modules, which are switched meanwhile: each has 64 contexts of a driver that is part of the
// program, with lost contexts and without, then all share 64 contexts of the real driver. The results are equal to those without
// the layer, and no sanitizer reports anything.
func TestStressOfAllModules(t *testing.T) {
	for _, name := range testutil.Shard(t, []string{"address,undefined", "thread"}, 2) {
		t.Run(name, func(t *testing.T) {
			z := drawSanitizers[name]
			if name == "thread" {
				z = sanitizers[name] // its suppressions are of the real driver
			}
			s := newAllStress(t, z)
			t.Run("many contexts", func(t *testing.T) { s.check(t, "fake", 1024, 4, false) })
			t.Run("lost contexts", func(t *testing.T) { s.check(t, "fake", 128, 16, true) })
			t.Run("real driver", func(t *testing.T) { s.check(t, glesdriver.Dir(), 64, 2, false) })
		})
	}
}

// The same without a sanitizer, over Mesa or the driver of TEST_DRIVER. Then all modules have settings that they cannot use: each
// logs it, and the results are still equal.
func TestAllModulesOverAnyDriver(t *testing.T) {
	s := newAllStress(t, sanitizer{})
	shared := 64
	if glesdriver.Dir() != "" { // each thread has a share group: ANGLE crashes, also without a layer, if two threads use one at a time
		shared = 128
	}
	s.check(t, glesdriver.Dir(), shared, 2, false)
	const contexts, rounds, none = 64, 8, "/dev/null/none"
	plain, _ := s.run(t, "", "fake", contexts, rounds, false)
	out, log := s.run(t, s.lib, "fake", contexts, rounds, false, append(s.settings(t), "STRESS_LOG_ON=0", "STRESS_BREADCRUMBS_DIRECTORY="+none,
		"STRESS_SCREENSHOT_DIRECTORY="+none, "STRESS_PROFILE_FILE="+none, "STRESS_PROFILE_WRITE="+none, "STRESS_INJECT_FAULTS=slow,none",
		"STRESS_CALLS_FRAMES=0", "STRESS_GPUTIME_SECONDS=-1", "STRESS_HUD_CORNER=middle", "STRESS_MEMORY_STACK=maybe")...)
	if out != plain {
		t.Errorf("with settings that cannot be used, the results differ\n%.6000s", log)
	}
	for _, want := range []string{"breadcrumbs: open directory " + none + ": Not a directory", "screenshot: open directory " + none + ": Not a directory",
		"profile: read " + none + ": Not a directory", "profile: write " + none + ": Not a directory", `inject.faults: no fault "none"`,
		"calls.frames=0: must be ", "gputime.seconds=-1: must be ", "hud.corner=middle: must be ", "memory.stack=maybe: must be "} {
		if !strings.Contains(log, "stress: "+want) {
			t.Errorf("no %q in the log:\n%.6000s", want, log)
		}
	}
}
