package templates

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

func TestParseGit(t *testing.T) {
	commit := strings.Repeat("0123456789", 4)
	for where, want := range map[string]GitRef{
		"git+https://example.com/owner/repo@v1.2":             {"https://example.com/owner/repo", "", "v1.2"},
		"git+https://example.com:8443/repo.git//a/b@a/b/v1":   {"https://example.com:8443/repo.git", "a/b", "a/b/v1"},
		"git+ssh://git@example.com/owner/repo@" + commit:      {"ssh://git@example.com/owner/repo", "", commit},
		"git+file:///home/me/packs.git//rust@v1.0.0-rc.1+ext": {"file:///home/me/packs.git", "rust", "v1.0.0-rc.1+ext"},
	} {
		got, err := ParseGit(where)
		if err != nil || got != want || got.String() != where || got.isCommit() != (want.Version == commit) {
			t.Errorf("%s: %+v, %v", where, got, err)
		}
	}
}

// References that git or ssh could understand as an option, a program or another transport are refused.
func TestParseGitHostile(t *testing.T) {
	for where, why := range map[string]string{
		"git+ext::sh -c id":                                `"://" is missing`,
		"git+ext::sh -c id://x@v1":                         "the version is missing",
		"git+ext::sh -c id://x/y@v1":                       "transport",
		"git+http://example.com/x@v1":                      "transport",
		"git+-c://example.com/x@v1":                        "transport",
		"git+fd://17/x@v1":                                 "transport",
		"git+https://example.com/x":                        "the version is missing",
		"git+https://example.com/x@":                       "version \"\"",
		"git+https://example.com/x@-v1":                    "neither a valid tag name nor a commit hash",
		"git+https://example.com/x@a..b":                   "neither a valid tag name nor a commit hash",
		"git+https://example.com/x@v1:refs/x":              "neither a valid tag name nor a commit hash",
		"git+https://example.com/x@v1^{tree}":              "neither a valid tag name nor a commit hash",
		"git+https://example.com/x@v1.lock":                "neither a valid tag name nor a commit hash",
		"git+https://me:secret@example.com/x@v1":           "user name or a password",
		"git+https://-example.com/x@v1":                    "invalid host",
		"git+https:///x@v1":                                "invalid host",
		"git+ssh://-oProxyCommand=id/x@v1":                 "invalid host",
		"git+ssh://%2doProxyCommand/x@v1":                  "invalid host",
		"git+ssh://-l@example.com/x@v1":                    "invalid user",
		"git+ssh://me:secret@example.com/x@v1":             "invalid user",
		"git+ssh://git@example.com/owner/repo":             "the version is missing",
		"git+file://host/x@v1":                             "host \"host\"",
		"git+file:///a b@v1":                               "invalid path",
		"git+file:///a%2fb@v1":                             "invalid path",
		"git+file:///x?y@v1":                               "invalid path",
		"git+file:///x\n@v1":                               "invalid path",
		"git+file:///x//@v1":                               "the directory after //",
		"git+file:///x//../y@v1":                           "use a relative path",
		"git+file:///x//a//b@v1":                           "shortest form",
		"git+file:///x//a@b@v1":                            "contains @",
		"git+file:///" + strings.Repeat("x", 2000):         "the version is missing",
		"git+file:///" + strings.Repeat("x", 2000) + "@v1": "longer than 1000 bytes",
	} {
		if _, err := ParseGit(where); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%.100s: %v, expected %q", where, err, why)
		}
	}
}

// Links and submodules of a repository are not followed, its hooks and filters do not run, and the environment does not lead git
// to another repository.
func TestFetchHostileRepository(t *testing.T) {
	root, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(root, "cache"))
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(root, "gitconfig"))
	repo, ran := filepath.Join(root, "repo"), filepath.Join(root, "ran")
	const description = "name: x\nversion: '1'\nmodel: 1\nhooks: [c]\nfiles:\n- {path: zz_generated_a, template: a.tmpl}\n"
	testutil.WriteFiles(t, root, map[string]string{
		"gitconfig":           "[user]\nname = a\nemail = a@example.com\n[filter \"run\"]\nsmudge = touch " + ran + "; cat\n",
		"hooks/post-checkout": "#!/bin/sh\ntouch " + ran + "\n",
		"repo/good/pack.yaml": description, "repo/good/a.tmpl": "text\n", "repo/.gitattributes": "* filter=run\n",
		"repo/linked/pack.yaml": description, "secret": "secret\n",
		"repo/large/pack.yaml": description, "repo/large/a.tmpl": strings.Repeat("x", maxTemplate+1),
	})
	if err := os.Symlink("../../secret", filepath.Join(repo, "linked/a.tmpl")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-qm", "one"}, {"tag", "v1"}, {"tag", "tree", "HEAD^{tree}"}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = repo
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	t.Setenv("GIT_DIR", filepath.Join(root, "nowhere"))
	t.Setenv("GIT_TEMPLATE_DIR", root)
	for dir, why := range map[string]string{"good@v1": "", "linked@v1": "not a regular file", "large@v1": "larger than 1024 KiB", "none@v1": "has no directory", "good@tree": "does not refer to a commit", "good@v2": "find remote ref"} {
		ref, err := ParseGit("git+file://" + repo + "//" + dir)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ref.Fetch(t.Context())
		switch {
		case why != "":
			if err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: %v, expected %q", dir, err, why)
			}
			continue
		case err != nil:
			t.Fatal(err)
		}
		plain, err := Load(filepath.Join(repo, "good"))
		if err != nil || p.SHA256 != plain.SHA256 || p.Builtin() || p.Git.GitRef != ref || p.Where != ref.String() {
			t.Errorf("%+v, %v", p, err)
		}
		if p, err := ref.Cached(t.Context(), p.Git.Commit); err != nil || p.SHA256 != plain.SHA256 {
			t.Error(err)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("git ran a program of the repository")
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Error("temporary files were not removed:", left, err)
	}
}

// Text of a server is printed on one line, without control characters.
func TestGitReason(t *testing.T) {
	got := gitReason("remote: \x1b[31mhello\r\n\nfatal: no\x07 such repository\nPlease make sure\n", exec.ErrNotFound)
	if got != "git: no  such repository" {
		t.Errorf("%q", got)
	}
	if got := gitReason("", os.ErrPermission); got != "git: permission denied" {
		t.Errorf("%q", got)
	}
}
