package project

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// checkRefused checks that an update fails with these words, and that the project is unchanged.
func checkRefused(t *testing.T, dir string, q UpdateRequest, parts ...string) {
	t.Helper()
	before := testutil.ReadTree(t, dir)
	q.Root = dir
	testutil.CheckHint(t, updateWith(t.Context(), q), parts...)
	testutil.CheckTree(t, dir, before)
}

// editLock edits the lock of a project.
func editLock(t *testing.T, dir string, change func(l *Lock)) {
	t.Helper()
	l, err := LoadLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	change(l)
	text, err := l.JSON()
	if err != nil {
		t.Fatal(err)
	}
	testutil.WriteFiles(t, dir, map[string]string{LockName: string(text)})
}

// Files that are up to date keep their modification times.
func TestUpdateOfNothing(t *testing.T) {
	dir := createWith(t)
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	for name := range testutil.ReadTree(t, dir) {
		if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	before := testutil.ReadTree(t, dir)
	if u := planUpdate(t, UpdateRequest{Root: dir}); len(u.Changes) != 0 {
		t.Errorf("%v", u.Changes)
	} else if err := u.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	testutil.CheckTree(t, dir, before)
	checkTimes(t, dir, long, nil)
}

// checkTimes checks that all files, except those of some changes, have this modification time.
func checkTimes(t *testing.T, dir string, when time.Time, changes []Change) {
	t.Helper()
	changed := map[string]bool{}
	for _, c := range changes {
		changed[c.Path] = true
	}
	for name, is := range testutil.ReadTree(t, dir) {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || strings.HasPrefix(is, "-") && !changed[name] && !info.ModTime().Equal(when) {
			t.Errorf("%s: %v, %v", name, info.ModTime(), err)
		}
	}
}

// In an update with changes, unchanged files keep their times, and changed files keep their modes.
func TestUpdateKeepsTimesAndModes(t *testing.T) {
	dir := createWith(t)
	long := time.Now().Add(-time.Hour).Truncate(time.Second)
	for name := range testutil.ReadTree(t, dir) {
		if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	closed := filepath.Join(dir, "core", "zz_generated_commands.c")
	for path, mode := range map[string]os.FileMode{closed: 0o444, filepath.Join(dir, ConfigName): 0o600} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	u := planUpdate(t, UpdateRequest{Root: dir, Add: []string{"glClear"}})
	if err := u.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	checkTimes(t, dir, long, u.Changes)
	for path, mode := range map[string]os.FileMode{closed: 0o444, filepath.Join(dir, ConfigName): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "hooks_2.go")); err != nil {
		t.Error(err)
	}
}

// A generated file that differs from the lock was edited: update shows it and replaces it only with --overwrite.
func TestUpdateEdited(t *testing.T) {
	dir := createWith(t)
	const path = "gles/zz_generated_enum.go"
	good := testutil.ReadText(t, dir, path)
	testutil.WriteFiles(t, dir, map[string]string{path: good + "// mine\n"})
	before := testutil.ReadTree(t, dir)
	err := updateWith(t.Context(), UpdateRequest{Root: dir, Add: []string{"glClear"}})
	var edited *EditedError
	if !errors.As(err, &edited) || len(edited.Changes) != 1 || edited.Changes[0].Path != path || !strings.Contains(string(edited.Changes[0].Diff()), "\n-// mine\n") {
		t.Fatalf("%v", err)
	}
	testutil.CheckTree(t, dir, before)
	if err := updateWith(t.Context(), UpdateRequest{Root: dir, Overwrite: true}); err != nil || testutil.ReadText(t, dir, path) != good {
		t.Error(err)
	}
}

// A file that is not in the lock, at the path of a generated file, counts as edited.
func TestUpdateForeign(t *testing.T) {
	dir := createWith(t)
	testutil.WriteFiles(t, dir, map[string]string{"core/zz_generated_hooks.h": "// mine\n"})
	before := testutil.ReadTree(t, dir)
	if err := updateWith(t.Context(), UpdateRequest{Root: dir, Add: []string{"c:glClear"}}); !errors.As(err, new(*EditedError)) {
		t.Errorf("%v", err)
	}
	testutil.CheckTree(t, dir, before)
}

// A file that is no longer generated is removed only if it has the bytes that were written.
func TestUpdateRemovesOnlyItsOwn(t *testing.T) {
	dir := createWith(t, Intercept{"glClear", "go"}, Intercept{"glFlush", "c"})
	const edited, whole = "core/zz_generated_dispatch.go", "core/zz_generated_thread.c"
	testutil.WriteFiles(t, dir, map[string]string{edited: "package core // mine\n", "core/zz_generated_by_me.c": "// mine\n"})
	u := planUpdate(t, UpdateRequest{Root: dir, Drop: []string{"glClear"}, Overwrite: true})
	if err := u.Write(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text := testutil.ReadText(t, dir, edited); text != "package core // mine\n" || !strings.Contains(strings.Join(u.Notes, "\n"), edited) {
		t.Errorf("%q, %q", text, u.Notes)
	}
	if _, err := os.Stat(filepath.Join(dir, whole)); err == nil {
		t.Errorf("%s is still there", whole)
	}
	if testutil.ReadText(t, dir, "core/zz_generated_by_me.c") != "// mine\n" {
		t.Error("a file that the lock does not name was touched")
	}
}

// A lock can come from anywhere. With none of these locks, update touches a file.
func TestUpdateHostileLock(t *testing.T) {
	victim := filepath.Join(t.TempDir(), "zz_generated_victim")
	testutil.WriteFiles(t, filepath.Dir(victim), map[string]string{filepath.Base(victim): "mine"})
	for _, path := range []string{victim, "../zz_generated_x", "core/../../zz_generated_x", "core//zz_generated_x", "./zz_generated_x", "core\\zz_generated_x",
		"zz_generated_\x00", "zz_generated_\n", "core/zz_generated_x/", "", ".", "hooks.go", "core/hooks.c", ".git/zz_generated_x", strings.Repeat("a/", 200) + "zz_generated_x", "C:zz_generated_x"} {
		dir := createWith(t)
		editLock(t, dir, func(l *Lock) { l.Files = append(l.Files, LockFile{path, classGenerated, hashOf([]byte("mine"))}) })
		checkRefused(t, dir, UpdateRequest{Overwrite: true}, LockName)
	}
	if testutil.ReadText(t, victim) != "mine" {
		t.Error("the victim changed")
	}
}

// A symbolic link on the path to a file is rejected, and its target is not touched.
func TestUpdateLinks(t *testing.T) {
	elsewhere := t.TempDir()
	testutil.WriteFiles(t, elsewhere, map[string]string{"zz_generated_g.go": "mine", "x": "mine"})
	for _, at := range []string{"core", "gles/zz_generated_enum.go", "core/fakedriver/zz_generated_driver.c", ConfigName, LockName} {
		dir := createWith(t)
		if err := os.Rename(filepath.Join(dir, at), filepath.Join(elsewhere, "moved")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(elsewhere, "moved"), filepath.Join(dir, at)); err != nil {
			t.Fatal(err)
		}
		before := testutil.ReadTree(t, elsewhere)
		checkRefused(t, dir, UpdateRequest{Add: []string{"glClear"}, Overwrite: true}, at, "a symbolic link")
		testutil.CheckTree(t, elsewhere, before)
		if err := os.RemoveAll(filepath.Join(elsewhere, "moved")); err != nil {
			t.Fatal(err)
		}
	}
	dir := createWith(t)
	if err := os.Symlink(elsewhere, filepath.Join(dir, "away")); err != nil {
		t.Fatal(err)
	}
	editLock(t, dir, func(l *Lock) {
		l.Files = append(l.Files, LockFile{"away/zz_generated_g.go", classGenerated, hashOf([]byte("mine"))})
	})
	checkRefused(t, dir, UpdateRequest{}, "away", "a symbolic link")
	if testutil.ReadText(t, elsewhere, "zz_generated_g.go") != "mine" {
		t.Error("the file behind the link is gone")
	}
}

// Missing, damaged and newer files each give one error with the position.
func TestUpdateBadInput(t *testing.T) {
	for _, c := range []struct{ path, from, to, want string }{
		{LockName, "", "", "cannot read "},
		{LockName, `"model": 1,`, `"model": 1,,`, LockName + ":4: invalid character"},
		{LockName, `"model": 1,`, `"model": "1",`, LockName + ":4: "},
		{LockName, `"model": 1,`, `"model": 1, "colour": "red",`, `unknown field "colour"`},
		{LockName, `"schema": 1,`, `"schema": 2, "colour": "red",`, "generated by a newer version of gleslayergen: test"},
		{LockName, `"model": 1,`, `"model": 99,`, "newer version of gleslayergen"},
		{LockName, `"schema": 1,`, `"schema": 0,`, "schema 0"},
		{LockName, `"class": "yours"`, `"class": "mine"`, `class "mine"`},
		{LockName, `"module": "example.com/a"`, `"module": "a b; rm -rf"`, "module path"},
		{LockName, "{", "<<<<<<< ours\n{", LockName + ":1: "},
		{ConfigName, "", "", "cannot read "},
		{ConfigName, "name: a", "name: 'a; rm -rf /'", ConfigName + ":2: layer name"},
		{ConfigName, "name: a", "name: $(shell rm -rf /)", ConfigName + ":2: layer name"},
		{ConfigName, "name: a", "nam: a", ConfigName + ":2: unknown field"},
		{ConfigName, "name: a\n", "name: a\r\n\r\nnam: a\r\n", ConfigName + ":4: unknown field"},
		{ConfigName, "template: go", "template: ../../x", ConfigName},
		{"go.mod", "module example.com/a", "module \"a b\"", "module path"},
		{"go.mod", "module example.com/a", "", "no module path"},
		{"hooks.go", "func ", "func func ", "hooks.go:"},
	} {
		dir := createWith(t)
		if c.from == "" && c.to == "" {
			if err := os.Remove(filepath.Join(dir, c.path)); err != nil {
				t.Fatal(err)
			}
		} else {
			text := testutil.ReadText(t, dir, c.path)
			if !strings.Contains(text, c.from) {
				t.Fatalf("%s has no %q", c.path, c.from)
			}
			testutil.WriteFiles(t, dir, map[string]string{c.path: strings.Replace(text, c.from, c.to, 1)})
		}
		checkRefused(t, dir, UpdateRequest{Add: []string{"glClear"}}, c.want)
	}
}

// A journal can come from anywhere, too.
func TestHostileJournal(t *testing.T) {
	hash := hashOf([]byte("mine"))
	for _, s := range []step{{Path: "../zz_generated_x", Old: hash}, {Path: "/etc/zz_generated_x", Old: hash}, {Path: "hooks.go", Old: hash}, {Path: "README.md", Old: hash, New: hash[1:] + "0"},
		{Path: ConfigName, Old: hash}, {Path: "zz_generated_x", Old: "x"}, {Path: ".git/config", New: hash}, {Path: "zz_generated_x"}} {
		dir := createWith(t)
		text, err := json.Marshal(journal{Schema: 1, Steps: []step{s}})
		if err != nil {
			t.Fatal(err)
		}
		testutil.WriteFiles(t, dir, map[string]string{JournalName: string(text)})
		before := testutil.ReadTree(t, dir)
		_, err = Recover(t.Context(), dir)
		testutil.CheckHint(t, err, JournalName)
		testutil.CheckTree(t, dir, before)
	}
}

// Files that changed after an interrupted update stay as they are, regardless of the journal.
func TestRecoverKeepsWhatChanged(t *testing.T) {
	dir := createWith(t)
	whole := copied(t, dir)
	if err := updateWith(t.Context(), UpdateRequest{Root: whole, Add: []string{"glClear"}}); err != nil {
		t.Fatal(err)
	}
	u := planUpdate(t, UpdateRequest{Root: dir, Add: []string{"glClear"}})
	j, err := u.journal()
	if err != nil {
		t.Fatal(err)
	}
	if err := u.dir.stage(j, func() bool { return false }); err != nil {
		t.Fatal(err)
	}
	u.Close()
	config := testutil.ReadText(t, dir, ConfigName) + "# mine\n"
	testutil.WriteFiles(t, dir, map[string]string{ConfigName: config, "hooks_2.go": "package main // mine\n"})
	done, err := Recover(t.Context(), dir)
	if err != nil || !done.Finished || strings.Join(done.Kept, " ") != "hooks_2.go "+ConfigName {
		t.Fatalf("%+v, %v", done, err)
	}
	want := testutil.ReadTree(t, whole)
	want[ConfigName], want["hooks_2.go"] = testutil.ReadTree(t, dir)[ConfigName], testutil.ReadTree(t, dir)["hooks_2.go"]
	testutil.CheckTree(t, dir, want)
	if testutil.ReadText(t, dir, ConfigName) != config {
		t.Error("the yaml lost what its author wrote")
	}
}
