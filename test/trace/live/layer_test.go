//go:build linux

package live_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/testproject"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/trace/record/recorder"
)

// limit is for one program, however busy the machine is.
const limit = 3 * time.Minute

// stage is what all tests share: the recorder's shared object, and a host that runs programs under it.
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
			stage.host, stage.err = loader.Prepare(t.Context(), loader.Options{})
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

// mesa is the environment of a program without a screen, with settings of the recorder.
func mesa(settings ...string) []string {
	var env []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "GLTRACE_") && !strings.HasPrefix(variable, "DEBUG_EGL_") {
			env = append(env, variable)
		}
	}
	return append(env, append([]string{"EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1"}, settings...)...)
}

// under is a program below which the recorder lies.
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

// inRun is a program with layers as the setup says, and the run's folder.
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

// within is the time of a program that is started now.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), limit)
	t.Cleanup(stop)
	return ctx
}

// output is what a program prints.
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

// withMesa is the program without layers.
func withMesa(t *testing.T, path string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(within(t), path, args...)
	cmd.Env = mesa()
	return cmd
}
