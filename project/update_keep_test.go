package project

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/gen"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/registry"
)

// Thirty updates, each after random edits of the author's files and of the intercepted functions, lose no
// byte of the author's files, and the generated files are equal to those of a new project with the same yaml.
func TestThirtyUpdatesKeepEveryByte(t *testing.T) {
	for _, seed := range testutil.Shard(t, authors, 4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			author := &author{Rand: rand.New(rand.NewPCG(seed, 7)), dir: createWith(t, Intercept{"eglChooseConfig", "go"}, Intercept{"glClear", "c"}), now: map[string]string{}}
			author.readStubs(t)
			for round := range 30 {
				q := author.act(t)
				if err := updateWith(t.Context(), q); err != nil {
					t.Fatalf("round %d, %+v: %v", round, q, err)
				}
				author.checkAll(t, round)
				checkFresh(t, author.dir)
			}
		})
	}
}

// inComment replaces what a Go comment cannot contain.
var inComment = regexp.MustCompile(`[\n\x00\x{feff}\x{fffd}]`)

// author edits files and knows their content.
type author struct {
	*rand.Rand
	dir string
	now map[string]string // content of the author's files
}

// readStubs adds the author's new files, which are stubs.
func (a *author) readStubs(t *testing.T) {
	for name, is := range testutil.ReadTree(t, a.dir) {
		if _, known := a.now[name]; !known && strings.HasPrefix(is, "-") && !isGenerated(name) && name != LockName && name != ConfigName {
			a.now[name] = is
		}
	}
}

func (a *author) write(t *testing.T, name, text string) {
	t.Helper()
	testutil.WriteFiles(t, a.dir, map[string]string{name: text})
	a.now[name] = testutil.ReadTree(t, a.dir)[name]
}

// act edits the author's files, and selects functions to intercept.
func (a *author) act(t *testing.T) UpdateRequest {
	t.Helper()
	q := UpdateRequest{Root: a.dir}
	for range 1 + a.IntN(4) {
		switch a.IntN(7) {
		case 0: // arbitrary bytes in a file that is not compiled
			a.write(t, a.pick("README.md", "notes/a b.bin", "Makefile", ".gitignore"), a.bytes(a.IntN(4000)))
		case 1: // Go comments with an unusual end of file
			a.write(t, "hooks.go", testutil.ReadText(t, a.dir, "hooks.go")+"\n// "+inComment.ReplaceAllString(a.bytes(40), "?")+a.pick("\n", "", "\r\n"))
		case 2:
			a.write(t, a.pick("core/own.c", "core/own.h"), "/* hook_glFinish(int a) { */\n")
		case 3: // a file for another system
			a.write(t, "other_windows.go", "//go:build windows\n\npackage main\n\nfunc f"+fmt.Sprint(a.IntN(1000))+"() {}\n")
		case 4:
			config := testutil.ReadText(t, a.dir, ConfigName)
			testutil.WriteFiles(t, a.dir, map[string]string{ConfigName: config + "# " + fmt.Sprint(a.IntN(1000)) + "\n"})
		case 5:
			q.Add = append(q.Add, a.pick("go:", "c:", "none:", "")+a.pick("glClear", "glDraw*", "eglSwapBuffers", "@GL_KHR_debug", "glFlush"))
		case 6:
			q.Drop = append(q.Drop, a.pick("glClear", "glDraw*", "glDrawArrays", "eglSwapBuffers", "glFlush"))
		}
	}
	return q
}

func (a *author) pick(words ...string) string { return words[a.IntN(len(words))] }

func (a *author) bytes(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(a.Uint32())
	}
	return string(b)
}

// checkAll checks that all files of the author are unchanged.
func (a *author) checkAll(t *testing.T, round int) {
	t.Helper()
	got := testutil.ReadTree(t, a.dir)
	for name, was := range a.now {
		if got[name] != was {
			t.Fatalf("round %d: %s changed", round, name)
		}
	}
	for name := range got {
		if strings.HasPrefix(filepath.Base(name), ".gleslayergen") {
			t.Errorf("round %d: %s is left behind", round, name)
		}
	}
	a.readStubs(t)
}

// checkFresh checks that the generated files are equal to those of a new project with the same yaml.
func checkFresh(t *testing.T, dir string) {
	t.Helper()
	config, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	created, err := Render(t.Context(), registry.Builtin(), Request{Module: "example.com/a", Dir: dir, Tool: "test", Config: *config})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range created.Files {
		if there, err := os.ReadFile(filepath.Join(dir, f.Path)); isGenerated(f.Path) && (err != nil || !bytes.Equal(there, f.Content)) {
			t.Errorf("%s is not as in a new project (%v)", f.Path, err)
		}
	}
	for name := range testutil.ReadTree(t, dir) {
		if isGenerated(name) && !contains(created.Files, name) {
			t.Errorf("%s is no longer made, but there", name)
		}
	}
	checkHooks(t, dir, created.Plan)
}

// checkHooks checks that each hook has a function and is in the lock.
func checkHooks(t *testing.T, dir string, plan *gen.Plan) {
	t.Helper()
	own, err := FindHooks(os.DirFS(dir))
	if err != nil || len(own.Faults) > 0 {
		t.Fatal(err, own)
	}
	for _, kind := range []gen.HookKind{gen.HookGo, gen.HookC} {
		found := own.Go
		if kind == gen.HookC {
			found = own.C
		}
		for _, name := range plan.HookFunctions(kind) {
			if _, ok := found[commandOf(name)]; !ok {
				t.Errorf("there is no %s", name)
			}
		}
	}
	lock, err := LoadLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range lock.Files {
		if text, err := os.ReadFile(filepath.Join(dir, file.Path)); file.Class == classGenerated && (err != nil || hashOf(text) != file.SHA256) {
			t.Errorf("the lock has another hash for %s (%v)", file.Path, err)
		}
	}
}
