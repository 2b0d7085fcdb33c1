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

	"github.com/gleslayergen/gleslayergen/loader/testhost"
	"github.com/gleslayergen/gleslayergen/project"
	"github.com/gleslayergen/gleslayergen/rules"
)

// limit is for one external command; the slowest builds 1060 hooks.
const limit = 4 * time.Minute

// command runs a program in a folder and gives what it printed; it fails the test if the program does.
func command(t *testing.T, dir string, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s\n(a missing program: make deps)", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// build builds a project for this machine.
func build(t *testing.T, dir string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	config, err := project.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	lib, err := project.Build(ctx, dir, config, project.Host(), &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return lib
}

// stage holds what every run needs: the loader and the app, built once.
var stage struct {
	sync.Once
	host *testhost.Host
	app  string
	err  error
}

func setStage(t *testing.T) {
	t.Helper()
	stage.Do(func() {
		dir, err := os.MkdirTemp("", "golden-stage-")
		if err != nil {
			stage.err = err
			return
		}
		r := rules.Newest()
		stage.host, stage.err = testhost.Build(filepath.Join(dir, "host"), testhost.Names{Platform: r.Platform, EGL: r.EGL, GL: r.GL})
		if stage.err == nil {
			stage.app = filepath.Join(dir, "app")
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

// TestMain takes the stage down again.
func TestMain(m *testing.M) {
	code := m.Run()
	if stage.app != "" {
		os.RemoveAll(filepath.Dir(stage.app))
	}
	os.Exit(code)
}

// run starts the app under layers, and gives its output and the loader's report.
func run(t *testing.T, layers []string, env []string, args ...string) (string, testhost.Report) {
	t.Helper()
	setStage(t)
	report := filepath.Join(t.TempDir(), "report.json")
	cmd := stage.host.Command(layers, stage.app, args...)
	cmd.Env = append(append(cmd.Env, env...), "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", testhost.EnvReport+"="+report)
	timer := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("app %v: %v\n%s", args, err, out)
	}
	r, err := testhost.ReadReport(report)
	if err != nil {
		t.Fatal(err)
	}
	if len(layers) > 0 && r.State != "attached" {
		t.Fatalf("the layers are %s\n%s", r.State, out)
	}
	if !strings.Contains(string(out), "pixel 255,128,64,255 ok") {
		t.Fatalf("the pixel is not right:\n%s", out)
	}
	return string(out), r
}

// failing runs a program that has to fail, and gives what it printed.
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
