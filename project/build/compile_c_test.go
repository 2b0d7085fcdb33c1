package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

func createC(t *testing.T, dir, hooks string) string {
	t.Helper()
	q := request(dir)
	q.Config.Init, q.Config.Intercept = "active", []project.Intercept{{Match: "eglChooseConfig,glTexImage2D", Hooks: hooks}}
	if _, err := project.Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Without hooks in Go the layer is C alone: small, with the two exports, and the same bytes from any folder.
func TestBuildCAlone(t *testing.T) {
	for _, hooks := range []string{"c", "none"} {
		root := t.TempDir()
		first := mustBuild(t, createC(t, filepath.Join(root, "p"), hooks))
		dir := createC(t, filepath.Join(root, "a, b='c'"), hooks)
		if got := mustBuild(t, dir); got != first {
			t.Errorf("%s: other bytes from another folder", hooks)
		}
		if len(first.lib) > 100<<10 {
			t.Errorf("%s: %d bytes", hooks, len(first.lib))
		}
		f := testutil.OpenLayer(t, filepath.Join(dir, "build", "host", "liba.so"))
		if f.Section(".note.go.buildid") != nil || f.Section(".symtab") != nil {
			t.Errorf("%s: Go or symbols are in the layer", hooks)
		}
		testutil.CheckLayer(t, f, "a")
		if data, err := testutil.OpenLayer(t, Symbols(filepath.Join(dir, "build", "host", "liba.so"))).DWARF(); err != nil || !strings.Contains(first.symbols, "GNU C11") {
			t.Errorf("%s: no lines: %v, %v", hooks, data, err)
		}
	}
}

// The build finds headers in and below core, links assembly, and reports files that it cannot build.
func TestBuildCAloneWithMore(t *testing.T) {
	dir := createC(t, filepath.Join(t.TempDir(), "p"), "c")
	testutil.WriteFiles(t, dir, map[string]string{"core/more.c": "#include \"more/more.h\"\n#include \"../beside.h\"\nextern int more(void);\nint less(void) { return more() + MORE + BESIDE; }\n",
		"core/more/more.h": "#define MORE 1\n", "beside.h": "#define BESIDE 2\n",
		"core/more.S": ".globl more\nmore: ret\n.section .note.GNU-stack,\"\"\n"})
	mustBuild(t, dir)
	testutil.WriteFiles(t, dir, map[string]string{"core/more.cc": "int x;\n"})
	_, _, err := build(t, dir)
	testutil.CheckHint(t, err, "core/more.cc: this file is in C++, but a layer without Go hooks is built only with the C compiler")
	if err := os.Remove(filepath.Join(dir, "core", "more.cc")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CC", "no-such-compiler")
	_, _, err = build(t, dir)
	testutil.CheckHint(t, err, "cannot build for this machine: the C compiler no-such-compiler is not in PATH")
}

// A layer that calls the driver by its names is refused, whatever its hooks are written in.
func TestBuildCallsByName(t *testing.T) {
	for _, hooks := range []string{"c", "go"} {
		q := request(filepath.Join(t.TempDir(), "p"))
		q.Config.Intercept = []project.Intercept{{Match: "glFinish", Hooks: hooks}}
		if _, err := project.Create(t.Context(), registry.Builtin(), q); err != nil {
			t.Fatal(err)
		}
		testutil.WriteFiles(t, q.Dir, map[string]string{"core/driver.c.txt": "void glFlush(void) {}\n",
			"core/calls.c":  "extern void glFlush(void);\n__attribute__((constructor)) void calls(void) { glFlush(); }\n",
			"core/calls.go": "package core\n\n// #cgo LDFLAGS: -L${SRCDIR} -ldriver\nimport \"C\"\n"})
		core := filepath.Join(q.Dir, "core")
		cc := exec.Command("cc", "-shared", "-fPIC", "-x", "c", "-o", filepath.Join(core, "libdriver.so"), filepath.Join(core, "driver.c.txt"))
		if out, err := cc.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s (make deps)", err, out)
		}
		_, text, err := build(t, q.Dir)
		if err == nil || !strings.Contains(err.Error(), "the layer calls glFlush directly: ") {
			t.Errorf("%s: %v\n%s", hooks, err, text)
		}
		checkBuilt(t, q.Dir)
	}
}

// mustBuildDebug builds for a debugger without any message and returns the path of the layer.
func mustBuildDebug(t *testing.T, dir string) string {
	t.Helper()
	target := Host()
	target.Debug = true
	c, err := project.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var output strings.Builder
	lib, err := Build(t.Context(), dir, c, target, &output)
	if err != nil || output.String() != "" {
		t.Fatalf("%v\n%s", err, &output)
	}
	return lib
}

// A debug build refers to the real sources; an error in one has the file and line.
func TestBuildCAloneDebug(t *testing.T) {
	dir := createC(t, filepath.Join(t.TempDir(), "p"), "c")
	lib := mustBuildDebug(t, dir)
	if data, err := testutil.OpenLayer(t, Symbols(lib)).DWARF(); err != nil || !hasUnit(t, data, "hooks.c") {
		t.Errorf("no lines of hooks.c: %v", err)
	}
	before := testutil.ReadText(t, lib)
	testutil.WriteFiles(t, dir, map[string]string{"core/hooks.c": "#include \"zz_generated_hooks.h\"\nnonsense\n"})
	_, text, err := build(t, dir)
	if err == nil || !strings.Contains(text, "hooks.c:2:1: ") || strings.Contains(err.Error(), "no go command") {
		t.Errorf("%v\n%s", err, text)
	}
	if testutil.ReadText(t, lib) != before {
		t.Error("the layer that was there is gone")
	}
}
