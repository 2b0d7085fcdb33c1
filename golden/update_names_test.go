package golden

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/registry"
)

// oldName matches an old Go name of a command.
var oldName = regexp.MustCompile(`\b(Next|Forward)?(Egl|Gl)[A-Z]\w*`)

// Projects that use the old Go names of commands compile unchanged after an update, and with the new names after
// "update --rename", which changes nothing else.
func TestOldNames(t *testing.T) {
	for _, name := range []string{"first/project", "before/project", "before/names"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := extracted(t, "testdata/"+name+".txtar")
			original := files(t, dir)
			updated(t, dir)
			checkAuthorFiles(t, original, files(t, dir))
			vetAndTest(t, dir, "./...")
			if out := command(t, dir, tool(t), "update", "--check"); out != "up to date\n" {
				t.Error(out)
			}

			if set := filepath.Join(dir, "mine", "mine.go"); name == "before/names" {
				out := failing(t, dir, tool(t), "update", "--rename")
				if !strings.Contains(out, "mine/mine.go:12: GLFlush: --rename would make this function a hook because of its name") {
					t.Error(out)
				}
				checkAuthorFiles(t, original, files(t, dir))
				for path, text := range map[string][]byte{set: original["mine/mine.go"], filepath.Join(dir, "names.go"): original["names.go"]} {
					write(t, path, strings.ReplaceAll(string(text), "GLFlush", "Flush"))
				}
			}
			before := files(t, dir)
			check := exec.CommandContext(t.Context(), tool(t), "update", "--rename", "--check")
			check.Dir = dir
			listed, err := check.Output()
			if err == nil || check.ProcessState.ExitCode() != 3 || !strings.Contains(string(listed), "changed  hooks.go\n") {
				t.Errorf("%v\n%s", err, listed)
			}
			for path, text := range files(t, dir) {
				if !bytes.Equal(text, before[path]) {
					t.Errorf("--check changes %s", path)
				}
			}
			if out := command(t, dir, tool(t), "update", "--rename"); !strings.HasSuffix(out, string(listed)) {
				t.Errorf("--check lists\n%sbut the update lists\n%s", listed, out)
			}
			vetAndTest(t, dir, "./...")
			for path, text := range files(t, dir) {
				if !strings.HasSuffix(path, ".go") {
					continue
				}
				if strings.Contains(path, "zz_generated_") {
					if found := oldName.Find(text); found != nil {
						t.Errorf("%s still has %s", path, found)
					}
					continue
				}
				checkOnlyRenamed(t, path, string(before[path]), string(text))
			}
			if out := command(t, dir, tool(t), "update", "--rename"); !strings.HasSuffix(out, "up to date\n") {
				t.Error(out)
			}
		})
	}
}

// checkAuthorFiles checks that an update changed no file of the author.
func checkAuthorFiles(t *testing.T, before, after map[string][]byte) {
	t.Helper()
	for path, was := range before {
		if now := after[path]; !strings.Contains(path, "zz_generated_") && path != project.LockName && !bytes.Equal(now, was) {
			t.Errorf("%s changed", path)
		}
	}
}

// checkOnlyRenamed checks that lines differ only in the spelling of commands, outside comments.
func checkOnlyRenamed(t *testing.T, path, before, after string) {
	t.Helper()
	spelling := strings.NewReplacer("gles.EglSurfaceAttrib\n", "gles.CallEGLSurfaceAttrib\n", "Egl", "EGL", "Gl", "GL")
	was, now := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	if len(was) != len(now) {
		t.Fatalf("%s: %d lines became %d", path, len(was), len(now))
	}
	for i := range was {
		code, comment, _ := strings.Cut(was[i], "//")
		newCode, newComment, _ := strings.Cut(now[i], "//")
		if comment != newComment || code != newCode && spelling.Replace(code) != spelling.Replace(newCode) {
			t.Errorf("%s:%d: %s became %s", path, i+1, was[i], now[i])
		}
	}
	if path != "names.go" {
		return
	}
	for _, want := range []string{"func (c cache) GlEnable(mode gles.GLenum) {", "gles := struct{ GlGetString string }{\"not the package: GlGetString\"}", "return gles.GlGetString\n",
		"\tgles.GLEnableFunc\n", "c.GLEnableFunc(mode) // GlEnableFunc is", "gles.CallEGLSurfaceAttrib\n", "mine.GLClear\n", "core.ForwardGLClear\n"} {
		if !strings.Contains(after, want) {
			t.Errorf("%s has no %q", path, want)
		}
	}
}

// Commands of each calling shape compile under their old names.
func TestOldNamesOfEachShape(t *testing.T) {
	if !heavy {
		t.Skip("compiles some 250 functions; run with -tags heavy")
	}
	r := registry.Builtin()
	scope := registry.FullScope()
	var names []string
	for _, name := range oneOfEachShape(t, kase{}) {
		if found, err := r.Match(scope, name); err == nil {
			names = append(names, found...)
		}
	}
	q := request("passive", "go", names)
	q.Config.Use, q.Config.OldNames = names, true
	created, err := project.Render(t.Context(), r, q)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range created.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, path, string(f.Content))
	}
	command(t, dir, "go", "vet", "./...")
}
