package golden

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// The commands that a project of the pack in examples/thirdparty must intercept and use in addition to GL
// commands.
const (
	errorsHooks = "eglCreateContext,eglMakeCurrent,eglDestroyContext,eglReleaseThread,glGetError"
	errorsUse   = "glGetError"
)

// errorsPlan plans a layer of the pack.
func errorsPlan(t *testing.T, active bool, intercept, use string) *gen.Plan {
	t.Helper()
	r := registry.Builtin()
	plan, err := gen.New(r, gen.Input{Name: "errors", Active: active, Scope: registry.FullScope(), Use: []string{use},
		Rules: gen.ParseRules(intercept, gen.HookC)})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// errorsProject writes a project of the pack.
func errorsProject(t *testing.T, active bool, intercept string) string {
	t.Helper()
	pack, err := pack.Open("../examples/thirdparty")
	if err != nil {
		t.Fatal(err)
	}
	return printPack(t, errorsPlan(t, active, intercept, errorsUse), pack)
}

// printPack writes the files of a pack to a new directory.
func printPack(t *testing.T, plan *gen.Plan, pack *templates.Pack) string {
	t.Helper()
	files, err := gen.Render(plan, pack)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		writeFile(t, dir, f.Path, string(f.Content))
	}
	return dir
}

// errorsLayer builds a project without compiler warnings.
func errorsLayer(t *testing.T, active bool, intercept, cc string) string {
	t.Helper()
	dir := errorsProject(t, active, intercept)
	flags := "-Werror"
	if intercept == "@all" {
		flags += " -O0" // 1060 hooks
	}
	if out := command(t, dir, "make", "CC="+cc, "CFLAGS="+flags); strings.Contains(out, "warning") {
		t.Error(out)
	}
	return filepath.Join(dir, "build", "host", "liberrors.so")
}

// The layer of the pack has the same exports and answers as one of the built-in packs, from either compiler,
// for few commands and for all.
func TestThirdPartyBuilds(t *testing.T) {
	for _, c := range []struct {
		name      string
		active    bool
		intercept string
		cc        string
	}{
		{"few, active, gcc", true, errorsHooks + ",glClear", "gcc"},
		{"all, active, clang", true, "@all", "clang"},
	} {
		t.Run(c.name, func(t *testing.T) {
			testutil.CheckLayer(t, testutil.OpenLayer(t, errorsLayer(t, c.active, c.intercept, c.cc)), "errors")
		})
	}
}

// Its Makefile waits for the end of an interrupted update.
func TestThirdPartyStops(t *testing.T) {
	checkStop(t, errorsProject(t, false, errorsHooks))
}

// Its error says what it requires if the selection of commands does not suit it.
func TestThirdPartyRefuses(t *testing.T) {
	pack, err := pack.Open("../examples/thirdparty")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ intercept, use, want string }{
		{"glClear", errorsUse, "errors.h.tmpl:6"},
		{errorsHooks, "glFinish", "glGetError is missing in use: of gleslayer.yaml"},
	} {
		_, err := gen.Render(errorsPlan(t, false, c.intercept, c.use), pack)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: %v", c.intercept, c.use, err)
		}
	}
}

// errorsApp builds the program that makes errors.
func errorsApp(t *testing.T) string {
	t.Helper()
	app := filepath.Join(t.TempDir(), "app")
	command(t, ".", "cc", "-O2", "-pthread", "-Wall", "-Wextra", "-Werror", "-o", app, "testdata/thirdparty/app.c", "-lEGL", "-lGLESv2")
	return app
}

// runErrors runs it under layers and returns what the app saw and the log.
func runErrors(t *testing.T, app string, layers ...string) (saw, log string) {
	t.Helper()
	cmd := under(t, layers).Command(t.Context(), app)
	cmd.Env = append(append(cmd.Env, glesdriver.Env()...), "ERRORS_LOG=debug")
	var out, messages strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &messages
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out.String(), messages.String())
	}
	return out.String(), messages.String()
}

// Over Mesa the app reads the same errors as without the layer, and the log names the calls.
func TestThirdPartyOverMesa(t *testing.T) {
	app := errorsApp(t)
	want, _ := runErrors(t, app)
	for _, c := range []struct {
		name   string
		active bool
	}{{"passive", false}, {"active", true}} {
		t.Run(c.name, func(t *testing.T) {
			lib := errorsLayer(t, c.active, errorsHooks+",@gles2.0", "gcc")
			saw, log := runErrors(t, app, lib)
			if saw != want || !strings.HasSuffix(want, "errors of other contexts: 0\n") {
				t.Errorf("with the layer:\n%s\nwithout:\n%s\nlog:\n%s", saw, want, log)
			}
			for line, n := range map[string]int{
				"errors: glEnable(cap=0x0bad): GL_INVALID_ENUM (0x0500)":               208,
				"errors: glLineWidth(width=-2.5): GL_INVALID_VALUE (0x0501)":           7,
				"errors: glUniform1i(location=7, v0=1): GL_INVALID_OPERATION (0x0502)": 3,
			} {
				if got := strings.Count(log, line+"\n"); got != n {
					t.Errorf("%d lines, not %d: %s", got, n, line)
				}
			}
		})
	}
}

// What the app reads does not depend on the layer, for each way in which a driver stores errors, and for lost
// contexts.
func TestThirdPartyOverAnyDriver(t *testing.T) {
	lib := errorsLayer(t, false, errorsHooks+",glEnable,glGetIntegerv", "gcc -fsanitize=undefined -fno-sanitize-recover")
	host := filepath.Join(t.TempDir(), "host")
	command(t, ".", "cc", "-O1", "-fsanitize=undefined", "-Wall", "-Wextra", "-Werror", "-o", host, "testdata/thirdparty/host.c", "-rdynamic", "-pthread", "-ldl")
	for _, flags := range []string{"one", "number", "order"} {
		for _, seed := range []string{"1", "2", "3"} {
			out := command(t, ".", host, lib, flags, seed)
			if n := strings.Count(out, "\n"); n > 10000 || !strings.Contains(out, "errors: glEnable(cap=") {
				t.Errorf("the log has %d lines of very many errors, expected some hundred a second", n)
			}
		}
	}
	checkContains(t, command(t, ".", host, lib, "calm", "1"), "waited 0 times\n")
	out := command(t, ".", host, lib, "endless", "1")
	checkContains(t, out, "asked 1 times: 0507 0507 0507\n", "glEnable(cap=0x0001): GL_CONTEXT_LOST (0x0507)\n",
		"asked 2 times: 0502 0502 0502\n")
}

// ndkClang replaces the compiler of the NDK: the compiler of this machine, with a liblog of the test.
const ndkClang = `#!/bin/sh
here=$(dirname "$0")
exec clang --target=x86_64-linux-gnu -fuse-ld=lld -isystem "$here" -L"$here" "$@"
`

// Its Makefile also builds for devices.
func TestThirdPartyForAndroid(t *testing.T) {
	ndk := filepath.Join(t.TempDir(), "an NDK, 27")
	bin := filepath.Join(ndk, "toolchains", "llvm", "prebuilt", "linux-x86_64", "bin")
	if err := os.MkdirAll(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	cc := filepath.Join(bin, "x86_64-linux-android29-clang")
	if err := os.WriteFile(cc, []byte(ndkClang), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(bin, os.DirFS("../internal/testutil/testdata/standin")); err != nil {
		t.Fatal(err)
	}
	command(t, bin, cc, "-shared", "-fPIC", "-Wl,-soname,liblog.so", "-o", "liblog.so", "log.c")
	dir := errorsProject(t, true, errorsHooks+",glClear")
	if out := failing(t, dir, "make", "android", "NDK=/nowhere"); !strings.Contains(out, "no NDK: ") {
		t.Error(out)
	}
	command(t, dir, "make", "android", "ABI=x86_64", "NDK="+ndk, "CFLAGS=-Werror")
	lib := testutil.OpenLayer(t, filepath.Join(dir, "build", "x86_64", "liberrors.so"))
	testutil.CheckLayer(t, lib, "errors")
	if needed, err := lib.ImportedLibraries(); err != nil || !slices.Contains(needed, "liblog.so") {
		t.Errorf("it needs %v (%v), not liblog.so", needed, err)
	}
}
