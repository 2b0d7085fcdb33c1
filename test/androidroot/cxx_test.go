//go:build androidroot && linux

package androidroot

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A layer in C++ that clang builds without the NDK runs: its hook uses strings, containers, mutexes and threads, and the static
// objects of the layer are destroyed at exit.
func TestCXX(t *testing.T) {
	r := newPhone(t)
	dir := t.TempDir()
	tool, project := filepath.Join(dir, "gleslayergen"), filepath.Join(dir, "plus")
	command(t, "../..", nil, "go", "build", "-o", tool, "./cmd/gleslayergen")
	command(t, dir, nil, tool, "new", "plus", "--template", "cpp", "--active", "--intercept", "glClear,eglSwapBuffers", "--out", project)
	for from, to := range map[string]string{"testdata/hooks.cc": "hooks.cpp", "../../android/sysroot/testdata/cxx.cc": "cxx.cpp"} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(project, "src", to), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	command(t, project, nil, tool, "build", "--abi", r.abi.Name)
	r.copy(t, filepath.Join(project, "build", r.abi.Name, "libplus.so"), "data/local/debug/gles/libplus.so", 0o644)
	r.set(t, map[string]string{"debug.gles.layers": "libplus.so", "debug.plus.tag": "of the property"})
	out, err := r.run(t, nil, "/data/local/tmp/app", "exit", "3")
	if err != nil || !strings.Contains(out, "drawn") {
		t.Fatalf("%v\n%s\n%s", err, out, strings.Join(r.log, "\n"))
	}
	want := []string{"I plus: set up: of the property", "I plus: 0 failures", "I plus: frame 1: GL_COLOR_BUFFER_BIT 1", "I plus: frame 2: GL_COLOR_BUFFER_BIT 2",
		"I plus: frame 3: GL_COLOR_BUFFER_BIT 3", "I plus: destroyed after 3 frames"}
	if got := r.lines("plus"); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), out)
	}
}
