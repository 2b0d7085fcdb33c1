//go:build linux

package project

import (
	"os"
	"path/filepath"
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
	if notes := strings.Join(u.Notes, "\n"); !strings.Contains(notes, "the template pack plain changed: version 1, sha256 ") || !strings.Contains(notes, before.Template.SHA256) {
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
	checkRefused(t, dir, UpdateRequest{Add: []string{"go:glFlush"}}, "hooks: go: the template pack plain does not support this hook kind, which glFlush uses")
	testutil.WriteFiles(t, pack, map[string]string{"names.tmpl": "\n{{range .Commands}}{{.Nope}}{{end}}"})
	checkRefused(t, dir, UpdateRequest{}, filepath.Join(pack, "names.tmpl")+":2: <.Nope>: can't evaluate field Nope in type *gen.Command (while rendering eglChooseConfig)")
	testutil.WriteFiles(t, pack, map[string]string{"pack.yaml": strings.Replace(plainPack, "model: 1", "model: 7", 1)})
	checkRefused(t, dir, UpdateRequest{}, "the pack is written for model 7, but this version of gleslayergen supports only model 1")
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
	if p, err := pack.Open("go"); err != nil || lockTemplate(p) != (LockTemplate{Name: "go", Version: p.Version}) {
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
