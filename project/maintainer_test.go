package project

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// maintainerEdits are what the maintainers of a project do to its files, with what an update then says.
var maintainerEdits = []struct {
	name string
	do   func(m *maintainer)
	want string // regular expression of the message; "" if there is none
}{
	{"rename a Go hook", func(m *maintainer) { m.replace("hooks.go", "func glClear(", "func "+m.typo("glClear")+"(") }, `the hook glClear is missing.*update --stub glClear`},
	{"rename a C hook", func(m *maintainer) {
		m.replace("core/hooks.c", "hook_glFlush(", "hook_"+m.typo("glFlush")+"(")
	}, `the hook hook_glFlush is missing.*update --stub glFlush`},
	{"delete the file of the Go hooks", func(m *maintainer) { m.remove("hooks.go") }, `the hook glClear is missing.*update --stub glClear`},
	{"delete the file of the C hooks", func(m *maintainer) { m.remove("core/hooks.c") }, `the hook hook_glFlush is missing.*update --stub glFlush`},
	{"move a hook to another file", func(m *maintainer) {
		m.write("other.go", m.read("hooks.go"))
		m.remove("hooks.go")
	}, ""},
	{"check out with CRLF", func(m *maintainer) {
		for name := range testutil.ReadTree(m.t, m.dir) {
			if text, err := os.ReadFile(filepath.Join(m.dir, name)); err == nil {
				m.write(name, strings.ReplaceAll(string(text), "\n", "\r\n"))
			}
		}
	}, ""},
	{"conflict in the yaml", func(m *maintainer) { m.conflict(ConfigName) }, `gleslayer\.yaml:\d+: the file contains an unresolved merge conflict.*keep one side`},
	{"conflict in the lock", func(m *maintainer) { m.conflict(LockName) }, `gleslayer\.lock:\d+: the file contains an unresolved merge conflict.*git checkout --ours`},
	{"conflict in the Go hooks", func(m *maintainer) { m.conflict("hooks.go") }, `hooks\.go:\d+: .*(merge conflict|syntax error|expected).*`},
	{"conflict in the C hooks", func(m *maintainer) { m.conflict("core/hooks.c") }, `core/hooks\.c:\d+: the file contains an unresolved merge conflict.*keep one side`},
	{"conflict in a generated file", func(m *maintainer) { m.conflict("core/zz_generated_core.c") }, `zz_generated_core\.c.*merge conflict.*update --overwrite`},
	{"edit a generated file", func(m *maintainer) {
		m.write("gles/zz_generated_enum.go", m.read("gles/zz_generated_enum.go")+"// mine\n")
	}, `generated files were edited: gles/zz_generated_enum\.go.*--overwrite`},
	{"delete a generated file", func(m *maintainer) { m.remove("gles/zz_generated_enum.go") }, ""},
	{"delete go.mod", func(m *maintainer) { m.remove("go.mod") }, `go\.mod: the file is missing.*go mod init example\.com/a`},
	{"damage go.mod", func(m *maintainer) { m.write("go.mod", "modul a\n") }, `go\.mod: no module path.*module example\.com/a`},
	{"truncate go.mod", func(m *maintainer) { m.write("go.mod", "module \"a\n") }, `go\.mod:1:\d+: cannot parse the file.*restore`},
	{"rename the module", func(m *maintainer) { m.write("go.mod", "module example.com/renamed\n") }, `hooks\.go:\d+: imports example\.com/a/gles, but the module in go\.mod is example\.com/renamed.*import example\.com/renamed/gles|the module is example\.com/renamed.*gleslayergen update`},
	{"delete the lock", func(m *maintainer) { m.remove(LockName) }, `cannot read .*gleslayer\.lock.*update --adopt`},
	{"truncate the lock", func(m *maintainer) {
		text := m.read(LockName)
		m.write(LockName, text[:1+m.IntN(len(text)-3)])
	}, `gleslayer\.lock:\d+: .*update --adopt`},
	{"misspell a function in the yaml", func(m *maintainer) { m.replace(ConfigName, "match: glClear", "match: "+m.typo("glClear")) }, `gleslayer\.yaml:\d+: unknown command.*did you mean`},
	{"misspell a key in the yaml", func(m *maintainer) { m.replace(ConfigName, "intercept:", "intercpt:") }, `gleslayer\.yaml:\d+: unknown field "intercpt"`},
	{"delete the yaml", func(m *maintainer) { m.remove(ConfigName) }, `cannot read .*gleslayer\.yaml`},
	{"change the kind of a hook", func(m *maintainer) {
		m.replace(ConfigName, "match: glClear, hooks: go", "match: glClear, hooks: none")
	}, `hooks\.go:\d+: glClear now has "hooks: none".*does not compile.*remove the hook`},
	{"merge two branches", mergeBranches, ""},
}

// maintainer edits a project.
type maintainer struct {
	*rand.Rand
	t   *testing.T
	dir string
}

func (m *maintainer) read(name string) string { return testutil.ReadText(m.t, m.dir, name) }
func (m *maintainer) write(name string, text string) {
	testutil.WriteFiles(m.t, m.dir, map[string]string{name: text})
}

func (m *maintainer) remove(name string) {
	if err := os.Remove(filepath.Join(m.dir, name)); err != nil {
		m.t.Fatal(err)
	}
}

func (m *maintainer) replace(name, from, to string) {
	text := m.read(name)
	if !strings.Contains(text, from) {
		m.t.Fatalf("%s has no %q", name, from)
	}
	m.write(name, strings.Replace(text, from, to, 1))
}

// typo returns a command with two letters exchanged or one doubled, after the prefix.
func (m *maintainer) typo(command string) string {
	i := 3 + m.IntN(len(command)-4)
	if m.IntN(2) == 0 || command[i] == command[i+1] {
		return command[:i] + command[i-1:]
	}
	return command[:i] + string(command[i+1]) + string(command[i]) + command[i+2:]
}

// conflict adds the two sides of a merge at a random line.
func (m *maintainer) conflict(name string) {
	lines := strings.SplitAfter(m.read(name), "\n")
	at := m.IntN(len(lines))
	m.write(name, strings.Join(lines[:at], "")+"<<<<<<< HEAD\n// ours\n=======\n// theirs\n>>>>>>> other\n"+strings.Join(lines[at:], ""))
}

// mergeBranches merges two branches that each intercept one more function, as docs/update.md describes.
func mergeBranches(m *maintainer) {
	git := func(args ...string) {
		m.t.Helper()
		cmd := exec.CommandContext(m.t.Context(), "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"}, args...)...)
		cmd.Dir = m.dir
		if out, err := cmd.CombinedOutput(); err != nil && args[0] != "merge" {
			m.t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q")
	git("add", "-A")
	git("commit", "-qm", "new")
	for branch, add := range map[string]string{"one": "c:glHint", "two": "c:glFinish"} {
		git("checkout", "-qb", branch, "main")
		if err := updateWith(m.t.Context(), UpdateRequest{Root: m.dir, Add: []string{add}}); err != nil {
			m.t.Fatal(err)
		}
		git("add", "-A")
		git("commit", "-qm", add)
	}
	git("checkout", "-q", "one")
	git("merge", "two")
	both := regexp.MustCompile(`(?s)<<<<<<< [^\n]*\n(.*?)=======\n(.*?)>>>>>>> [^\n]*\n`)
	m.write(ConfigName, both.ReplaceAllString(m.read(ConfigName), "$1$2"))
	m.write("core/hooks_2.c", both.ReplaceAllString(m.read("core/hooks_2.c"), "$1$2"))
	git("checkout", "--ours", "--", LockName, "*zz_generated_*")
}

// Forty random edits of a maintainer: an update changes no byte of the author's files, and each message names the cause and
// what to do.
func TestMaintainerEdits(t *testing.T) {
	whole := createWith(t, Intercept{"glClear", "go"}, Intercept{"glFlush", "c"})
	names := make([]int, len(maintainerEdits))
	random := rand.New(rand.NewPCG(uint64(stride), 40))
	for n := range 40 {
		i := n % len(maintainerEdits) // each one, then some again
		if n >= len(maintainerEdits) {
			i = random.IntN(len(maintainerEdits))
		}
		edit := maintainerEdits[i]
		names[i]++
		t.Run(fmt.Sprintf("%s/%d", edit.name, names[i]), func(t *testing.T) {
			m := &maintainer{rand.New(rand.NewPCG(uint64(n), 41)), t, copied(t, whole)}
			edit.do(m)
			checkMaintained(t, m.dir, edit.want)
		})
	}
}

// checkMaintained updates a project, and checks the message and the author's files.
func checkMaintained(t *testing.T, dir, want string) {
	t.Helper()
	before := authorFiles(t, dir)
	got := updateMessage(t.Context(), dir)
	if want == "" && got != "" || want != "" && !regexp.MustCompile("(?s)"+want).MatchString(got) {
		t.Errorf("%s\nexpected %q", got, want)
	}
	after := authorFiles(t, dir)
	for name, text := range before {
		if after[name] != text {
			t.Errorf("the update changed %s", name)
		}
		delete(after, name)
	}
	maps.DeleteFunc(after, func(name, _ string) bool { return strings.HasPrefix(filepath.Base(name), "hooks") })
	if len(after) > 0 {
		t.Errorf("the update wrote %v", after)
	}
	if want == "" && updateMessage(t.Context(), dir) != "" {
		t.Error("the second update has a message")
	}
}

// updateMessage updates a project and returns what update prints: the problems and notes, or the error with its hint.
func updateMessage(ctx context.Context, dir string) string {
	q := UpdateRequest{Root: dir, Tool: "test", Load: loadBuiltin}
	u, err := PlanUpdate(ctx, q)
	var said []string
	if err == nil {
		defer u.Close()
		said = u.Notes
		for _, p := range u.Problems {
			said = append(said, p.String())
		}
		err = u.Write(ctx)
	}
	if err != nil {
		said = append(said, err.Error())
		if h, ok := err.(interface{ Hint() string }); ok {
			said = append(said, h.Hint())
		}
	}
	return strings.Join(said, "\n")
}

// authorFiles returns the files that are not generated, without the lock and Git's own.
func authorFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := testutil.ReadTree(t, dir)
	maps.DeleteFunc(files, func(name, _ string) bool {
		return isGenerated(name) || name == LockName || name == ".git" || strings.HasPrefix(name, ".git/")
	})
	return files
}
