package pack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/templates"
)

// exported writes a built-in pack to a directory and reads it as a third-party pack.
func exported(t *testing.T, name string) *templates.Pack {
	t.Helper()
	files, err := templates.Sources(name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for path, text := range files {
		testutil.WriteFiles(t, dir, map[string]string{path: string(text)})
	}
	pack, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return pack
}

// other returns the registry with one changed fact.
func other(t *testing.T) *registry.Registry {
	t.Helper()
	var text strings.Builder
	if err := registry.Builtin().WriteSnapshot(&text); err != nil {
		t.Fatal(err)
	}
	r, err := registry.ReadSnapshot(strings.Replace(text.String(), "\nparam\tmask\tGLbitfield", "\nparam\tmask\tGLuint", 1))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A child process renders the same files as this process, with any registry.
func TestSameInChild(t *testing.T) {
	own, err := Open("go")
	if err != nil {
		t.Fatal(err)
	}
	theirs := exported(t, "go")
	for _, r := range []*registry.Registry{registry.Builtin(), other(t)} {
		p, err := gen.New(r, gen.Input{Name: "a", Module: "a", Active: true, VSCode: true, Use: []string{"glGetError"}, Scope: registry.FullScope(),
			Rules: slices.Concat(gen.ParseRules("eglChooseConfig", gen.HookC), gen.ParseRules("glClear,glDraw*", gen.HookGo))})
		if err != nil {
			t.Fatal(err)
		}
		want, err := Render(t.Context(), r, p, own)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Render(t.Context(), r, p, theirs)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) || len(got) < 30 {
			t.Fatalf("%d files, expected %d", len(got), len(want))
		}
		for i := range got {
			if got[i].Path != want[i].Path || got[i].Hash != want[i].Hash || got[i].Yours != want[i].Yours || string(got[i].Content) != string(want[i].Content) {
				t.Errorf("%s differs", want[i].Path)
			}
		}
		for _, pack := range []*templates.Pack{own, theirs} {
			stubs, err := Stubs(t.Context(), r, p, pack, gen.HookGo, []string{"glClear"})
			if err != nil || strings.Count(string(stubs), "\nfunc ") != 1 || !strings.Contains(string(stubs), "func glClear(") {
				t.Errorf("%v\n%s", err, stubs)
			}
		}
	}
}

// A thousand files, from templates and emitters, are returned in the order of the pack.
func TestThousandFiles(t *testing.T) {
	dir := t.TempDir()
	var list strings.Builder
	list.WriteString(head)
	files := map[string]string{}
	for i := range 1000 {
		fmt.Fprintf(&list, "- {path: d%d/zz_generated_%d.txt, template: t/%d.tmpl}\n", i%7, i, i)
		files[fmt.Sprintf("t/%d.tmpl", i)] = fmt.Sprintf("%d {{range .Commands}}{{.Name}} {{end}}\n", i)
	}
	files["pack.yaml"] = list.String()
	testutil.WriteFiles(t, dir, files)
	pack, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Render(t.Context(), registry.Builtin(), plan(t, registry.Builtin()), pack)
	if err != nil || len(got) != 1000 {
		t.Fatal(len(got), err)
	}
	for i, f := range got {
		if f.Path != pack.Files[i].Path || !strings.HasPrefix(string(f.Content), fmt.Sprint(i, " eglGetCurrentContext ")) {
			t.Fatalf("%s: %s", f.Path, f.Content)
		}
	}
}

// Many files, each within its limit, exceed the limit of all files together.
func TestTooMuchInAll(t *testing.T) {
	dir := t.TempDir()
	list := head
	for i := range 40 {
		list += fmt.Sprintf("- {path: zz_generated_%d, template: t}\n", i)
	}
	testutil.WriteFiles(t, dir, map[string]string{"pack.yaml": list, "t": `{{range 1}}{{printf "%1000000d" 1}}{{end}}`})
	pack, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if files, err := with(t, pack, quick); err == nil || !strings.Contains(err.Error(), "t: the rendered files exceed the limit of 20 MiB in total") {
		t.Errorf("%d files, %v", len(files), err)
	}
}

// An interrupted check returns immediately and leaves no process.
func TestInterrupt(t *testing.T) {
	pack := packOf(t, "{{range 9223372036854775807}}{{end}}")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	started := time.Now()
	_, err := Render(ctx, registry.Builtin(), plan(t, registry.Builtin()), pack)
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(started) > standard.Time {
		t.Errorf("%v after %v", err, time.Since(started))
	}
	if left := children(t); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// children returns the child processes of this process.
func children(t *testing.T) []string {
	t.Helper()
	lists, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(lists) == 0 {
		t.Fatal("no list of children in /proc: ", err)
	}
	var all []string
	for _, list := range lists {
		text, err := os.ReadFile(list)
		if err != nil && !os.IsNotExist(err) { // a thread may have ended
			t.Fatal(err)
		}
		all = append(all, strings.Fields(string(text))...)
	}
	return all
}

// A child exits if its parent exits at any time or sends invalid data.
func TestChildAlone(t *testing.T) {
	pack := packOf(t, "{{range 9223372036854775807}}{{end}}")
	c, err := start(t.Context(), &task{Input: gen.InputOf(plan(t, registry.Builtin())), Pack: pack, Limits: limits{Time: time.Hour, Memory: 1 << 30, Bytes: 1}})
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // the child needs this time to reach its loop; ending earlier must work too
	var exit *exec.ExitError
	if err := c.end(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Error(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], childFlag)
	cmd.Stdin = strings.NewReader("sent invalid data")
	if out, err := cmd.CombinedOutput(); err == nil || len(out) > 0 {
		t.Errorf("%v, %s", err, out)
	}
}

// The parent rejects invalid frames of the child.
func TestAnswers(t *testing.T) {
	frame := func(kind byte, number int, size uint32, content string) string {
		b := []byte{kind, 0, 0, 0, byte(number), byte(size >> 24), byte(size >> 16), byte(size >> 8), byte(size)}
		return string(b) + content
	}
	for text, want := range map[string]string{
		frame('f', 0, 1, "a") + frame('f', 1, 0, "") + frame('d', 0, 0, ""): "",
		frame('f', 0, 1, "a") + frame('f', 0, 1, "b"):                       "sent invalid data",
		frame('f', 2, 1, "a"):    "sent invalid data",
		frame('f', 0, 1<<31, ""): "sent invalid data",
		frame('x', 0, 0, ""):     "sent invalid data",
		frame('f', 0, 9, "a"):    "exited before it had sent all files",
		frame('f', 0, 9, "123456789") + frame('f', 1, 9, "123456789"): "exceed the size limit",
		frame('f', 0, 1, "a") + frame('d', 0, 0, ""):                  "exited before it had sent all files",
		frame('e', 0, 2, "{}"):                                        ": ",
		frame('e', 0, 2, "[]"):                                        "exited before it had sent all files",
		"":                                                            "exited before it had sent all files",
	} {
		got := &answers{contents: make([][]byte, 2), rest: 10}
		err := got.read(strings.NewReader(text))
		if fmt.Sprint(err) != want && (want == "" || err == nil || !strings.Contains(err.Error(), want)) && !(want == "" && err == nil) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
		if got.done != (want == "") || want == "" && slices.ContainsFunc(got.contents, func(b []byte) bool { return b == nil }) {
			t.Errorf("%q: done %v", text, got.done)
		}
	}
}
