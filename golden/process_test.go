package golden

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
)

// Go hooks do not run in processes where the Go runtime cannot run; the app's calls still reach the driver.
func TestGoStaysOff(t *testing.T) {
	k := kase{name: "process", request: request("active", "go", []string{"glClear"})}
	dir := k.write(t)
	hook := "package main\n\nimport \"gleslayer/gles\"\n\nfunc onInitialize(l *gles.Layer) {}\n\n" +
		"func glClear(next gles.GLClearFunc, mask gles.GLbitfield) {\n\tgles.Logf(\"hook %d\", mask)\n\tnext(mask)\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "hooks.go"), []byte(hook), 0o666); err != nil {
		t.Fatal(err)
	}
	lib := buildLayer(t, dir)
	other := buildLayer(t, kase{name: "other", request: request("passive", "go", []string{"glFlush"})}.write(t))
	host := filepath.Join(t.TempDir(), "host")
	command(t, ".", "cc", "-Wall", "-Wextra", "-Werror", "-o", host, "testdata/process/host.c", "-ldl")

	for _, c := range []struct {
		name, as string
		args     []string
		want     string
	}{
		{"fork", host, []string{lib}, "gleslayer: hook 1|parent: driver|child: driver|gleslayer: hook 3|parent: driver"},
		{"zygote64", "zygote64", []string{lib}, "gleslayer: this is an Android system process: hooks in Go stay off|parent: driver|child: driver|parent: driver"},
		{"system_server", "/system/bin/system_server", []string{lib}, "gleslayer: this is an Android system process: hooks in Go stay off|parent: driver|child: driver|parent: driver"},
		{"another Go runtime", host, []string{lib, other}, "gleslayer: " + other + " already contains a Go runtime: on Android, hooks in Go would stay off|gleslayer: hook 1|parent: driver|child: driver|gleslayer: hook 3|parent: driver"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			cmd := exec.CommandContext(ctx, host, c.args...)
			cmd.Args[0] = c.as
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			got := strings.ReplaceAll(strings.TrimSpace(string(out)), "\n", "|")
			want := c.want
			if len(got) > 0 && strings.Contains(want, other) && len(other) > 127 {
				want = strings.ReplaceAll(want, other, other[:127]) // the message shows that much of a path
			}
			if got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// A Goexit in a hook ends the process, after a log line that names the hook.
func TestGoexitIsLogged(t *testing.T) {
	dir := kase{name: "goexit", request: request("passive", "go", []string{"glClear"})}.write(t)
	hook := "package main\n\nimport (\n\t\"runtime\"\n\n\t\"gleslayer/gles\"\n)\n\n" +
		"func glClear(next gles.GLClearFunc, mask gles.GLbitfield) { runtime.Goexit() }\n"
	if err := os.WriteFile(filepath.Join(dir, "hooks.go"), []byte(hook), 0o666); err != nil {
		t.Fatal(err)
	}
	host := filepath.Join(t.TempDir(), "host")
	command(t, ".", "cc", "-Wall", "-Wextra", "-Werror", "-o", host, "testdata/process/host.c", "-ldl")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	out, err := exec.CommandContext(ctx, host, buildLayer(t, dir)).CombinedOutput()
	logged := strings.Index(string(out), "gleslayer: the hook of glClear called runtime.Goexit, which ends the app: return instead (gleslayergen explain vet-goexit)\n")
	ended := strings.Index(string(out), "fatal error: ")
	if err == nil || logged < 0 || ended < logged || strings.Contains(string(out), "driver") {
		t.Errorf("%v\n%s", err, out)
	}
}

// missing writes a layer with all kinds of hooks that use functions which not every driver has.
func missing(t *testing.T) string {
	t.Helper()
	k := kase{name: "missing", request: request("active", "go", []string{"glCreateShader", "glGetString", "glClear"}, "glGetError", "glDrawMeshTasksEXT")}
	k.request.Config.Intercept = append(k.request.Config.Intercept,
		project.Intercept{Match: "glCheckFramebufferStatus", Hooks: "c"}, project.Intercept{Match: "glClearStencil", Hooks: "c"},
		project.Intercept{Match: "glGenPathsNV", Hooks: "none"}, project.Intercept{Match: "glFlush", Hooks: "none"},
		project.Intercept{Match: "glDrawMeshTasksNV", Hooks: "none"})
	dir := k.write(t)
	for from, to := range map[string]string{"missing.go.txt": "hooks.go", "missing_hooks.c": "core/hooks.c", "missing_test.go.txt": "missing_test.go"} {
		text, err := os.ReadFile(filepath.Join("testdata", "process", from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, to), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	nobodyHas   = ": the next layer or driver does not provide it; the call has no effect"
	nobodyAsked = ": called before eglGetProcAddress returned it; the call has no effect"
)

// A function that the driver does not have returns zero and is logged once. A loader never calls an
// intercepted command in that state, but a hook can call such a function with Use.
func TestMissingInDriver(t *testing.T) {
	dir := missing(t)
	host := filepath.Join(t.TempDir(), "host")
	command(t, ".", "cc", "-Wall", "-Wextra", "-Werror", "-o", host, "testdata/process/missing.c", "-ldl")
	got := command(t, dir, host, buildLayer(t, dir))
	want := strings.Join([]string{
		"driver: 101 101 101",
		"once had: 102 102 102",
		"its own next: 103 103 103",
		"used:gleslayer: glDrawMeshTasksEXT" + nobodyAsked,
		"gleslayer: glGetError" + nobodyHas,
		" 0 0 104",
		"used: 0 0 104",
		"used: 0 0 104",
		"used, and there: 7 7 104",
	}, "\n") + "\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Trampolines of each kind return safely if there is nothing below them.
func TestMissingBelowTrampoline(t *testing.T) {
	output := goTool(t, missing(t), "test", "-count=1", "-v", "-run", "^TestMissing$", ".")
	for name, why := range map[string]string{"glCreateShader": nobodyHas, "glGetString": nobodyHas, "glClear": nobodyHas,
		"glCheckFramebufferStatus": nobodyHas, "glClearStencil": nobodyHas, "glGenPathsNV": nobodyHas, "glFlush": nobodyHas,
		"glDrawMeshTasksNV": nobodyAsked} {
		if n := strings.Count(output, "gleslayer: "+name+why+"\n"); n != 1 {
			t.Errorf("%s is reported %d times, expected once:\n%s", name, n, output)
		}
	}
	if n := strings.Count(output, "the call has no effect"); n != 8 {
		t.Errorf("%d commands are reported, expected 8:\n%s", n, output)
	}
}
