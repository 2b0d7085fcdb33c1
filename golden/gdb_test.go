package golden

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/project/build"

	"github.com/gleslayergen/gleslayergen/project"
)

// debugged is a project with a Go hook that panics at its second call, and a C hook, and the expected output
// of a debugger.
func debugged(t *testing.T) string {
	t.Helper()
	k := kase{name: "debugged", request: request("active", "go", []string{"eglChooseConfig", "glDrawArrays"})}
	k.request.Config.Intercept = append(k.request.Config.Intercept, project.Intercept{Match: "glClear", Hooks: "c"})
	dir := k.write(t)
	path := filepath.Join(dir, "hooks.go")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	faulty := strings.Replace(string(text), "\tnext(mode,", "\tvar none *int\n\t*none = 1\n\tnext(mode,", 1)
	if faulty == string(text) {
		t.Fatalf("no place for a fault in:\n%s", text)
	}
	if err := os.WriteFile(path, []byte(faulty), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// recipe returns the file layer.gdb of docs/debugging.md.
func recipe(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../docs/debugging.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "Write this to a file `layer.gdb`")
	var lines []string
	for line := range strings.Lines(after) {
		if strings.HasPrefix(line, "    ") {
			lines = append(lines, strings.TrimSpace(line))
		} else if len(lines) > 0 {
			break
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// inGDB runs the app with a layer in gdb, with the recipe and further commands, and returns the output of
// both.
func inGDB(t *testing.T, lib, commands string) string {
	t.Helper()
	script := filepath.Join(t.TempDir(), "layer.gdb")
	if err := os.WriteFile(script, []byte(recipe(t)+commands), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := under(t, []string{lib}).Command(t.Context(), "gdb", "-nx", "-batch", "-x", script, "--args", stage.app)
	cmd.Env = append(cmd.Env, "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", "LC_ALL=C", "DEBUGINFOD_URLS=")
	return guarded(t, cmd)
}

// guarded runs gdb. gdb kills the program that it debugs when it ends.
func guarded(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	if cmd.Err != nil {
		t.Fatalf("%v (make deps)", cmd.Err)
	}
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Signal(os.Interrupt) })
	defer timer.Stop()
	cmd.WaitDelay = limit
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("gdb: %v\n%s", err, out)
	}
	return string(out)
}

// buildTarget builds a project for a target of this machine.
func buildTarget(t *testing.T, dir string, target build.Target) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	config, err := project.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lib, err := build.Build(ctx, dir, config, target, &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	return lib
}

func checkMatches(t *testing.T, out string, patterns ...string) {
	t.Helper()
	for _, p := range patterns {
		if !regexp.MustCompile("(?m)" + p).MatchString(out) {
			t.Errorf("no %s", p)
		}
	}
	if t.Failed() {
		t.Log(out)
	}
}

// The recipe of docs/debugging.md stops in a Go hook and in a C hook, shows lines, callers and parameters,
// and continues after a panic that the layer contains.
func TestGDB(t *testing.T) {
	dir := debugged(t)
	target := build.Host()
	target.Debug = true
	out := inGDB(t, buildTarget(t, dir, target), "tbreak trampoline_eglChooseConfig\nrun\nbt\ncontinue\nbt 4\nprint configSize\nprint attribList[0]\nlist\ncontinue\nbt\nprint mask\nlist\ncontinue\n")
	sources := regexp.QuoteMeta(dir)
	checkMatches(t, out, `^#0 +trampoline_eglChooseConfig .*\n(#.*\n)*#\d .* in main \(`,
		`hit Breakpoint 1, main\.eglChooseConfig \(.*configSize=1,.*\) at `+sources+`/hooks\.go:\d+$`,
		`^#0 +main\.eglChooseConfig \(`, `^#1 .* in main\.callEGLChooseConfig \(.*zz_generated_hooks\.go:\d+$`,
		`^#2 .* in gleslayer/core\.goDispatch \(`, `^\$1 = 1$`, `^\$2 = 12339$`, `^\d+\tfunc eglChooseConfig\(next `,
		`hit Breakpoint 2, hook_glClear \(next=0x[0-9a-f]+ <glClear>, mask=16384\) at .*hooks\.c:\d+$`,
		`^#1 .* in c_glClear \(mask=16384\) at `, `^#2 .* in trampoline_glClear `, `^#\d .* in main \(`, `^\$3 = 16384$`,
		`^\d+\tvoid hook_glClear\(`,
		`the hook of glDrawArrays panicked and is switched off: .*nil pointer`, `pixel 255,128,64,255 ok`, `exited normally\]$`)
}

// In a build without --debug, gdb stops in hooks and shows where they are; values may be optimized out.
func TestGDBWithoutDebugBuild(t *testing.T) {
	out := inGDB(t, buildLayer(t, debugged(t)), "run\nbt 2\ncontinue\nbt\ncontinue\n")
	checkMatches(t, out, `hit Breakpoint 1, main\.eglChooseConfig \(`, `^#0 +main\.eglChooseConfig .* at gleslayer/hooks\.go:\d+$`,
		`hit Breakpoint 2, .* in hook_glClear \(`, `pixel 255,128,64,255 ok`, `exited normally\]$`)
}
