//go:build linux

package project

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// gitPack makes a repository with plainPack and the tag v1, and returns the reference to the pack without a version, a function
// that runs git in the repository, and a project with the pack.
func gitPack(t *testing.T) (ref string, git func(...string) string, dir string) {
	t.Helper()
	root := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", filepath.Join(root, "cache"))
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	repo := filepath.Join(root, "repo")
	testutil.WriteFiles(t, repo, map[string]string{"pack.yaml": plainPack, "names.tmpl": "{{range .Intercepted}}{{.Name}}\n{{end}}", "notes.tmpl": "{{.Name}}\n"})
	git = func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		cmd.Dir = repo
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-qm", "one")
	git("tag", "-a", "-m", "annotated", "v1")
	q := request(filepath.Join(root, "p"))
	ref = "git+file://" + repo
	q.Config.Template, q.Config.Intercept = ref+"@v1", []Intercept{{Match: "glClear", Hooks: "c"}}
	if _, err := Create(t.Context(), registry.Builtin(), q); err != nil {
		t.Fatal(err)
	}
	return ref, git, q.Dir
}

// changeTag commits another template and moves the tag v1 to it.
func changeTag(t *testing.T, git func(...string) string, ref string) {
	testutil.WriteFiles(t, strings.TrimPrefix(ref, "git+file://"), map[string]string{"names.tmpl": "changed\n"})
	git("commit", "-qam", "two")
	git("tag", "-f", "v1")
}

// The lock records the commit of an annotated tag, and a project pinned to a commit does not notice that a tag changes.
func TestGitPackCommit(t *testing.T) {
	ref, git, dir := gitPack(t)
	commit := git("rev-parse", "HEAD")
	l, err := LoadLock(dir)
	if err != nil || l.Template.Git == nil || l.Template.Git.Commit != commit || l.Template.Git.Version != "v1" || len(l.Template.SHA256) != 64 {
		t.Fatalf("%+v, %v", l, err)
	}
	if err := updateWith(t.Context(), UpdateRequest{Root: dir, Fetch: true, Template: ref + "@" + commit}); err != nil {
		t.Fatal(err)
	}
	changeTag(t, git, ref)
	if err := os.RemoveAll(os.Getenv("XDG_CACHE_HOME")); err != nil {
		t.Fatal(err)
	}
	u := planUpdate(t, UpdateRequest{Root: dir, Fetch: true})
	defer u.Close()
	if len(u.Changes) != 0 || len(u.Notes) != 0 {
		t.Errorf("%v, %v", u.Changes, u.Notes)
	}
}

// A changed tag, and files that do not have the checksum in the lock, are errors that name both values.
func TestGitPackChanged(t *testing.T) {
	ref, git, dir := gitPack(t)
	old := git("rev-parse", "HEAD")
	lock := testutil.ReadText(t, dir, LockName)
	l, err := LoadLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Repeat("0", 64)
	testutil.WriteFiles(t, dir, map[string]string{LockName: strings.Replace(lock, l.Template.SHA256, other, 1)})
	err = updateWith(t.Context(), UpdateRequest{Root: dir, Fetch: true})
	if err == nil || !strings.Contains(err.Error(), "the files of commit "+old+" have the sha256 "+l.Template.SHA256+", but gleslayer.lock records "+other) {
		t.Error(err)
	}
	testutil.WriteFiles(t, dir, map[string]string{LockName: lock})
	changeTag(t, git, ref)
	if err := os.RemoveAll(os.Getenv("XDG_CACHE_HOME")); err != nil {
		t.Fatal(err)
	}
	err = updateWith(t.Context(), UpdateRequest{Root: dir})
	if err == nil || !strings.Contains(err.Error(), "this command does not fetch packs") {
		t.Error(err)
	}
	err = updateWith(t.Context(), UpdateRequest{Root: dir, Fetch: true})
	if err == nil || !strings.Contains(err.Error(), "the tag v1 changed: it points to commit "+git("rev-parse", "HEAD")+", but gleslayer.lock records commit "+old) {
		t.Error(err)
	}
	if testutil.ReadText(t, dir, LockName) != lock {
		t.Error("the lock changed")
	}
	if err := updateWith(t.Context(), UpdateRequest{Root: dir, Fetch: true, Template: ref + "@v1"}); err != nil {
		t.Fatal(err)
	}
	if got := testutil.ReadText(t, dir, "zz_generated_names.txt"); got != "changed\n" {
		t.Error(got)
	}
}

// A damaged file in the cache is fetched again.
func TestGitPackDamagedCache(t *testing.T) {
	_, _, dir := gitPack(t)
	files, err := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "gleslayergen/packs/*/pack/names.tmpl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.WriteFile(files[0], []byte("damaged\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	u := planUpdate(t, UpdateRequest{Root: dir, Fetch: true})
	defer u.Close()
	if len(u.Changes) != 0 {
		t.Error(u.Changes)
	}
}

// A lock and a gleslayer.yaml with a hostile origin are refused before git runs.
func TestGitPackHostile(t *testing.T) {
	_, _, dir := gitPack(t)
	text := testutil.ReadText(t, dir, LockName)
	for field, value := range map[string]string{"url": "ext::sh -c id", "commit": "--upload-pack=id", "version": "-x", "dir": "../x"} {
		var lock map[string]any
		if err := json.Unmarshal([]byte(text), &lock); err != nil {
			t.Fatal(err)
		}
		lock["template"].(map[string]any)["git"].(map[string]any)[field] = value
		hostile, err := json.Marshal(lock)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseLock(LockName, hostile); err == nil || !strings.Contains(err.Error(), "template: git: ") {
			t.Errorf("%s: %v", field, err)
		}
	}
	config := testutil.ReadText(t, dir, ConfigName)
	at := strings.Index(config, "template: ")
	_, err := ParseConfig(ConfigName, []byte(config[:at]+"template: git+ext://host/sh@v1\n"))
	if err == nil || !strings.Contains(err.Error(), `transport "ext": use https, ssh or file`) {
		t.Error(err)
	}
}
