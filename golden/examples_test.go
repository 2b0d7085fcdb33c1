package golden

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/examples"
)

// The generated files of the examples are up to date; -update writes them.
func TestExamplesAreFresh(t *testing.T) {
	for _, x := range examples.All() {
		dir := filepath.Join("..", "examples", x.Name)
		if *update {
			if err := x.Write(dir); err != nil {
				t.Fatal(err)
			}
		}
		stale, err := x.Stale(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(stale) > 0 {
			t.Errorf("stale: %s\nrun: make examples", strings.Join(stale, ", "))
		}
	}
}

// The examples do what their comments say, over Mesa, alone and in a chain.
func TestExamples(t *testing.T) {
	var libs []string
	for _, x := range examples.All() {
		dir := filepath.Join(t.TempDir(), x.Name)
		command(t, "..", "cp", "-r", filepath.Join("examples", x.Name), dir)
		command(t, dir, "go", "vet", "./...")
		command(t, dir, "go", "test", "./...")
		libs = append(libs, buildLayer(t, dir))
	}
	passive, active := libs[0], libs[1]
	for _, chain := range [][]string{{passive}, {active}, {passive, active}, {active, passive}} {
		out, board := run(t, chain, nil)
		for _, lib := range chain {
			if lib == passive {
				checkContains(t, out, "eglChooseConfig asks for EGL_SURFACE_TYPE=EGL_PBUFFER_BIT", "the first has EGL_CONFIG_ID=")
			} else {
				checkContains(t, out, "onInitialize: labels", `is labelled "program 1"`)
			}
		}
		for _, layer := range board.Layers {
			for i, name := range board.Names {
				if layer.Hooked[i] && !slices.Contains(touched, name) {
					t.Errorf("%s answers another %s than next", layer.Path, name)
				}
			}
		}
	}
}

// touched are the functions that the examples intercept, and those with which every layer counts frames.
var touched = []string{"eglChooseConfig", "glCreateProgram", "eglSwapBuffers", "eglSwapBuffersWithDamageKHR"}

func checkContains(t *testing.T, out string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(out, part) {
			t.Errorf("the output lacks %q:\n%s", part, out)
		}
	}
}
