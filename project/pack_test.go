//go:build linux

package project

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/pack"
	"github.com/gleslayergen/gleslayergen/registry"
)

// plainPack has neither go.mod nor a file for hooks.
const plainPack = `name: plain
version: '1'
model: 1
hooks: [c, none]
files:
- {path: zz_generated_names.txt, template: names.tmpl}
- {path: notes.txt, template: notes.tmpl, class: yours}
`

// withPack creates a project from a pack in the parent directory, and returns the project's directory.
func withPack(t *testing.T, hooks string) string {
	t.Helper()
	root := t.TempDir()
	testutil.WriteFiles(t, root, map[string]string{"pack/pack.yaml": plainPack, "pack/names.tmpl": "{{range .Intercepted}}{{.Name}}\n{{end}}", "pack/notes.tmpl": "{{.Name}}\n"})
	q := request(filepath.Join(root, "p"))
	q.Config.Template, q.Config.Intercept = "../pack", []Intercept{{Match: "eglChooseConfig,glClear", Hooks: hooks}}
	if _, err := Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	return q.Dir
}

// A project without go.mod and without a file for hooks is created and updated like any other.
func TestUpdateWithPack(t *testing.T) {
	dir := withPack(t, "c")
	l, err := LoadLock(dir)
	if err != nil || l.Template.Name != "plain" || l.Template.Version != "1" || len(l.Template.SHA256) != 64 {
		t.Fatalf("%+v, %v", l, err)
	}
	u := planUpdate(t, UpdateRequest{Root: dir})
	if len(u.Changes) != 0 || len(u.Notes) != 0 {
		t.Errorf("%v, %v", u.Changes, u.Notes)
	}
	u.Close()
	u = planUpdate(t, UpdateRequest{Root: dir, Add: []string{"glFlush", "none:glFinish"}})
	if err := u.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	u.Close()
	if got := strings.Join(changedPaths(u), " "); got != "gleslayer.lock gleslayer.yaml zz_generated_names.txt" {
		t.Error(got)
	}
	if got := testutil.ReadText(t, dir, "zz_generated_names.txt"); got != "eglChooseConfig\nglClear\nglFinish\nglFlush\n" {
		t.Error(got)
	}
	if text := testutil.ReadText(t, dir, ConfigName); !strings.Contains(text, "{match: glFlush, hooks: c}") || !strings.Contains(text, "template: ../pack\n") {
		t.Error(text)
	}
}

// Templates see the files with the author's hooks that exist after the update, also those that it adds.
func TestUpdateHookFiles(t *testing.T) {
	root := t.TempDir()
	testutil.WriteFiles(t, root, map[string]string{
		"pack/pack.yaml":  "name: listed\nversion: '1'\nmodel: 2\nhooks: [c]\nfiles:\n- {path: zz_generated_list.mk, template: list.tmpl}\n- {path: src/hooks.c, template: hooks.tmpl, class: yours, when: c}\n",
		"pack/list.tmpl":  "{{header \"#\"}}\n{{range .HookFiles \"c\"}}{{.}}\n{{end}}{{range .HookFiles \"go\"}}go: {{.}}\n{{end}}",
		"pack/hooks.tmpl": "{{range .Hooked \"c\"}}void hook_{{.Name}}(void) {}\n{{end}}",
	})
	dir := filepath.Join(root, "layer")
	q := request(dir)
	q.Config.Template, q.Config.Intercept = "../pack", []Intercept{{Match: "glClear", Hooks: "c"}}
	if _, err := Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	check := func(want string) {
		t.Helper()
		_, got, ok := strings.Cut(testutil.ReadText(t, dir, "zz_generated_list.mk"), "src/")
		if got = strings.Join(strings.Fields("src/"+got), " "); !ok || got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
	update := func(q UpdateRequest) {
		t.Helper()
		q.Root = dir
		if err := updateWith(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	check("src/hooks.c")
	update(UpdateRequest{Add: []string{"glFlush"}})
	check("src/hooks.c src/hooks_2.c")
	u := planUpdate(t, UpdateRequest{Root: dir})
	u.Close()
	if len(u.Changes) != 0 {
		t.Errorf("%v", changedPaths(u))
	}
	if err := os.Rename(filepath.Join(dir, "src/hooks.c"), filepath.Join(dir, "src/hooks_4.c")); err != nil {
		t.Fatal(err)
	}
	update(UpdateRequest{})
	check("src/hooks_2.c src/hooks_4.c")
}

// An update reports a changed pack with both hashes.
func TestUpdateChangedPack(t *testing.T) {
	dir := withPack(t, "none")
	before, err := LoadLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	testutil.WriteFiles(t, dir, map[string]string{"../pack/names.tmpl": "other\n"})
	u := planUpdate(t, UpdateRequest{Root: dir})
	defer u.Close()
	if notes := strings.Join(u.Notes, "\n"); !strings.Contains(notes, "the template pack plain changed from version 1 (sha256 ") || !strings.Contains(notes, before.Template.SHA256) {
		t.Error(notes)
	}
	if err := u.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after, err := LoadLock(dir); err != nil || after.Template.SHA256 == before.Template.SHA256 || testutil.ReadText(t, dir, "zz_generated_names.txt") != "other\n" {
		t.Errorf("%+v, %v", after, err)
	}
}

// What the pack does not support is an error, and nothing is written.
func TestUpdatePackRefused(t *testing.T) {
	dir := withPack(t, "none")
	before := testutil.ReadTree(t, dir)
	pack := filepath.Join(dir, "..", "pack")
	checkRefused(t, dir, UpdateRequest{Add: []string{"go:glFlush"}}, `hooks: go: glFlush has this hook kind, but the template pack "plain" does not support it`)
	testutil.WriteFiles(t, pack, map[string]string{"names.tmpl": "\n{{range .Commands}}{{.Nope}}{{end}}"})
	checkRefused(t, dir, UpdateRequest{}, filepath.Join(pack, "names.tmpl")+":2: <.Nope>: can't evaluate field Nope in type *gen.Command (while rendering eglChooseConfig)")
	testutil.WriteFiles(t, pack, map[string]string{"pack.yaml": strings.Replace(plainPack, "model: 1", "model: 7", 1)})
	checkRefused(t, dir, UpdateRequest{}, "the pack is written for model 7, but this version of gleslayergen supports only models 1 to 2")
	testutil.WriteFiles(t, pack, map[string]string{"pack.yaml": strings.Replace(plainPack, "template: names.tmpl", "emit: c.nothing", 1)})
	checkRefused(t, dir, UpdateRequest{}, `emit "c.nothing": unknown emitter; docs/templates.md lists the emitters`)
	testutil.WriteFiles(t, pack, map[string]string{"pack.yaml": strings.Replace(plainPack, "template: names.tmpl", "when: raining, template: names.tmpl", 1)})
	checkRefused(t, dir, UpdateRequest{}, `when "raining": unknown condition; the conditions are `)
	if err := os.RemoveAll(pack); err != nil {
		t.Fatal(err)
	}
	checkRefused(t, dir, UpdateRequest{}, ConfigName+": template: template pack", "no such file")
	testutil.CheckTree(t, dir, before)
}

// An update with another pack moves only files in the lock.
func TestUpdatePackOverOwnFile(t *testing.T) {
	dir := withPack(t, "none")
	pack := filepath.Join(dir, "..", "pack")
	testutil.WriteFiles(t, dir, map[string]string{"sub/zz_generated_mine.txt": "mine", "more.txt": "mine"})
	testutil.WriteFiles(t, pack, map[string]string{"pack.yaml": plainPack + "- {path: sub/zz_generated_mine.txt, template: notes.tmpl}\n- {path: more.txt, template: notes.tmpl, class: yours}\n"})
	u := planUpdate(t, UpdateRequest{Root: dir})
	defer u.Close()
	testutil.CheckHint(t, u.Write(t.Context()), "generated files were edited: sub/zz_generated_mine.txt")
	if testutil.ReadText(t, dir, "more.txt") != "mine" {
		t.Error("more.txt was written over")
	}
}

// The lock has the hash of third-party packs, and only checked texts.
func TestLockTemplate(t *testing.T) {
	if p, err := pack.Open("go"); err != nil || !reflect.DeepEqual(lockTemplate(p), LockTemplate{Name: "go", Version: p.Version}) {
		t.Errorf("%+v, %v", p, err)
	}
	text := testutil.ReadText(t, "testdata/lock.json")
	for from, to := range map[string]string{`"name": "go"`: `"name": "../go"`, `"version": "1.0.0"`: `"version": "1\u001b[2J"`, `"version": "1.0.0"` + "\n": `"version": "1.0.0", "sha256": "x"` + "\n"} {
		if !strings.Contains(text, from) {
			t.Fatalf("no %s in the lock", from)
		}
		_, err := ParseLock("l", []byte(strings.Replace(text, from, to, 1)))
		testutil.CheckHint(t, err, "l: template: ")
	}
}
