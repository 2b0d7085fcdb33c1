package build

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// A build that fails says where, and leaves the older layer as it was.
func TestBuildFails(t *testing.T) {
	dir := newProject(t)
	first := mustBuild(t, dir)
	hooks := testutil.ReadText(t, dir, "hooks.go")
	for _, c := range []struct {
		what, from, to string
		said           []string
	}{
		{"no Go", "package main", "package main\n\nfunc {", []string{"hooks.go:3:6: "}},
		{"missing hook", "func eglChooseConfig(", "func another(", []string{"zz_generated_hooks.go:", "undefined: eglChooseConfig"}},
		{"changed hook", "dpy gles.EGLDisplay", "dpy int", []string{"zz_generated_hooks.go:", "cannot use eglChooseConfig",
			"func(next gles.EGLChooseConfigFunc, dpy int,", "gles.EGLChooseConfigHook"}},
	} {
		if !strings.Contains(hooks, c.from) {
			t.Fatalf("%s: hooks.go has no %q", c.what, c.from)
		}
		testutil.WriteFiles(t, dir, map[string]string{"hooks.go": strings.Replace(hooks, c.from, c.to, 1)})
		_, output, err := build(t, dir)
		testutil.CheckHint(t, err, "the build for this machine failed: exit status 1")
		for _, part := range c.said {
			if !strings.Contains(output, part) {
				t.Errorf("%s: no %q in:\n%s", c.what, part, output)
			}
		}
		checkBuilt(t, dir, ".debug", "liba.so")
		if testutil.ReadText(t, dir, "build/host/liba.so") != first.lib || testutil.ReadText(t, dir, "build/host/.debug/liba.so") != first.symbols {
			t.Errorf("%s: the older layer is gone", c.what)
		}
	}
	testutil.WriteFiles(t, dir, map[string]string{"hooks.go": hooks})
	checkSame(t, "mended", mustBuild(t, dir), first)
}

func TestBuildWithoutGo(t *testing.T) {
	dir := newProject(t)
	t.Setenv("PATH", t.TempDir())
	_, _, err := build(t, dir)
	testutil.CheckHint(t, err, "cannot build: no go command in PATH")
	checkBuilt(t, dir)
}

func TestBuildIncompleteProject(t *testing.T) {
	for _, path := range []string{project.LockName, "core/zz_generated_layer.map"} {
		dir := newProject(t)
		if err := os.Remove(filepath.Join(dir, path)); err != nil {
			t.Fatal(err)
		}
		_, _, err := build(t, dir)
		testutil.CheckHint(t, err, filepath.Base(path), "no such file")
	}
}

// Interrupted, it ends soon and leaves no temporary file, neither ours nor the Go tool's.
func TestBuildCancelled(t *testing.T) {
	dir, temp := newProject(t), t.TempDir()
	t.Setenv("TMPDIR", temp)
	c, err := project.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, after := range []time.Duration{0, 50 * time.Millisecond, 300 * time.Millisecond} {
		testutil.WriteFiles(t, dir, map[string]string{"core/anew.go": "package core\n\n// " + time.Now().String() + "\n"})
		ctx, cancel := context.WithTimeout(t.Context(), after)
		started := time.Now()
		_, err := Build(ctx, dir, c, Host(), &bytes.Buffer{})
		cancel()
		if took := time.Since(started); err == nil || took > grace+buildLimit {
			t.Errorf("after %v: error %v, after %v", after, err, took)
		}
		testutil.CheckTree(t, temp, map[string]string{})
		checkBuilt(t, dir)
	}
}

// The registry of a project, and the rest that only new wants, is nothing that a build needs.
func TestBuildNeedsNoRegistry(t *testing.T) {
	q := request(filepath.Join(t.TempDir(), "p"))
	q.Config.Registry = project.RegistrySource{GL: "gone/gl.xml", EGL: "gone/egl.xml"}
	q.Config.Intercept[0].Match = "eglChooseConfig,glDraw*,!glDrawBuffers*"
	if _, err := project.Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	mustBuild(t, q.Dir)
}
