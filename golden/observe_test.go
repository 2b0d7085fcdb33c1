package golden

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Observers get what the app and the driver pass, within the limits, or know how much is lost. The tests are in the project.
func TestObservers(t *testing.T) {
	t.Parallel()
	dir := layerCase(t, "observe").write(t)
	place(t, "testdata/observe", dir)
	const message = "observers: Contexts has 17 contexts: only the first 16 are observed"
	if out := command(t, dir, "go", "test", "-count=1", "-v", "."); !strings.Contains(out, message) {
		t.Errorf("no %q in\n%s", message, out)
	}
}

// At the end of the process, the app waits for the observers. A forked child has none.
func TestObserversAtExit(t *testing.T) {
	t.Parallel()
	k := kase{name: "exit", request: request("active", "observe", []string{"glClear"})}
	dir := k.write(t)
	write(t, filepath.Join(dir, "observers.go"), "package main\n\nimport \"gleslayer/gles\"\n\nfunc glClear(call gles.GLClearCall) { gles.Logf(\"observer %d\", call.Mask) }\n")
	host := filepath.Join(t.TempDir(), "host")
	command(t, ".", "cc", "-Wall", "-Wextra", "-Werror", "-o", host, "testdata/process/host.c", "-ldl")
	lines := strings.Split(strings.TrimSpace(command(t, ".", host, buildLayer(t, dir))), "\n")
	slices.Sort(lines)
	want := []string{"child: driver", "gleslayer: observer 1", "gleslayer: observer 3", "parent: driver", "parent: driver"}
	if !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
	}
}

// Calls have correct times from the first one on, in a program that ends at once: after the call before, and close to the clock
// of the program, on each thread.
func TestObserverTimes(t *testing.T) {
	t.Parallel()
	host, lib := burstHost(t), burstLayer(t, 16<<20)
	for range 3 {
		out := command(t, ".", host, lib, "2", "1", "60")
		if want := strings.Repeat("gleslayer: 1 bursts: 10000 calls, 0 lost, 0 with wrong times\n", 2); out != want {
			t.Errorf("got\n%swant\n%s", out, want)
		}
	}
}

// burstLayer builds a layer whose observers count calls and check their times.
func burstLayer(t *testing.T, memory int) string {
	t.Helper()
	dir := kase{name: "bursts", request: request("passive", "observe", []string{"glBufferData", "glClear"})}.write(t)
	place(t, "testdata/observe/bursts", dir)
	write(t, filepath.Join(dir, "main.go"), fmt.Sprintf("package main\n\nimport \"gleslayer/gles\"\n\nfunc init() { gles.SetObserving(gles.Observing{Times: true, Memory: %d}) }\n\nfunc main() {}\n", memory))
	return buildLayer(t, dir)
}

// burstHost compiles the program that calls the layer in bursts.
func burstHost(t *testing.T) string {
	t.Helper()
	host := filepath.Join(t.TempDir(), "bursts")
	command(t, ".", "cc", "-O2", "-Wall", "-Wextra", "-Werror", "-pthread", "-o", host, "testdata/observe/bursts.c", "-ldl")
	return host
}
