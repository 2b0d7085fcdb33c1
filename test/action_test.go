package test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/internal/yaml"
)

// An action is the part of action.yml that runs.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct{ Steps []actionStep }
}

type actionStep struct {
	Name, If, Shell, Run, Uses string
	Env, With                  map[string]string
}

func readAction(t *testing.T) *action {
	t.Helper()
	text, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := yaml.Parse(text, yaml.Limits{Bytes: 1 << 16, Tokens: 1 << 14})
	if err != nil {
		t.Fatal(err)
	}
	a := &action{}
	if err := yaml.DecodeSome(tree, a); err != nil {
		t.Fatal(err)
	}
	return a
}

// runner runs the steps of the action as a runner of GitHub does. Steps that use other actions only have their paths checked.
type runner struct {
	*testing.T
	inputs map[string]string
	dir    string // work directory
	temp   string
	path   string // PATH; steps add to it
	ran    []string
}

var expression = regexp.MustCompile(`\$\{\{ *inputs\.(\w+) *\}\}`)

// value replaces the inputs in a text.
func (r *runner) value(text string) string {
	r.Helper()
	out := expression.ReplaceAllStringFunc(text, func(found string) string {
		v, ok := r.inputs[expression.FindStringSubmatch(found)[1]]
		if !ok {
			r.Fatalf("%s: no such input", found)
		}
		return v
	})
	if strings.Contains(out, "${{") {
		r.Fatalf("%s: an expression that this test does not know", out)
	}
	return out
}

// ifFiles matches the condition that a project, an input, has files with a name.
var ifFiles = regexp.MustCompile(`^hashFiles\(format\('(.*)', inputs\.(\w+)\)\) != ''$`)

var condition = regexp.MustCompile(`^inputs\.(\w+) (==|!=) '(.*)'$`)

// selected evaluates a condition.
func (r *runner) selected(text string) bool {
	r.Helper()
	if text == "" {
		return true
	}
	for term := range strings.SplitSeq(text, " && ") {
		m := condition.FindStringSubmatch(term)
		if term == "always()" {
			continue
		}
		if f := ifFiles.FindStringSubmatch(term); f != nil {
			found, err := filepath.Glob(filepath.Join(r.dir, strings.ReplaceAll(f[1], "{0}", r.inputs[f[2]])))
			if err != nil {
				r.Fatal(err)
			}
			if len(found) == 0 {
				return false
			}
			continue
		}
		if m == nil {
			r.Fatalf("%s: a condition that this test does not know", term)
		}
		if v, ok := r.inputs[m[1]]; !ok || (v == m[3]) != (m[2] == "==") {
			return false
		}
	}
	return true
}

// run runs one step, and returns the error of its command.
func (r *runner) run(s actionStep) error {
	r.Helper()
	if !r.selected(s.If) {
		return nil
	}
	r.ran = append(r.ran, s.Name)
	if s.Uses != "" {
		for _, key := range []string{"sarif_file", "path"} {
			if path := s.With[key]; path != "" {
				if _, err := os.Stat(filepath.Join(r.dir, r.value(path))); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if s.Shell != "bash" {
		r.Fatalf("%s: a composite action needs a shell for each step", s.Name)
	}
	paths := filepath.Join(r.temp, "paths")
	cmd := exec.Command("bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", s.Run)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "PATH="+r.path, "RUNNER_TEMP="+r.temp, "GITHUB_PATH="+paths, "XDG_CACHE_HOME="+filepath.Join(bin, "cache"), "XDG_RUNTIME_DIR="+r.temp)
	for name, value := range s.Env {
		cmd.Env = append(cmd.Env, name+"="+r.value(value))
	}
	out, err := cmd.CombinedOutput()
	if added, readErr := os.ReadFile(paths); readErr == nil {
		r.path = strings.TrimSpace(string(added)) + ":" + os.Getenv("PATH")
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", s.Name, err, out)
	}
	return nil
}

// newRunner returns a runner with the inputs of the action, some with other values.
func newRunner(t *testing.T, a *action, inputs map[string]string) *runner {
	t.Helper()
	r := &runner{T: t, dir: t.TempDir(), temp: t.TempDir(), path: os.Getenv("PATH"), inputs: map[string]string{}}
	for name, in := range a.Inputs {
		r.inputs[name] = in.Default
	}
	for name, value := range inputs {
		if _, ok := r.inputs[name]; !ok {
			t.Fatalf("the action has no input %s", name)
		}
		r.inputs[name] = value
	}
	return r
}

// releaseBuilt makes the files of a release from which the action installs the program, and returns the URL of their directory.
func releaseBuilt(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	name := "gleslayergen-" + version + "-linux-" + runtime.GOARCH
	if err := os.MkdirAll(filepath.Join(dir, version), 0o755); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(dir, version, name+".tar.gz")
	if out, err := exec.Command("tar", "-czf", archive, "--transform", "s,^,"+name+"/,", "-C", bin, "gleslayergen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	content, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	sums := fmt.Sprintf("%x  other.tar.gz\n%x  %s.tar.gz\n", sha256.Sum256(nil), sha256.Sum256(content), name)
	testutil.WriteFiles(t, dir, map[string]string{version + "/SHA256SUMS": sums})
	return "file://" + dir
}

// TestAction runs the steps of action.yml: they install the program from a release, build a layer, check it, run a program with it,
// and record that.
func TestAction(t *testing.T) {
	t.Parallel()
	a := readAction(t)
	r := newRunner(t, a, map[string]string{
		"packages": "false", "from": releaseBuilt(t, "v9.9.9"), "version": "v9.9.9", "project": "watch", "abi": "x86_64", "record": "true",
		"program": `../app "two words"`,
	})
	testutil.WriteFiles(t, r.dir, map[string]string{"app.c": actionProgram})
	for _, args := range [][]string{
		{filepath.Join(bin, "gleslayergen"), "new", "watch", "--template", "c", "--passive", "--intercept", "glClear", "--with", "log"},
		{"cc", "-o", "app", "app.c", "-lEGL", "-lGLESv2"},
	} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = r.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
	}
	for _, s := range a.Runs.Steps {
		if err := r.run(s); err != nil {
			t.Fatal(err)
		}
	}
	if len(r.ran) != len(a.Runs.Steps)-1 { // all but the packages
		t.Errorf("steps: %q", r.ran)
	}
	for name, want := range map[string]string{"run.json": `"glClear"`, "check.sarif": `"2.1.0"`, "program.gltrace": "gltrace"} {
		if content, err := os.ReadFile(filepath.Join(r.dir, "watch/build/ci", name)); err != nil || !bytes.Contains(content, []byte(want)) {
			t.Errorf("%s: %v, %.300s", name, err, content)
		}
	}

	// a failure of the program is a failure of the step, and a wrong checksum one of the installation
	r.inputs["program"] = "../app"
	if err := r.run(step(t, a, "Run the program")); err == nil {
		t.Error("the program has failed, but the step has not")
	}
	dir := strings.TrimPrefix(r.inputs["from"], "file://")
	testutil.WriteFiles(t, dir, map[string]string{"v9.9.9/SHA256SUMS": fmt.Sprintf("%x  gleslayergen-v9.9.9-linux-%s.tar.gz\n", sha256.Sum256(nil), runtime.GOARCH)})
	if err := r.run(step(t, a, "Install gleslayergen")); err == nil || !strings.Contains(err.Error(), "FAILED") {
		t.Errorf("with a wrong checksum: %v", err)
	}
}

func step(t *testing.T, a *action, name string) actionStep {
	t.Helper()
	for _, s := range a.Runs.Steps {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("the action has no step %q", name)
	return actionStep{}
}

// actionProgram clears without a window. It fails unless it has one argument, with a space.
const actionProgram = `#include <EGL/egl.h>
#include <GLES3/gl3.h>
#include <string.h>
int main(int argc, char **argv) {
    static const EGLint two[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    eglInitialize(display, NULL, NULL);
    eglBindAPI(EGL_OPENGL_ES_API);
    EGLContext context = eglCreateContext(display, NULL, EGL_NO_CONTEXT, two);
    if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) return 1;
    glClear(GL_COLOR_BUFFER_BIT);
    return argc == 2 && strchr(argv[1], ' ') ? 0 : 1;
}
`
