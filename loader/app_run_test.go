//go:build linux

package loader_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

var buildApp sync.Once

// app is examples/app, built as its README describes.
func app(t *testing.T) string {
	t.Helper()
	tool(t, "make")
	build := filepath.Join(loader.Scratch(), "app")
	buildApp.Do(func() { mustRun(t, exec.Command("make", "-s", "-C", "../examples/app", "BUILD="+build)) })
	return filepath.Join(build, "app")
}

// counting builds layers with these names in one directory.
func counting(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	walk := strconv.Itoa(len(rules.Newest().Offered()))
	for _, name := range names {
		compile(t, "cc", "counting.c", filepath.Join(dir, name+".so"), "-fPIC", "-shared", `-DNAME="`+name+`"`, "-DWALK="+walk)
	}
	return dir
}

// An appRun is the result of one run of the app.
type appRun struct {
	stats  loader.ProcessStats
	stderr string
	log    []string
}

// runApp runs the app with a list of layers from the directory, and checks its output.
func runApp(t *testing.T, list, dir string, args ...string) appRun {
	t.Helper()
	tool(t, "cc")
	host, err := buildHost()
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	run, err := host.NewRun("", loader.Setup{List: list, Path: dir, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	cmd := run.Command(t.Context(), app(t), args...)
	cmd.Env = append(cmd.Env, glesdriver.Env()...)
	r := mustRun(t, cmd)
	for line := range strings.Lines(r.stdout) {
		if !strings.HasPrefix(line, "app: ES ") || !strings.HasSuffix(line, ", pixel 255,128,64,255 ok\n") {
			t.Fatalf("the app said %q", line)
		}
	}
	processes, err := run.Stats()
	if err != nil || len(processes) != 1 {
		t.Fatalf("%d processes: %v", len(processes), err)
	}
	content, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return appRun{processes[0], r.stderr, strings.Split(strings.TrimSpace(string(content)), "\n")}
}

// calls returns how often the program called a function.
func (p appRun) calls(name string) uint64 { return callsOn(p.stats, name) }

// logged returns a value that a layer logged, such as the 7 of "A eglSwapBuffers 7".
func (p appRun) logged(t *testing.T, layer, key string) string {
	t.Helper()
	for line := range strings.Lines(p.stderr) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), layer+" "+key+" "); ok {
			return value
		}
	}
	t.Fatalf("layer %s did not tell of %s:\n%s", layer, key, p.stderr)
	return ""
}

// steps returns the loader's log lines that begin with one of the prefixes.
func (p appRun) steps(beginnings ...string) []string {
	var steps []string
	for _, line := range p.log {
		step, found := strings.CutPrefix(line, "D loader: ")
		if found && slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(step, b) }) {
			steps = append(steps, step)
		}
	}
	return steps
}
