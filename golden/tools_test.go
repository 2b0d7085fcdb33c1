package golden

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/project"
)

// limit is the time limit of one external command.
const limit = 10 * time.Minute

// What nearly every test here says.
var (
	request    = testproject.Request
	buildLayer = testproject.Build
	command    = testproject.Command
)

// goFlags makes the go command compile as the layer's build does, so that the project's C is compiled only
// once.
const goFlags = "GOFLAGS=-trimpath -buildvcs=false -buildmode=pie"

// goTool runs the go command in a project, with these flags. The tests of the examples cover plain "go vet"
// and "go test", as an author runs them.
func goTool(t *testing.T, dir string, args ...string) string {
	t.Helper()
	return command(t, dir, "env", append([]string{goFlags, "go"}, args...)...)
}

// vetAndTest runs go vet on a whole project, and tests of its packages. It leaves out vet's check cgocall,
// which would read files from where they were when the C was compiled: the directory of an earlier test.
func vetAndTest(t *testing.T, dir string, packages ...string) {
	t.Helper()
	goTool(t, dir, "vet", "-cgocall=false", "./...")
	goTool(t, dir, append([]string{"test", "-vet=off", "-count=1"}, packages...)...)
}

// stage holds what every run needs: the loader and the app, built once.
var stage struct {
	sync.Once
	host *loader.Host
	app  string
	err  error
}

func setStage(t *testing.T) {
	t.Helper()
	stage.Do(func() {
		stage.host, stage.err = loader.Prepare(context.Background(), loader.Options{Cache: filepath.Join(scratch, "host"), DriverDir: glesdriver.Dir()})
		if stage.err == nil {
			stage.app = filepath.Join(scratch, "app")
			var out []byte
			out, stage.err = exec.Command("cc", "-O2", "-pthread", "-o", stage.app, "../examples/app/app.c", "-lEGL", "-lGLESv2").CombinedOutput()
			if stage.err != nil {
				stage.err = &project.Error{What: "cc app.c", Why: stage.err.Error() + ": " + string(out), Advice: "make deps"}
			}
		}
	})
	if stage.err != nil {
		t.Fatalf("%v (make deps installs what is missing)", stage.err)
	}
}

// scratch returns a directory that outlives the single test. Every user can read it.
var scratch string

func TestMain(m *testing.M) { os.Exit(inScratch(m)) }

func inScratch(m *testing.M) int {
	dir, err := os.MkdirTemp("", "golden-")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	scratch = dir
	return m.Run()
}

// under returns a run with layers, the first of which is next to the program. Its directory is removed after
// the test.
func under(t *testing.T, layers []string) *loader.Run {
	t.Helper()
	setStage(t)
	var setup loader.Setup
	if len(layers) > 0 {
		if fault := setup.SetLayers(strings.Join(layers, ":"), ""); fault != nil {
			t.Fatal(fault)
		}
	}
	r, err := stage.host.NewRun(t.TempDir(), setup)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// run runs the app under layers and returns its output and the loader's report.
func run(t *testing.T, layers []string, env []string, args ...string) (string, loader.ProcessStats) {
	t.Helper()
	r := under(t, layers)
	cmd := r.Command(t.Context(), stage.app, args...)
	cmd.Env = append(append(cmd.Env, env...), glesdriver.Env()...)
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("app %v: %v\n%s", args, err, out)
	}
	processes, err := r.Stats()
	if err != nil || len(processes) != 1 {
		t.Fatalf("%d processes, %v", len(processes), err)
	}
	if b := processes[0]; len(layers) > 0 && (b.State != loader.StateAttached || len(b.Layers) != len(layers)) {
		t.Fatalf("%d layers are %s\n%s", len(b.Layers), b.State, out)
	}
	if !strings.Contains(string(out), "pixel 255,128,64,255 ok") {
		t.Fatalf("the pixel is not right:\n%s", out)
	}
	return string(out), processes[0]
}

// write writes a file that is there, or not.
func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// failing runs a program that must fail and returns its output.
func failing(t *testing.T, dir string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Errorf("%s %s did not fail", name, strings.Join(args, " "))
	}
	return string(out)
}
