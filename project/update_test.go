package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

func changedPaths(u *Update) []string {
	var paths []string
	for _, c := range u.Changes {
		paths = append(paths, c.Path)
	}
	return paths
}

// The author can change the module path: generated code follows go.mod.
func TestUpdateFollowsModule(t *testing.T) {
	dir := createWith(t)
	for _, path := range []string{"go.mod", "hooks.go", "hooks_test.go"} {
		testutil.WriteFiles(t, dir, map[string]string{path: strings.ReplaceAll(testutil.ReadText(t, dir, path), "example.com/a", "example.com/renamed/b")})
	}
	if err := updateWith(t.Context(), UpdateRequest{Root: dir}); err != nil {
		t.Fatal(err)
	}
	for name, text := range testutil.ReadTree(t, dir) {
		if strings.Contains(text, "example.com/a") && name != "README.md" {
			t.Errorf("%s has the old path", name)
		}
	}
	if l, err := LoadLock(dir); err != nil || l.Module != "example.com/renamed/b" {
		t.Errorf("%+v, %v", l, err)
	}
}

// A new file of class yours in the template pack is written once, if the path does not exist.
func TestUpdateNewFileOfPack(t *testing.T) {
	for _, there := range []bool{false, true} {
		dir := createWith(t)
		editLock(t, dir, func(l *Lock) {
			l.Files = slices.DeleteFunc(l.Files, func(f LockFile) bool { return f.Path == "android/README.md" })
		})
		path := filepath.Join(dir, "android", "README.md")
		if there {
			testutil.WriteFiles(t, dir, map[string]string{"android/README.md": "mine"})
		} else if err := os.RemoveAll(filepath.Dir(path)); err != nil {
			t.Fatal(err)
		}
		u := planUpdate(t, UpdateRequest{Root: dir})
		if err := u.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
		u.Close()
		if written := slices.Contains(changedPaths(u), "android/README.md"); written == there || there && testutil.ReadText(t, path) != "mine" {
			t.Errorf("there before: %v; %v", there, u.Changes)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if u := planUpdate(t, UpdateRequest{Root: dir}); !there && len(u.Changes) != 0 {
			t.Errorf("what its author removed comes back: %v", u.Changes)
		}
	}
}

// A newer version with equal output changes nothing; with different output, it writes its version to the
// lock.
func TestUpdateTool(t *testing.T) {
	dir := createWith(t)
	for _, c := range []struct {
		add  []string
		want string
	}{{nil, "test"}, {[]string{"glClear"}, "newer"}} {
		u, err := PlanUpdate(t.Context(), UpdateRequest{Root: dir, Tool: "newer", Add: c.add, Load: loadBuiltin})
		if err != nil {
			t.Fatal(err)
		}
		if err := u.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
		u.Close()
		if l, err := LoadLock(dir); err != nil || l.Tool != c.want {
			t.Errorf("%+v, %v", l, err)
		}
	}
}

// The lock of a project from before update existed has no hooks: existing functions get no stubs.
func TestUpdateOldLock(t *testing.T) {
	dir := createWith(t)
	editLock(t, dir, func(l *Lock) { l.Hooks = nil })
	if u := planUpdate(t, UpdateRequest{Root: dir}); !slices.Equal(changedPaths(u), []string{LockName}) {
		t.Errorf("%v", u.Changes)
	}
}

// Keys with a default can be missing in the yaml file.
func TestUpdateShortConfig(t *testing.T) {
	dir := createWith(t)
	testutil.WriteFiles(t, dir, map[string]string{ConfigName: "name: a\ninit: passive\nintercept:\n- {match: eglChooseConfig, hooks: go}\n"})
	u := planUpdate(t, UpdateRequest{Root: dir})
	if !slices.Equal(changedPaths(u), []string{LockName}) {
		t.Errorf("%v", u.Changes)
	}
}

// A change from passive to active requires one more function, in Go or in C.
func TestUpdateToActive(t *testing.T) {
	for kind, c := range map[string]struct{ file, function string }{"go": {"hooks_2.go", "func onInitialize("}, "c": {"core/hooks_2.c", "void hook_initialize(void) {}"}} {
		dir := createWith(t, Intercept{"glClear", kind})
		testutil.WriteFiles(t, dir, map[string]string{ConfigName: strings.Replace(testutil.ReadText(t, dir, ConfigName), "init: passive", "init: active", 1)})
		if err := updateWith(t.Context(), UpdateRequest{Root: dir}); err != nil {
			t.Fatal(err)
		}
		if text := testutil.ReadText(t, dir, c.file); !strings.Contains(text, c.function) || strings.Contains(text, "glClear") {
			t.Errorf("%s:\n%s", c.file, text)
		}
	}
}

// Other tools can read the diff: new and removed files are compared with /dev/null.
func TestUpdateDiff(t *testing.T) {
	for want, c := range map[string]Change{
		"--- /dev/null\n+++ b/x\n@@ -0,0 +1,1 @@\n+new\n":     {Path: "x", After: []byte("new\n")},
		"--- a/x\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-old\n":     {Path: "x", Before: []byte("old\n")},
		"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-old\n+new\n": {Path: "x", Before: []byte("a\nold\n"), After: []byte("a\nnew\n")},
	} {
		if got := string(c.Diff()); !strings.HasSuffix(got, want) {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}
