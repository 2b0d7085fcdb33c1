package golden

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// snapshots are registries by the names in a yaml. "" is the built-in one.
func snapshots(t *testing.T) func(gl, egl string) (*registry.Registry, error) {
	t.Helper()
	old := layerCase(t, "registry-2022-07").registry(t)
	text, err := os.ReadFile("../registry/snapshot/registry.txt")
	if err != nil {
		t.Fatal(err)
	}
	const param = "\nparam\tmask\tGLbitfield\tgroup=ClearBufferMask\n"
	other, err := registry.ReadSnapshot(strings.ReplaceAll(strings.ReplaceAll(string(text), param, "\nparam\tmask\tGLuint64\n"),
		registry.Builtin().Sources[1].SHA256, strings.Repeat("0", 64)))
	if err != nil {
		t.Fatal(err)
	}
	return func(gl, egl string) (*registry.Registry, error) {
		switch filepath.Base(gl) {
		case "old.xml":
			return old, nil
		case "other.xml":
			return other, nil
		}
		return registry.Builtin(), nil
	}
}

// An update to a registry that is four years newer, its report, and an update back, which requires a flag.
func TestUpdateFromOldRegistry(t *testing.T) {
	k := layerCase(t, "registry-2022-07")
	k.request.Config.Registry = project.RegistrySource{GL: "old.xml", EGL: "egl.xml"}
	dir := k.write(t)
	var got []string
	q := project.UpdateRequest{Root: dir, Tool: "golden", Load: snapshots(t), Registry: project.RegistrySource{GL: "new.xml"},
		Compare: func(before, after *registry.Registry, c *project.Config) error {
			got = []string{before.Sources[1].Date, after.Sources[1].Date, c.Intercept[0].Match}
			return nil
		}}
	u, err := project.PlanUpdate(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	if err := u.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	u.Close()
	if want := []string{"2022-07", "2026-05", "glDrawElements"}; !slices.Equal(got, want) || len(u.Notes) > 0 {
		t.Errorf("%q, %q", got, u.Notes)
	}
	goTool(t, dir, "vet", "-cgocall=false", "./...")
	q.Registry.GL = "old.xml"
	if _, err := project.PlanUpdate(t.Context(), q); err == nil || !strings.Contains(err.Error(), "the project was generated from a newer file, of 2026-05") {
		t.Errorf("%v", err)
	}
	q.AllowOlder = true
	u, err = project.PlanUpdate(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	u.Close()
}

// A command whose type changed: update reports the hook's line and both types, and the build fails with both,
// until the author changes the hook.
func TestUpdateChangedSignature(t *testing.T) {
	goBuild := []string{"env", goFlags, "go", "build", "./..."}
	cppBuild := []string{"c++", "-std=c++17", "-fsyntax-only", "-Ilayer", "src/hooks.cpp"}
	for kind, c := range map[string]struct {
		request               project.Request
		file, was, now, fault string
		build                 []string
	}{
		"go": {request("passive", "go", []string{"glFlush", "glClear"}), "hooks.go", "mask GLbitfield", "mask GLuint64", "zz_generated_hooks.go:", goBuild},
		"c":  {request("passive", "c", []string{"glFlush", "glClear"}), "core/hooks.c", "GLbitfield mask", "GLuint64 mask", "hooks.c:", goBuild},
		"c alone": {inC(request("passive", "c", []string{"glFlush", "glClear"})), "src/hooks.c", "GLbitfield mask", "GLuint64 mask", "hooks.c:",
			[]string{"make"}},
		"c++": {cpp(request("passive", "c", []string{"glFlush", "glClear"})), "src/hooks.cpp", "GLbitfield mask", "GLuint64 mask", "hooks.cpp:", cppBuild},
	} {
		k := kase{name: "signature", request: c.request}
		dir := k.write(t)
		u, err := project.PlanUpdate(t.Context(), project.UpdateRequest{Root: dir, Tool: "golden", Load: snapshots(t),
			Registry: project.RegistrySource{GL: "other.xml", EGL: "egl.xml"}})
		if err != nil {
			t.Fatal(err)
		}
		defer u.Close()
		list, err := u.Signatures()
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %v, %v", kind, list, err)
		}
		s := list[0]
		line := strings.Split(string(files(t, dir)[c.file]), "\n")[s.At.Line-1]
		if s.Command != "glClear" || s.At.File != c.file || !strings.Contains(line, "glClear(") ||
			!strings.Contains(s.Before, c.was) || !strings.Contains(s.After, c.now) {
			t.Errorf("%s: %+v, in the line %q", kind, s, line)
		}
		if err := u.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
		if out := failing(t, dir, c.build[0], c.build[1:]...); !strings.Contains(out, c.fault) || !strings.Contains(out, "glClear") {
			t.Errorf("%s: %s", kind, out)
		}
		hooks := filepath.Join(dir, c.file)
		text := strings.NewReplacer("mask gles.GLbitfield", "mask gles.GLuint64", "GLbitfield mask", "GLuint64 mask").Replace(string(files(t, dir)[c.file]))
		if err := os.WriteFile(hooks, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		command(t, dir, c.build[0], c.build[1:]...)
	}
}
