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

	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

var buildApp sync.Once

// app is examples/app, built as its reader builds it.
func app(t *testing.T) string {
	t.Helper()
	tool(t, "make")
	build := filepath.Join(loader.Scratch(), "app")
	buildApp.Do(func() { mustRun(t, exec.Command("make", "-s", "-C", "../examples/app", "BUILD="+build)) })
	return filepath.Join(build, "app")
}

// counting builds layers of these names in one folder.
func counting(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	walk := strconv.Itoa(len(rules.Newest().Offered()))
	for _, name := range names {
		compile(t, "cc", "counting.c", filepath.Join(dir, name+".so"), "-fPIC", "-shared", `-DNAME="`+name+`"`, "-DWALK="+walk)
	}
	return dir
}

// A performance is what is left of one run of the app.
type performance struct {
	board  loader.Board
	stderr string
	log    []string
}

// perform runs the app with a list of layers from the folder, and wants it to draw what it should.
func perform(t *testing.T, list, folder string, args ...string) performance {
	t.Helper()
	tool(t, "cc")
	host, err := buildHost()
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	run, err := host.NewRun("", loader.Setup{List: list, Path: folder, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	cmd := run.Command(t.Context(), app(t), args...)
	cmd.Env = append(cmd.Env, "EGL_PLATFORM=surfaceless", "LIBGL_ALWAYS_SOFTWARE=1")
	r := mustRun(t, cmd)
	for line := range strings.Lines(r.stdout) {
		if !strings.HasPrefix(line, "app: ES ") || !strings.HasSuffix(line, ", pixel 255,128,64,255 ok\n") {
			t.Fatalf("the app said %q", line)
		}
	}
	boards, err := run.Boards()
	if err != nil || len(boards) != 1 {
		t.Fatalf("%d boards: %v", len(boards), err)
	}
	content, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return performance{boards[0], r.stderr, strings.Split(strings.TrimSpace(string(content)), "\n")}
}

// calls are the program's, of a function by its name.
func (p performance) calls(name string) uint64 { return callsOn(p.board, name) }

// told finds what a layer said, such as the 7 of "A eglSwapBuffers 7".
func (p performance) told(t *testing.T, layer, key string) string {
	t.Helper()
	for line := range strings.Lines(p.stderr) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), layer+" "+key+" "); ok {
			return value
		}
	}
	t.Fatalf("layer %s did not tell of %s:\n%s", layer, key, p.stderr)
	return ""
}

// steps are the loader's own lines that begin so.
func (p performance) steps(beginnings ...string) []string {
	var steps []string
	for _, line := range p.log {
		step, found := strings.CutPrefix(line, "D loader: ")
		if found && slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(step, b) }) {
			steps = append(steps, step)
		}
	}
	return steps
}
