package golden

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/project"
)

// TestModulesKeepEGLErrors: with the modules that observe calls, eglGetError returns what it returns without a layer: the modules call EGL
// between a call that fails and eglGetError. So it does if the layer was loaded when contexts were current. TestEachModuleKeepsEGLErrors
// has each module alone.
func TestModulesKeepEGLErrors(t *testing.T) {
	testEGLErrors(t, modulesOnly(project.Request{}).Config.Sets, "all")
}

// testEGLErrors runs the program with a layer of some modules, of which one is on in turn, or all.
func testEGLErrors(t *testing.T, sets []string, names ...string) {
	t.Helper()
	source, err := os.ReadFile("testdata/eglerror/app.c")
	if err != nil {
		t.Fatal(err)
	}
	functions := slices.Compact(slices.Sorted(slices.Values(regexp.MustCompile(`\bX\((\w+)\)`).FindAllString(string(source), -1))))
	for i, f := range functions {
		functions[i] = f[2 : len(f)-1]
	}
	q := inC(request("active", "none", functions))
	q.Config.Sets = sets
	dir := kase{name: "eglerror", request: q}.write(t)
	command(t, dir, "make", "layer", "CFLAGS=-O1 -g -Wshadow -Werror")
	lib, app := filepath.Join(dir, "build", "host", "libgleslayer.so"), filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", app, "testdata/eglerror/app.c", "-lEGL", "-lGLESv2", "-ldl")
	profile, err := filepath.Abs("testdata/profile/test.profile")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GLESLAYER_INJECT_FAULTS", "slow")
	t.Setenv("GLESLAYER_INJECT_DELAY", "1")
	t.Setenv("GLESLAYER_MEMORY_STACK", "1")
	t.Setenv("GLESLAYER_SCREENSHOT_EVERY", "1")
	t.Setenv("GLESLAYER_PROFILE_FILE", profile)
	for _, name := range []string{"SCREENSHOT", "MEMORY", "BREADCRUMBS"} {
		t.Setenv("GLESLAYER_"+name+"_DIRECTORY", t.TempDir())
	}
	run := func(sets string, layers []string, args ...string) string {
		t.Helper()
		cmd := under(t, layers).Command(t.Context(), app, args...)
		if len(layers) == 0 { // a layer in args: without the loader
			cmd = exec.CommandContext(t.Context(), app, args...)
			cmd.Env = cmd.Environ()
		}
		cmd.Env = append(append(cmd.Env, glesdriver.Env()...), "XDG_CONFIG_HOME="+t.TempDir(), "GLESLAYER_SETS="+sets)
		var out, log strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &log
		timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
		if err := cmd.Run(); err != nil {
			t.Fatalf("%s: %v\n%s\n%s", sets, err, out.String(), log.String())
		}
		return out.String()
	}
	want := run("", nil)
	if kinds := regexp.MustCompile(`0x30\w\w`).FindAllString(want, -1); len(kinds) < 100 || !strings.Contains(want, "draw: 0x3004 0x3000") {
		t.Fatalf("%s", want)
	}
	for _, name := range names {
		sets := "-*,+" + name
		switch name {
		case "all":
			sets = "*,-inject,-profile"
		case "explain":
			sets += ",+errors"
		}
		for how, out := range map[string]string{"under the loader": run(sets, []string{lib}), "loaded late": run(sets, nil, lib)} {
			if out != want {
				t.Errorf("%s, %s: the program saw\n%s", name, how, difference(out, want))
			}
		}
	}
}

// difference returns the lines that differ, with their numbers.
func difference(got, want string) string {
	var b strings.Builder
	lines := strings.Split(want, "\n")
	for i, line := range strings.Split(got, "\n") {
		switch {
		case i >= len(lines):
			b.WriteString("more: " + line + "\n")
		case line != lines[i]:
			b.WriteString(line + ", without a layer " + lines[i] + "\n")
		}
	}
	return b.String()
}
