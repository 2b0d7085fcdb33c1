package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// remembering is a request that remembers; it counts how often the registry is loaded, which a project that is known to be current needs not.
func remembering(t *testing.T, dir string, loads *int) UpdateRequest {
	t.Helper()
	return UpdateRequest{Root: dir, Tool: "test", Build: "build 1", Cache: filepath.Join(t.TempDir(), "cache"),
		Load: func(gl, egl string) (*registry.Registry, error) { *loads++; return registry.Builtin(), nil }}
}

// planOf plans an update and says whether it was remembered that there is nothing to do.
func planOf(t *testing.T, q UpdateRequest) *Update {
	t.Helper()
	u, err := PlanUpdate(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	u.Close()
	return u
}

func TestUpdateRemembers(t *testing.T) {
	dir, loads := madeWith(t), 0
	q := remembering(t, dir, &loads)
	if u := planOf(t, q); u.current || len(u.Changes) > 0 || loads != 1 {
		t.Fatalf("current %v, %v, %d loads", u.current, u.Changes, loads)
	}
	u := planOf(t, q)
	if !u.current || len(u.Changes) > 0 || loads != 1 || u.Chosen() {
		t.Fatalf("current %v, %v, %d loads", u.current, u.Changes, loads)
	}
	if list, err := u.Signatures(); err != nil || len(list) > 0 {
		t.Errorf("%v %v", list, err)
	}
	if err := u.Write(t.Context()); err != nil {
		t.Error(err)
	}
	old := filepath.Join(q.Cache, "old")
	if err := os.WriteFile(old, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-2*keptNotes)); err != nil {
		t.Fatal(err)
	}
	moved := dir + "-moved"
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	q.Root = moved
	if u := planOf(t, q); u.current {
		t.Error("another folder is taken for this one")
	}
	if exists(old) {
		t.Error("a note that is too old is still there")
	}
}

// Whatever a project depends on, a change of it is seen.
func TestUpdateForgets(t *testing.T) {
	edit := func(path string) func(*testing.T, string, *UpdateRequest) {
		return func(t *testing.T, dir string, _ *UpdateRequest) {
			testutil.WriteFiles(t, dir, map[string]string{path: readText(t, dir, path) + "\n"})
		}
	}
	for name, change := range map[string]func(*testing.T, string, *UpdateRequest){
		"the tool":    func(_ *testing.T, _ string, q *UpdateRequest) { q.Build = "build 2" },
		"no identity": func(_ *testing.T, _ string, q *UpdateRequest) { q.Build = "" },
		"no cache":    func(_ *testing.T, _ string, q *UpdateRequest) { q.Cache = "" },
		"a wish":      func(_ *testing.T, _ string, q *UpdateRequest) { q.Add = []string{"glFinish"} },
		"a stub": func(t *testing.T, dir string, q *UpdateRequest) {
			remove(t, dir, "hooks.go")
			q.Stub = []string{"glClear"}
		},
		"a registry":    func(_ *testing.T, _ string, q *UpdateRequest) { q.Registry = RegistrySource{"gl.xml", "egl.xml"} },
		"the yaml":      edit(ConfigName),
		"the lock":      edit(LockName),
		"go.mod":        edit("go.mod"),
		"a file":        edit("gles/zz_generated_funcs.go"),
		"a lost file":   func(t *testing.T, dir string, _ *UpdateRequest) { remove(t, dir, "core/zz_generated_core.c") },
		"a lost folder": func(t *testing.T, dir string, _ *UpdateRequest) { remove(t, dir, "internal") },
		"a set": func(t *testing.T, dir string, _ *UpdateRequest) {
			testutil.WriteFiles(t, dir, map[string]string{"mine/b.go": "package mine\n\nimport \"example.com/a/gles\"\n\nfunc GlFinish(next gles.GlFinishFunc) { next() }\n"})
		},
		"a set's module": func(t *testing.T, dir string, _ *UpdateRequest) {
			testutil.WriteFiles(t, dir, map[string]string{"mine/go.mod": "module x\n"})
		},
		"the note": func(t *testing.T, _ string, q *UpdateRequest) {
			notes, err := filepath.Glob(filepath.Join(q.Cache, "*"))
			if err != nil || len(notes) != 1 {
				t.Fatal(notes, err)
			}
			if err := os.WriteFile(notes[0], []byte("damaged"), 0o600); err != nil {
				t.Fatal(err)
			}
		},
		"a cache for all": func(t *testing.T, _ string, q *UpdateRequest) {
			if err := os.Chmod(q.Cache, 0o777); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, loads := madeWith(t), 0
			testutil.WriteFiles(t, dir, map[string]string{"mine/a.go": "package mine\n\nimport \"example.com/a/gles\"\n\nfunc GlFlush(next gles.GlFlushFunc) { next() }\n",
				ConfigName: readText(t, dir, ConfigName) + "sets: [./mine]\n"})
			q := remembering(t, dir, &loads)
			if err := updateWith(t.Context(), UpdateRequest{Root: dir}); err != nil {
				t.Fatal(err)
			}
			if planOf(t, q); !planOf(t, q).current {
				t.Fatal("it is not remembered")
			}
			change(t, dir, &q)
			if u, err := PlanUpdate(t.Context(), q); err == nil {
				if u.Close(); u.current {
					t.Error("taken for up to date")
				}
			}
		})
	}
}

func remove(t *testing.T, dir, path string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(path))); err != nil {
		t.Fatal(err)
	}
}

// What is told each time, or may change without any of the inputs, is not remembered.
func TestUpdateDoesNotRemember(t *testing.T) {
	told := func(t *testing.T, dir string) {
		testutil.WriteFiles(t, dir, map[string]string{"mine/a.go": "package mine\n\nfunc GlNone() {}\n", ConfigName: readText(t, dir, ConfigName) + "sets: [./mine]\n"})
		if err := updateWith(t.Context(), UpdateRequest{Root: dir}); err != nil {
			t.Fatal(err)
		}
	}
	unknown := func(t *testing.T, dir string) {
		editLock(t, dir, func(l *Lock) {
			for i, f := range l.Files {
				if f.Path == "Makefile" {
					l.Files = append(l.Files[:i], l.Files[i+1:]...)
					return
				}
			}
		})
	}
	stale := func(t *testing.T, dir string) {
		testutil.WriteFiles(t, dir, map[string]string{"gles/" + gen.ExportsFile: "package gles\n", "gles/zz_generated_types.go": strings.ToUpper("x")})
	}
	for name, prepare := range map[string]func(*testing.T, string){"a note": told, "a file that comes when it goes": unknown, "changes": stale} {
		t.Run(name, func(t *testing.T) {
			dir, loads := madeWith(t), 0
			prepare(t, dir)
			q := remembering(t, dir, &loads)
			planOf(t, q)
			if u := planOf(t, q); u.current || loads != 2 {
				t.Errorf("current %v, %d loads", u.current, loads)
			}
		})
	}
}
