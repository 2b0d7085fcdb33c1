//go:build linux

package live_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// limit is the timeout of one program, for a busy machine.
const limit = 10 * time.Minute

// stage is shared by all tests: the recorder's shared object, and a loader that runs programs with it.
var stage struct {
	sync.Once
	layer string
	host  *loader.Host
	err   error
}

func setStage(t *testing.T) {
	t.Helper()
	stage.Do(func() {
		if stage.layer, stage.err = recorder.Layer(t.Context(), ""); stage.err == nil {
			stage.host, stage.err = loader.Prepare(t.Context(), loader.Options{DriverDir: glesdriver.Dir()})
		}
	})
	if stage.err != nil {
		t.Fatalf("no recorder: %v (make deps installs what is missing)", stage.err)
	}
}

// program compiles a program of testdata.
func program(t *testing.T, name string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	args := append([]string{"-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", path, filepath.Join("testdata", name+".c")}, flags...)
	testproject.Command(t, ".", "cc", append(args, "-lEGL", "-lGLESv2")...)
	return path
}

// mesa returns the environment of a program without a screen, with settings of the recorder.
func mesa(settings ...string) []string {
	var env []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "GLTRACE_") && !strings.HasPrefix(variable, "DEBUG_EGL_") {
			env = append(env, variable)
		}
	}
	return slices.Concat(env, glesdriver.Env(), settings)
}

// under returns a program with the recorder as its layer.
func under(t *testing.T, settings []string, path string, args ...string) *exec.Cmd {
	t.Helper()
	setStage(t)
	var setup loader.Setup
	if fault := setup.SetLayers(stage.layer, ""); fault != nil {
		t.Fatal(fault)
	}
	cmd, _ := inRun(t, setup, settings, path, args...)
	return cmd
}

// inRun returns a program with the layers of the setup, and the directory of the run.
func inRun(t *testing.T, setup loader.Setup, settings []string, path string, args ...string) (*exec.Cmd, string) {
	t.Helper()
	r, err := stage.host.NewRun(t.TempDir(), setup)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	cmd := r.Command(within(t), path, args...)
	cmd.Env = append(mesa(append(settings, "GLTRACE_FOLDER="+filepath.Join(t.TempDir(), "trace"))...), r.Env()...)
	cmd.WaitDelay = limit
	return cmd, r.Dir
}

// within returns a context with the timeout of a program.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), limit)
	t.Cleanup(stop)
	return ctx
}

// output runs a program and returns its output.
func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var faults strings.Builder
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, &faults)
	}
	return string(out)
}

// withMesa returns the program without layers.
func withMesa(t *testing.T, path string, args ...string) *exec.Cmd {
	t.Helper()
	if glesdriver.Dir() != "" {
		setStage(t)
		cmd, _ := inRun(t, loader.Setup{}, nil, path, args...)
		return cmd
	}
	cmd := exec.CommandContext(within(t), path, args...)
	cmd.Env = mesa()
	return cmd
}
