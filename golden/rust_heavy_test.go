//go:build heavy

package golden

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/registry"
)

// rustProject writes a project of the pack in examples/rust.
func rustProject(t *testing.T, active bool, intercept string, use ...string) string {
	t.Helper()
	pack, err := pack.Open("../examples/rust")
	if err != nil {
		t.Fatal(err)
	}
	r := registry.Builtin()
	plan, err := gen.New(r, gen.Input{Name: "rusty", Active: active, Scope: registry.FullScope(), Use: use,
		Rules: gen.ParseRules(intercept, gen.HookC)})
	if err != nil {
		t.Fatal(err)
	}
	plan.HookFiles = gen.FirstHookFiles(plan, pack)
	dir := printPack(t, plan, pack)
	exports, err := gen.Exports(plan)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range exports {
		writeFile(t, dir, f.Path, string(f.Content))
	}
	return dir
}

// rustLayer builds a project without warnings.
func rustLayer(t *testing.T, dir string) string {
	t.Helper()
	if out := command(t, dir, "make", "DEBUG=1", "CFLAGS=-O0 -Wall -Wextra -Werror"); strings.Contains(out, "warning") {
		t.Error(out)
	}
	return filepath.Join(dir, "build", "librusty.so")
}

// The layers of the pack have the same exports as those of the built-in packs, for few commands and for all, and their tests pass.
func TestRustBuilds(t *testing.T) {
	for _, c := range []struct {
		name      string
		active    bool
		intercept string
	}{{"few, passive", false, "glClear,eglSwapBuffers"}, {"all, active", true, "@all"}} {
		t.Run(c.name, func(t *testing.T) {
			dir := rustProject(t, c.active, c.intercept)
			testutil.CheckLayer(t, testutil.OpenLayer(t, rustLayer(t, dir)), "rusty")
			command(t, dir, "make", "test", "RUSTFLAGS=--edition 2021") // optimizing 1060 functions is slow
		})
	}
}

// Its Makefile stops after an interrupted update.
func TestRustStops(t *testing.T) { checkStop(t, rustProject(t, false, "glClear")) }

// The app reads the same errors as without the layer, also if hooks panic before and after they call the next function.
func TestRustPanics(t *testing.T) {
	app := errorsApp(t)
	want, _ := runErrors(t, app)
	dir := rustProject(t, true, "eglCreateContext,eglMakeCurrent,@gles2.0")
	hooks := testutil.ReadText(t, dir, "src/hooks.rs")
	for function, body := range map[string]string{
		"gl_enable":          `panic!("before the call")`,
		"gl_get_error":       `{ let error = next.call(); if error != 0 { panic!("after the call: {}", error) } error }`,
		"egl_create_context": `{ let _ = next.call(dpy, config, share_context, attrib_list); panic!("after the call") }`,
	} {
		at := regexp.MustCompile(`(?s)pub fn ` + function + `\([^{]*\{\n`).FindStringIndex(hooks)
		if at == nil {
			t.Fatalf("%s is missing in:\n%s", function, hooks)
		}
		_, rest, _ := strings.Cut(hooks[at[1]:], "\n")
		hooks = hooks[:at[1]] + body + "\n" + rest
	}
	writeFile(t, dir, "src/hooks.rs", "#![allow(unreachable_code, unused_variables)]\n"+hooks)
	saw, log := runErrors(t, app, rustLayer(t, dir))
	if saw != want || !strings.HasSuffix(want, "errors of other contexts: 0\n") {
		t.Errorf("with the layer:\n%s\nwithout:\n%s\nlog:\n%s", saw, want, log)
	}
	for _, line := range []string{"glEnable panicked and is switched off: before the call\n", "glGetError panicked and is switched off: after the call: 1280\n",
		"eglCreateContext panicked and is switched off: after the call\n"} {
		if !strings.Contains(log, "rusty: the hook of "+line) {
			t.Errorf("missing: %s", line)
		}
	}
}

// The documented behavior of a layer, in a project whose hooks panic and are switched under load: with debug code, and optimized.
func TestBehaviorRust(t *testing.T) {
	dir := rustProject(t, true, "eglClientWaitSync,glClear,glClearColor,glCreateProgram,glGetString,glIsEnabled,glShaderSource", "glFlush", "glGetError")
	for _, file := range []string{"hooks.rs", "initialize.rs", "tests.rs"} {
		writeFile(t, dir, "src/"+file, testutil.ReadText(t, "testdata/behavior/rust", file))
	}
	for _, debug := range []string{"1", "0"} {
		command(t, dir, "make", "test", "DEBUG="+debug, "WORK=build/"+debug, "CFLAGS=-O1 -Wall -Wextra -Werror")
	}
}

// The code in the README of the pack compiles as one layer, and its test passes.
func TestRustReadme(t *testing.T) {
	code := blocks(t, "../examples/rust/README")["rust"]
	if len(code) != 2 {
		t.Fatalf("%d blocks of Rust", len(code))
	}
	dir := rustProject(t, false, "glClear")
	for i, file := range []string{"src/hooks.rs", "src/tests.rs"} {
		stub := testutil.ReadText(t, dir, file)
		writeFile(t, dir, file, stub[:strings.LastIndex(stub, "use ")]+"use crate::*;\n\n"+code[i])
	}
	command(t, dir, "make", "test", "DEBUG=1")
}
