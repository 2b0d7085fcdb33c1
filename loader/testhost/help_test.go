//go:build linux

package testhost

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/rules"
)

const limit = time.Minute // for each process

var scratch string // outlives the single test: what is built once stands here

func TestMain(m *testing.M) {
	os.Exit(inScratch(m))
}

func inScratch(m *testing.M) int {
	dir, err := os.MkdirTemp("", "testhost-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	scratch = dir
	return m.Run()
}

func release(t *testing.T, id string) *rules.Release {
	t.Helper()
	r, ok := rules.FindRelease(id)
	if !ok {
		t.Fatalf("no release %s", id)
	}
	return r
}

func namesOf(r *rules.Release) Names {
	return Names{r.Platform, r.EGL, r.GL}
}

// tool fails the test rather than skip it.
func tool(t *testing.T, name string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("%s is not installed: run make deps", name)
	}
}

// run gives what the process wrote. It ends with the test's patience, and its children with it.
func run(t *testing.T, cmd *exec.Cmd) (stdout, stderr string, code int) {
	t.Helper()
	var out, msg bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &msg, time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatalf("%v (run make deps?)", err)
	}
	timer := time.AfterFunc(limit, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	defer timer.Stop()
	err := cmd.Wait()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v: %v", cmd.Args, err)
	}
	return out.String(), msg.String(), cmd.ProcessState.ExitCode()
}

func mustRun(t *testing.T, cmd *exec.Cmd) (stdout, stderr string) {
	t.Helper()
	stdout, stderr, code := run(t, cmd)
	if code != 0 {
		t.Fatalf("%v: exit code %d\n%s%s", cmd.Args, code, stdout, stderr)
	}
	return stdout, stderr
}

// compileLayer builds a shared object from testdata, named for the layer.
func compileLayer(t *testing.T, cc, source, name string, flags ...string) string {
	t.Helper()
	tool(t, cc)
	out := filepath.Join(t.TempDir(), name+".so")
	walk := len(release(t, "15").Offered())
	args := []string{"-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-DNAME=\"" + name + "\"",
		"-DWALK=" + strconv.Itoa(walk), "-o", out, filepath.Join("testdata", source)}
	mustRun(t, exec.Command(cc, append(args, flags...)...))
	return out
}

func layer(t *testing.T, name string, flags ...string) string {
	t.Helper()
	return compileLayer(t, "cc", "layer.c", name, flags...)
}

var buildHost = sync.OnceValues(func() (*Host, error) {
	r, _ := rules.FindRelease("15")
	return Build(filepath.Join(scratch, "host"), namesOf(r))
})

func host(t *testing.T) *Host {
	t.Helper()
	tool(t, "cc")
	h, err := buildHost()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

var buildApp sync.Once

// app is examples/app, built as its reader builds it.
func app(t *testing.T) string {
	t.Helper()
	tool(t, "make")
	build := filepath.Join(scratch, "app")
	buildApp.Do(func() { mustRun(t, exec.Command("make", "-s", "-C", "../../examples/app", "BUILD="+build)) })
	return filepath.Join(build, "app")
}

// runApp runs the app under the host, and says no line of its own went wrong.
func runApp(t *testing.T, layers []string, args ...string) (report Report, stderr string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.json")
	cmd := host(t).Command(layers, app(t), args...)
	cmd.Env = append(cmd.Env, "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1", EnvReport+"="+path)
	stdout, stderr := mustRun(t, cmd)
	for line := range strings.Lines(stdout) {
		if !strings.HasPrefix(line, "app: ES ") || !strings.HasSuffix(line, ", pixel 255,128,64,255 ok\n") {
			t.Fatalf("the app said %q", line)
		}
	}
	report, err := ReadReport(path)
	if err != nil {
		t.Fatal(err)
	}
	return report, stderr
}

// told finds what a layer said, such as the 7 of "A eglSwapBuffers 7".
func told(t *testing.T, stderr, layer, key string) string {
	t.Helper()
	for line := range strings.Lines(stderr) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), layer+" "+key+" "); ok {
			return value
		}
	}
	t.Fatalf("layer %s did not tell of %s:\n%s", layer, key, stderr)
	return ""
}
