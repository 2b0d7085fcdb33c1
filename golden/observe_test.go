package golden

import (
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
	command(t, dir, "go", "test", "-count=1", ".")
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
