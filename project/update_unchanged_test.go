package project

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// releaseVersion is a version for which update trusts the lock.
const releaseVersion = "v1.2.3"

// releaseProject creates a project with a release and returns a request that counts how often the registry is loaded.
func releaseProject(t *testing.T, loads *int) (string, UpdateRequest) {
	t.Helper()
	dir := createWith(t, Intercept{"glClear", "go"}, Intercept{"glFlush", "c"})
	editLock(t, dir, func(l *Lock) { l.Tool = releaseVersion })
	return dir, UpdateRequest{Root: dir, Tool: releaseVersion, TrustLock: true,
		Load: func(gl, egl string) (*registry.Registry, error) { *loads++; return registry.Builtin(), nil }}
}

func TestUpdateTrustsLock(t *testing.T) {
	loads := 0
	_, q := releaseProject(t, &loads)
	u, err := PlanUpdate(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	defer u.Close()
	if !u.unchanged || len(u.Changes)+len(u.Notes) > 0 || loads != 0 || u.Chosen() {
		t.Fatalf("unchanged %v, %v, %v, %d loads", u.unchanged, u.Changes, u.Notes, loads)
	}
	if list, err := u.Signatures(); err != nil || len(list) > 0 {
		t.Errorf("%v %v", list, err)
	}
	if err := u.Write(t.Context()); err != nil {
		t.Error(err)
	}
}

// An update renders the project if any input of its files differs.
func TestUpdateRendersAfterChange(t *testing.T) {
	edit := func(path string) func(*testing.T, string, *UpdateRequest) {
		return func(t *testing.T, dir string, _ *UpdateRequest) {
			testutil.WriteFiles(t, dir, map[string]string{path: testutil.ReadText(t, dir, path) + "\n"})
		}
	}
	lock := func(change func(*Lock)) func(*testing.T, string, *UpdateRequest) {
		return func(t *testing.T, dir string, _ *UpdateRequest) { editLock(t, dir, change) }
	}
	for name, change := range map[string]func(*testing.T, string, *UpdateRequest){
		"no trust":    func(_ *testing.T, _ string, q *UpdateRequest) { q.TrustLock = false },
		"overwrite":   func(_ *testing.T, _ string, q *UpdateRequest) { q.Overwrite = true },
		"new version": func(_ *testing.T, _ string, q *UpdateRequest) { q.Tool = "v1.2.4" },
		"development build": func(t *testing.T, dir string, q *UpdateRequest) {
			q.Tool = "v1.2.3+dirty"
			editLock(t, dir, func(l *Lock) { l.Tool = q.Tool })
		},
		"added function":   func(_ *testing.T, _ string, q *UpdateRequest) { q.Add = []string{"glFinish"} },
		"dropped function": func(_ *testing.T, _ string, q *UpdateRequest) { q.Drop = []string{"glClear"} },
		"stub": func(t *testing.T, dir string, q *UpdateRequest) {
			removePath(t, dir, "hooks.go")
			q.Stub = []string{"glClear"}
		},
		"registry files":     func(_ *testing.T, _ string, q *UpdateRequest) { q.Registry = RegistrySource{"gl.xml", "egl.xml"} },
		"registry version":   lock(func(l *Lock) { l.Registry[0].SHA256 = fmt.Sprintf("%064d", 1) }),
		"template pack":      lock(func(l *Lock) { l.Template.Name = "cpp" }),
		"third-party pack":   lock(func(l *Lock) { l.Template.SHA256 = fmt.Sprintf("%064d", 1) }),
		"module in the lock": lock(func(l *Lock) { l.Module = "example.com/other" }),
		"unlisted file": lock(func(l *Lock) {
			l.Files = slices.DeleteFunc(l.Files, func(f LockFile) bool { return f.Path == "Makefile" })
		}),
		"gleslayer.yaml": edit(ConfigName),
		"module path": func(t *testing.T, dir string, _ *UpdateRequest) {
			testutil.WriteFiles(t, dir, map[string]string{"go.mod": "module example.com/b\n"})
		},
		"edited file":       edit("gles/zz_generated_funcs.go"),
		"removed file":      func(t *testing.T, dir string, _ *UpdateRequest) { removePath(t, dir, "core/zz_generated_core.c") },
		"removed directory": func(t *testing.T, dir string, _ *UpdateRequest) { removePath(t, dir, "internal") },
		"hook set in the yaml": func(t *testing.T, dir string, _ *UpdateRequest) {
			testutil.WriteFiles(t, dir, map[string]string{"mine/a.go": "package mine\n", ConfigName: testutil.ReadText(t, dir, ConfigName) + "sets: [./mine]\n"})
			config := gen.NewFile(ConfigName, []byte(testutil.ReadText(t, dir, ConfigName)), true)
			editLock(t, dir, func(l *Lock) {
				for i := range l.Files {
					if l.Files[i].Path == ConfigName {
						l.Files[i].SHA256 = fmt.Sprintf("%x", config.Hash)
					}
				}
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			loads := 0
			dir, q := releaseProject(t, &loads)
			change(t, dir, &q)
			u, err := PlanUpdate(t.Context(), q)
			if err != nil {
				return // found during rendering
			}
			defer u.Close()
			if u.unchanged || loads == 0 {
				t.Errorf("unchanged %v, %d loads", u.unchanged, loads)
			}
		})
	}
}

// hasAuthorFiles relies on this: update writes a file with a condition only as a stub, or never (vscode).
func TestBuiltinAuthorFiles(t *testing.T) {
	for _, name := range templates.Builtin() {
		pack, err := pack.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range pack.Files {
			hooks, _ := gen.HookFile(pack, gen.HookKind(f.When))
			if f.Yours() && f.When != "" && f.When != "vscode" && f != hooks {
				t.Errorf("%s: %s has the condition %s", name, f.Path, f.When)
			}
		}
	}
}

func removePath(t *testing.T, dir, path string) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(dir, filepath.FromSlash(path))); err != nil {
		t.Fatal(err)
	}
}
