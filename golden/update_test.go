package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// updated updates a project.
func updated(t *testing.T, dir string, add ...string) *project.Update {
	t.Helper()
	u, err := project.PlanUpdate(t.Context(), project.UpdateRequest{Root: dir, Tool: "golden", Add: add,
		Load: func(gl, egl string) (*registry.Registry, error) { return registry.Builtin(), nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	if err := u.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	return u
}

// extracted unpacks a project that is stored as one text.
func extracted(t *testing.T, path string) string {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// A project that the first version of the tool made can be updated: its author's files stay, and it builds,
// passes its tests and runs with the new files.
func TestFirstProjectUpdates(t *testing.T) {
	dir := extracted(t, "testdata/first/project.txtar")
	hooks := filepath.Join(dir, "hooks.go")
	text, err := os.ReadFile(hooks)
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(text), "return next(dpy, attribList", "gles.Logf(\"kept\")\n\treturn next(dpy, attribList", 1)
	if err := os.WriteFile(hooks, []byte(edited), 0o666); err != nil || edited == string(text) {
		t.Fatal(err, "nothing was edited")
	}
	before := files(t, dir)
	updated(t, dir)
	after := files(t, dir)
	for name, was := range before {
		if now := after[name]; !strings.Contains(name, "zz_generated_") && name != project.LockName && string(now) != string(was) {
			t.Errorf("%s changed", name)
		}
	}
	updated(t, dir, "c:glClear", "glFlush")
	if again := updated(t, dir); len(again.Changes) != 0 {
		t.Errorf("a second update changes %v", again.Changes)
	}
	vetAndTest(t, dir, "./...")
	buildLayer(t, dir)
}

// A project without the key constants keeps every constant, enum group, extension and type that its hooks may
// use.
func TestUpdateKeepsConstants(t *testing.T) {
	dir := extracted(t, "testdata/before/project.txtar")
	updated(t, dir)
	vetAndTest(t, dir, ".")
	config := filepath.Join(dir, project.ConfigName)
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	write(t, config, string(text)+"\nconstants: used\n")
	updated(t, dir)
	if out := failing(t, dir, "go", "build", "-o", os.DevNull, "."); !strings.Contains(out, "undefined: gles.GL_TRIANGLES") {
		t.Errorf("constants: used keeps constants that no command reaches:\n%s", out)
	}
}

// A project in C or C++ can be updated like a Go project: its author's files stay, and new hooks get stubs in a
// separate file, which is compiled without a change of the Makefile and of CMakeLists.txt.
func TestUpdateWithoutGo(t *testing.T) {
	t.Run("c++", func(t *testing.T) {
		checkUpdate(t, inOtherLanguage{"cpp-active", "src/own.cpp", "#include \"zz_generated_hooks.hpp\"\n\nvoid hooks::glFinish(layer::Next<next_glFinish> next) { next(); }\n",
			"src/hooks_2.cpp", "void hooks::glViewport(layer::Next<next_glViewport> next, GLint x, GLint y, GLsizei width, GLsizei height) {\n    next(x, y, width, height);\n}\n",
			"2 tests, 0 failed"})
	})
	t.Run("c", func(t *testing.T) {
		checkUpdate(t, inOtherLanguage{"c-active", "src/own.c", "#include \"zz_generated_hooks.h\"\n\nvoid hook_glFinish(next_glFinish next) {\n    next();\n}\n",
			"src/hooks_2.c", "void hook_glViewport(next_glViewport next, GLint x, GLint y, GLsizei width, GLsizei height) {\n    next(x, y, width, height);\n}\n",
			"ok   glClear calls the driver's function"})
	})
}

// inOtherLanguage is a project without Go: a case, a file that the author adds with a hook of glFinish, the
// file with the stub of glViewport, and a line of make test.
type inOtherLanguage struct {
	kase, own, ownText, stubs, stub, tested string
}

func checkUpdate(t *testing.T, c inOtherLanguage) {
	t.Helper()
	dir := layerCase(t, c.kase).write(t)
	write(t, filepath.Join(dir, filepath.FromSlash(c.own)), c.ownText)
	before := files(t, dir)
	updated(t, dir, "c:glViewport", "c:glFinish", "none:glFlush")
	after := files(t, dir)
	for name, was := range before {
		if !strings.Contains(name, "zz_generated_") && name != project.LockName && name != project.ConfigName && string(after[name]) != string(was) {
			t.Errorf("%s changed", name)
		}
	}
	stubs := string(after[c.stubs])
	if n := strings.Count(stubs, "{"); n != 1 || !strings.Contains(stubs, c.stub) {
		t.Errorf("%s:\n%s", c.stubs, stubs)
	}
	if again := updated(t, dir); len(again.Changes) != 0 {
		t.Errorf("a second update changes %v", again.Changes)
	}
	if out := command(t, dir, "make", "test"); !strings.Contains(out, c.tested) {
		t.Error(out)
	}
	run(t, []string{buildLayer(t, dir)}, nil)
}

// During an update, make says how to finish it.
func TestMakeNamesRecover(t *testing.T) {
	dir := layerCase(t, "passive").write(t)
	journal := filepath.Join(dir, project.JournalName)
	if err := os.WriteFile(journal, []byte(`{"schema": 1, "steps": []}`), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"build", "test", "help"} {
		if out := failing(t, dir, "make", target); !strings.Contains(out, "gleslayergen update --recover") {
			t.Errorf("make %s: %s", target, out)
		}
	}
	if out := command(t, dir, tool(t), "update", "--recover"); !strings.HasPrefix(out, "an interrupted update was completed") {
		t.Error(out)
	}
	command(t, dir, "make", "help")
}
