package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gleslayergen/gleslayergen/gen/modules"
)

// Limits of each process.
const (
	timeLimit   = 2 * time.Minute
	memoryLimit = 4 << 30 // bytes of data: 64 contexts of Mesa have half of it
)

// runner has the built program, layers and guest.
type runner struct {
	dir, tool string
	layers    [][2]string // kind and path
}

// figure is a row of the result.
type figure struct {
	what      string
	processes int
	failed    int
}

// command returns a command of the tool or of another program, in a process group of its own and with the limits.
func (r *runner) command(ctx context.Context, args ...string) (*exec.Cmd, context.CancelFunc) {
	return r.commandFor(ctx, timeLimit, args...)
}

func (r *runner) commandFor(ctx context.Context, limit time.Duration, args ...string) (*exec.Cmd, context.CancelFunc) {
	ctx, stop := context.WithTimeout(ctx, limit)
	cmd := exec.CommandContext(ctx, "prlimit", append([]string{fmt.Sprintf("--data=%d", memoryLimit), "--core=0", "--"}, args...)...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "LIBGL_ALWAYS_SOFTWARE=1", "EGL_PLATFORM=surfaceless", "LP_NUM_THREADS=0", "XDG_RUNTIME_DIR="+r.state(), "XDG_STATE_HOME="+r.state())
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 10 * time.Second
	return cmd, stop
}

// program runs a command with the environment of guests that has to succeed. The first one builds the trace layer, so it may take longer.
func (r *runner) program(ctx context.Context, args ...string) error {
	cmd, stop := r.commandFor(ctx, 5*timeLimit, args...)
	defer stop()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// must runs a command that has to succeed.
func (r *runner) must(ctx context.Context, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// state is the directory in which programs register and keep files.
func (r *runner) state() string { return filepath.Join(r.dir, "state") }

// good is the directory with the good files of formats, and guestPath the program that runs with layers.
func (r *runner) good() string      { return filepath.Join(r.dir, "good") }
func (r *runner) guestPath() string { return filepath.Join(r.dir, "guest") }

// failing are the modules that make calls fail, and log, which would hide the messages of the others.
var failing = []string{"inject", "profile", "log"}

// everything returns the modules of the layer with modules.
func everything() []string {
	return slices.DeleteFunc(modules.Names(), func(name string) bool { return slices.Contains(failing, name) })
}

// calls are the functions that the guest calls, and that layers intercept.
const calls = "eglCreateContext,eglDestroyContext,eglMakeCurrent,eglSwapBuffers,eglTerminate,glAttachShader,glClear*,glCompileShader," +
	"glCreate*,glDelete*,glEnable,glGetError,glLinkProgram,glReadPixels,glShaderSource"

// prepare builds the tool, the guest and the layers.
func (r *runner) prepare(ctx context.Context) error {
	here, err := os.Getwd()
	if err != nil {
		return err
	}
	source := filepath.Join(here, "hostile", "testdata")
	errs := []error{
		os.Mkdir(r.state(), 0o700),
		r.must(ctx, filepath.Dir(here), "go", "build", "-buildvcs=false", "-o", r.tool, "./cmd/gleslayergen"),
		r.must(ctx, source, "gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", filepath.Join(r.dir, "guest"), "guest.c", "-lEGL", "-lGLESv2", "-ldl"),
		r.must(ctx, source, "gcc", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", filepath.Join(r.dir, "clock.so"), "clock.c", "-ldl"),
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, l := range [][]string{
		{"go", "--intercept", calls},
		{"observe", "--intercept", calls, "--hooks", "observe"},
		{"c", "--template", "c", "--intercept", calls},
		{"modules", "--template", "c", "--intercept", calls, "--with", strings.Join(append(everything(), "inject", "profile"), ",")}, // those two are off
	} {
		if err := r.must(ctx, r.dir, append([]string{r.tool, "new", "hostile" + l[0], "--active"}, l[1:]...)...); err != nil {
			return err
		}
		project := filepath.Join(r.dir, "hostile"+l[0])
		if err := r.must(ctx, project, "make"); err != nil {
			return err
		}
		found, err := filepath.Glob(filepath.Join(project, "build", "host", "lib*.so"))
		if err != nil || len(found) != 1 {
			return fmt.Errorf("the layers of %s are %v, %w", project, found, err)
		}
		r.layers = append(r.layers, [2]string{l[0], found[0]})
	}
	r.layers = append(r.layers, [2]string{"recorder", ""})
	return r.makeGood(ctx)
}

// report prints a failure.
func (f *figure) report(cmd *exec.Cmd, why string, out []byte) {
	f.failed++
	fmt.Printf("FAILED: %s: %s\n%s\n", strings.Join(cmd.Args[4:], " "), why, bytes.TrimSpace(out[max(0, len(out)-3000):]))
}
