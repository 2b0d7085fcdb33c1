//go:build linux

package loader_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil/glesdriver"
	"github.com/gleslayergen/gleslayergen/loader"
)

// With Errors the loader reports the GL errors of a layer that the app gets, and no others. The app gets the
// errors that it gets without this check.
func TestErrorsOfLayers(t *testing.T) {
	dir := t.TempDir()
	app := compile(t, "cc", "errors_app.c", filepath.Join(dir, "app"), "-lEGL", "-lGLESv2")
	layer := compile(t, "cc", "errors_layer.c", filepath.Join(dir, "L.so"), "-fPIC", "-shared")
	host, err := buildHost()
	if err != nil {
		t.Fatal(err)
	}
	const gets = "; the app gets this error from glGetError"
	cases := []struct{ name, fault, argument, output, problem string }{
		{name: "no error", output: "0 0"},
		{name: "of the app", argument: "bad", output: "0x500 0"},
		{name: "own call", fault: "own", output: "0x500 0", problem: "its hook of glClear calls glBindTexture and causes GL_INVALID_ENUM" + gets},
		{name: "own call after an error of the app", fault: "own", argument: "bad", output: "0x500 0",
			problem: "its hook of glClear calls glBindTexture and causes GL_INVALID_ENUM" + gets},
		{name: "handled by the layer", fault: "handled", output: "0 0"},
		{name: "second call of the same function", fault: "twice", output: "0x501 0", problem: "its hook of glClear calls glClear and causes GL_INVALID_VALUE" + gets},
		{name: "changed arguments", fault: "changed", output: "0x501 0",
			problem: "its hook of glViewport calls \"next\" with arguments that differ from the app's, which causes GL_INVALID_VALUE" + gets},
		{name: "in a hook of EGL", fault: "swap", output: "0x500 0", problem: "its hook of eglSwapBuffers calls glEnable and causes GL_INVALID_ENUM" + gets},
	}
	for _, check := range []bool{true, false} {
		for _, c := range cases {
			t.Run(c.name+map[bool]string{false: ", not checked"}[check], func(t *testing.T) {
				run, err := host.NewRun("", loader.Setup{List: layer, Errors: check})
				if err != nil {
					t.Fatal(err)
				}
				defer run.Close()
				cmd := run.Command(t.Context(), app, strings.Fields(c.argument)...)
				cmd.Env = append(append(cmd.Env, glesdriver.Env()...), "FAULT="+c.fault)
				r := mustRun(t, cmd)
				processes, err := run.Stats()
				if err != nil || len(processes) != 1 {
					t.Fatalf("%d processes: %v", len(processes), err)
				}
				var want []string
				if check && c.problem != "" {
					want = []string{"layer " + layer + ": " + c.problem}
				}
				if got := processes[0].Problems; !slices.Equal(got, want) {
					t.Errorf("problems %q, expected %q", got, want)
				}
				if strings.TrimSpace(r.stdout) != c.output {
					t.Errorf("the app printed %q, expected %q", r.stdout, c.output)
				}
			})
		}
	}
}
